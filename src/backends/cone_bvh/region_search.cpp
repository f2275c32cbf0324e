// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/region_search.hpp"

#include <bit>

namespace defcol {

namespace {

constexpr uint32_t calls_between_polls = 128;
constexpr std::size_t usual_stack = 4096;

}  // namespace

void RegionSearch::reserve(uint32_t longest_contour) {
    contour_test_.reserve(longest_contour);
    stack_.reserve(usual_stack);
}

uint32_t RegionSearch::call(const TreePair& pair, const RegionCall& call, CandidateSink& sink,
                            RegionCall* follow_ups) {
    ++counts_.region_calls;
    return call.b == no_index ? call_inside(pair, call, sink, follow_ups)
                              : call_between(pair, call, sink, follow_ups);
}

void RegionSearch::call_all(const TreePair& pair, const RegionCall& first, CandidateSink& sink) {
    stack_.clear();
    stack_.push_back(first);
    uint32_t until_poll = calls_between_polls;
    while (!stack_.empty()) {
        if (--until_poll == 0) {
            if (sink.poll()) return;
            until_poll = calls_between_polls;
        }
        const RegionCall next = stack_.back();
        stack_.pop_back();
        RegionCall follow_ups[most_follow_ups];
        const uint32_t count = call(pair, next, sink, follow_ups);
        for (uint32_t i = count; i-- > 0;) stack_.push_back(follow_ups[i]);
    }
}

// Property (I) of section 2.2.1 for one region (b == no_index), (II) of 2.2.2 for two.
bool RegionSearch::is_free(const TreePair& pair, uint32_t a, uint32_t b) {
    const RegionTree& tree = *pair.a.tree;
    DirectionBits common = tree.nodes[a].directions;
    if (b != no_index) common &= tree.nodes[b].directions;
    if (common == 0) return false;
    if (b != no_index && !tree.regions_are_adjacent(a, b)) return false;
    if (options_.trusts_regular_regions && tree.shapes[a].is_regular != 0 &&
        (b == no_index || tree.shapes[b].is_regular != 0)) {
        ++counts_.cone_culls;
        return true;
    }
    ++counts_.contour_tests;
    if (!contour_test_.proves_free(tree, a, b, middle_direction(common), pair.a.vertices,
                                   options_.simd_target)) {
        return false;
    }
    ++counts_.cone_culls;
    return true;
}

uint32_t RegionSearch::call_inside(const TreePair& pair, const RegionCall& call, CandidateSink& sink,
                                   RegionCall* follow_ups) {
    if (is_free(pair, call.a, no_index)) return 0;
    const RegionNode& node = pair.a.tree->nodes[call.a];
    if (node.is_leaf()) {
        propose_inside(pair, call.a, sink);
        return 0;
    }
    uint32_t count = 0;
    const uint32_t end = node.first_child() + node.child_count();
    for (uint32_t child = node.first_child(); child < end; ++child) {
        follow_ups[count++] = {call.pair, child, no_index};
        for (uint32_t other = child + 1; other < end; ++other)
            follow_ups[count++] = {call.pair, child, other};
    }
    return count;
}

uint32_t RegionSearch::call_between(const TreePair& pair, const RegionCall& call, CandidateSink& sink,
                                    RegionCall* follow_ups) {
    const RegionNode& a = pair.a.tree->nodes[call.a];
    const RegionNode& b = pair.b.tree->nodes[call.b];
    ++counts_.box_tests;
    if (!overlap(a, b)) return 0;
    if (pair.is_self && is_free(pair, call.a, call.b)) return 0;
    if (a.is_leaf() && b.is_leaf()) {
        propose_between(pair, call.a, call.b, sink);
        return 0;
    }
    const bool split_a = b.is_leaf() || (!a.is_leaf() && pair.a.tree->shapes[call.a].triangle_count >=
                                                             pair.b.tree->shapes[call.b].triangle_count);
    const RegionNode& split = split_a ? a : b;
    uint32_t count = 0;
    for (uint32_t i = 0; i < split.child_count(); ++i) {
        const uint32_t child = split.first_child() + i;
        follow_ups[count++] =
            split_a ? RegionCall{call.pair, child, call.b} : RegionCall{call.pair, call.a, child};
    }
    return count;
}

void RegionSearch::propose_inside(const TreePair& pair, uint32_t node, CandidateSink& sink) {
    if (leaf_a_.tree != pair.a.tree || leaf_a_.node != node) {
        load_leaf(options_.simd_target, pair.a, node, leaf_a_);
    }
    uint32_t rows[LeafBoxes::capacity];
    overlapping_triangles(options_.simd_target, leaf_a_, leaf_a_, !options_.include_adjacent, rows);
    counts_.box_tests += uint64_t{leaf_a_.count} * leaf_a_.count / 2;
    for (uint32_t i = 0; i < leaf_a_.count; ++i) {
        // Each pair once: only triangles after this one.
        for (uint32_t bits = rows[i] >> (i + 1) << (i + 1); bits != 0; bits &= bits - 1) {
            sink.propose_triangles(leaf_a_.id[i], leaf_a_.id[std::countr_zero(bits)]);
        }
    }
}

void RegionSearch::propose_between(const TreePair& pair, uint32_t a, uint32_t b, CandidateSink& sink) {
    if (leaf_a_.tree != pair.a.tree || leaf_a_.node != a) load_leaf(options_.simd_target, pair.a, a, leaf_a_);
    if (leaf_b_.tree != pair.b.tree || leaf_b_.node != b) load_leaf(options_.simd_target, pair.b, b, leaf_b_);
    uint32_t rows[LeafBoxes::capacity];
    overlapping_triangles(options_.simd_target, leaf_a_, leaf_b_, pair.one_mesh && !options_.include_adjacent,
                          rows);
    counts_.box_tests += uint64_t{leaf_a_.count} * leaf_b_.count;
    for (uint32_t i = 0; i < leaf_a_.count; ++i) {
        for (uint32_t bits = rows[i]; bits != 0; bits &= bits - 1) {
            sink.propose_triangles(leaf_a_.id[i], leaf_b_.id[std::countr_zero(bits)]);
        }
    }
}

}  // namespace defcol
