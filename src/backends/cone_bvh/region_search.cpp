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
    apart_.stack.reserve(usual_stack);
}

uint32_t RegionSearch::call(const TreePair& pair, const RegionCall& call, CandidateSink& sink,
                            RegionCall* follow_ups) {
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
        if (next.is_apart != 0) {
            search_apart(options_.simd_target, apart_, pair.a, pair.b, {next.a, next.b}, sink, counts_);
            if (sink.stopped()) return;
            continue;
        }
        RegionCall follow_ups[most_follow_ups];
        const uint32_t count = call(pair, next, sink, follow_ups);
        for (uint32_t i = count; i-- > 0;) stack_.push_back(follow_ups[i]);
    }
}

// Property (I) of section 2.2.1 for one region (b == no_index), (II) of 2.2.2 for two, which must be
// adjacent: `is_apart` is set if they turn out not to be.
bool RegionSearch::is_free(const TreePair& pair, uint32_t a, uint32_t b, bool& is_apart) {
    const RegionTree& tree = *pair.a.tree;
    DirectionBits common = tree.nodes[a].directions;
    if (b != no_index) {
        // Asked even where no direction is left: the answer holds for all that follows.
        is_apart = is_apart || !tree.regions_are_adjacent(a, b);
        common &= tree.nodes[b].directions;
    }
    if (common == 0 || is_apart) return false;
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
    const RegionNode& node = pair.a.tree->nodes[call.a];
    if (node.is_leaf()) {
        propose_inside(pair, call.a, sink);
        return 0;
    }
    bool is_apart = false;
    if (is_free(pair, call.a, no_index, is_apart)) return 0;
    uint32_t count = 0;
    const uint32_t end = node.first_child() + node.child_count();
    for (uint32_t child = node.first_child(); child < end; ++child) {
        ++counts_.region_calls;
        follow_ups[count++] = {call.pair, 0, child, no_index};
        for (uint32_t other = child + 1; other < end; ++other) {
            if (boxes_meet(pair.a.tree->nodes[child], pair.a.tree->nodes[other])) {
                follow_ups[count++] = {call.pair, 0, child, other};
            }
        }
    }
    return count;
}

uint32_t RegionSearch::call_between(const TreePair& pair, const RegionCall& call, CandidateSink& sink,
                                    RegionCall* follow_ups) {
    const RegionNode& a = pair.a.tree->nodes[call.a];
    const RegionNode& b = pair.b.tree->nodes[call.b];
    if (call.is_apart == 0 && a.is_leaf() && b.is_leaf()) {
        propose_between(pair, call, sink);
        return 0;
    }
    bool is_apart = call.is_apart != 0;
    if (pair.is_self && is_free(pair, call.a, call.b, is_apart)) return 0;
    const bool split_a = b.is_leaf() || (!a.is_leaf() && pair.a.tree->shapes[call.a].triangle_count >=
                                                             pair.b.tree->shapes[call.b].triangle_count);
    const RegionNode& split = split_a ? a : b;
    const RegionNode& whole = split_a ? b : a;
    const RegionNode* const children = (split_a ? pair.a : pair.b).tree->nodes.data() + split.first_child();
    uint32_t count = 0;
    for (uint32_t i = 0; i < split.child_count(); ++i) {
        if (!boxes_meet(children[i], whole)) continue;
        RegionCall next{call.pair, is_apart ? 1U : 0U, call.a, call.b};
        (split_a ? next.a : next.b) = split.first_child() + i;
        follow_ups[count++] = next;
    }
    return count;
}

// Leaves are small: boxes of triangles are tried before the contour.
void RegionSearch::propose_inside(const TreePair& pair, uint32_t node, CandidateSink& sink) {
    const LeafBoxes& leaf =
        find_leaf(options_.simd_target, pair.a, pair.a.tree->nodes[node].leaf(), apart_.leaves_a);
    uint32_t rows[LeafBoxes::capacity];
    overlapping_triangles(options_.simd_target, leaf, leaf, options_.include_adjacent, rows);
    counts_.box_tests += uint64_t{leaf.count} * leaf.count / 2;
    uint32_t any = 0;
    for (uint32_t i = 0; i < leaf.count; ++i) {
        // Each pair once: only triangles after this one.
        rows[i] = rows[i] >> (i + 1) << (i + 1);
        any |= rows[i];
    }
    bool is_apart = false;
    if (any == 0 || is_free(pair, node, no_index, is_apart)) return;
    propose_rows(leaf, leaf, rows, sink);
}

// Of one mesh, and perhaps adjacent.
void RegionSearch::propose_between(const TreePair& pair, const RegionCall& call, CandidateSink& sink) {
    const RegionTree& tree = *pair.a.tree;
    const LeafBoxes& a = find_leaf(options_.simd_target, pair.a, tree.nodes[call.a].leaf(), apart_.leaves_a);
    const LeafBoxes& b = find_leaf(options_.simd_target, pair.b, tree.nodes[call.b].leaf(), apart_.leaves_b);
    uint32_t rows[LeafBoxes::capacity];
    overlapping_triangles(options_.simd_target, a, b, options_.include_adjacent, rows);
    counts_.box_tests += uint64_t{a.count} * b.count;
    uint32_t any = 0;
    for (uint32_t i = 0; i < a.count; ++i) any |= rows[i];
    bool is_apart = false;
    if (any == 0 || is_free(pair, call.a, call.b, is_apart)) return;
    propose_rows(a, b, rows, sink);
}

void RegionSearch::propose_rows(const LeafBoxes& a, const LeafBoxes& b, const uint32_t* rows,
                                CandidateSink& sink) {
    for (uint32_t i = 0; i < a.count; ++i) {
        for (uint32_t bits = rows[i]; bits != 0; bits &= bits - 1) {
            sink.propose_triangles(a.id[i], b.id[std::countr_zero(bits)]);
        }
    }
}

}  // namespace defcol
