// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/tree_refit.hpp"

#include <algorithm>
#include <cmath>

#include "backends/cone_bvh/leaf_refit.hpp"

namespace defcol {

namespace {

constexpr uint64_t leaves_per_range = 512;
constexpr uint64_t parents_per_range = 4096;
constexpr uint64_t blocks_per_range = 64;

bool all_vertices_finite(const RegionTree& tree, const LocalVertex* vertices, uint32_t leaf) {
    for (uint32_t i = tree.leaf_vertex_begin[leaf]; i < tree.leaf_vertex_begin[leaf + 1]; ++i) {
        const LocalVertex& v = vertices[tree.leaf_vertices[i]];
        if (!std::isfinite(v.x + v.y + v.z)) return false;
    }
    return true;
}

// Where some triangles do not count. They have no part in the box; but they may stay in the region that is
// proved free of collisions: if no two triangles of it meet, no two of those that count do.
void refit_partial_leaf(RegionTree& tree, const RefitInput& input, uint32_t leaf) {
    RegionNode& node = tree.nodes[tree.leaf_node[leaf]];
    const RegionShape& shape = tree.shapes[tree.leaf_node[leaf]];
    bool all_usable = true;
    for (uint32_t i = 0; i < shape.triangle_count; ++i) {
        all_usable &= tree.place_is_usable(shape.first_place + i, input.usable);
    }
    if (all_usable) {
        refit_leaves(input.simd_target, tree, input.vertices, input.with_directions, leaf, leaf + 1);
        return;
    }
    Box box;
    for (uint32_t place = shape.first_place; place < shape.first_place + shape.triangle_count; ++place) {
        if (!tree.place_is_usable(place, input.usable)) continue;
        for (const uint32_t v : tree.triangles[place].vertex) box.grow(input.vertices[v].position());
    }
    box = box.rounded_outward();
    node.min = box.min;
    node.max = box.max;
    node.directions = input.with_directions && all_vertices_finite(tree, input.vertices, leaf)
                          ? leaf_directions(input.simd_target, tree, input.vertices, leaf)
                          : 0;
}

void refit_leaf_range(RegionTree& tree, const RefitInput& input, uint32_t begin, uint32_t end) {
    if (input.usable == nullptr && tree.dead.empty()) {
        refit_leaves(input.simd_target, tree, input.vertices, input.with_directions, begin, end);
        return;
    }
    for (uint32_t leaf = begin; leaf < end; ++leaf) refit_partial_leaf(tree, input, leaf);
}

void leave_out(RegionNode& node) {
    node.min = Box{}.min;
    node.max = Box{}.max;
}

// Only leaves near the region of interest; what is outside is left empty. Most of the mesh is often far from
// the other: whole groups of leaves are told apart by boxes of vertices in the order of memory, which are
// cheaper than those of leaves.
void refit_leaves_near(RegionTree& tree, const RefitInput& input, uint32_t begin, uint32_t end) {
    const Box& region = *input.region_of_interest;
    for (uint32_t first = begin; first < end; first += RegionTree::leaf_group_size) {
        const uint32_t last = std::min(first + RegionTree::leaf_group_size, end);
        const bool is_apart =
            tree.has_vertex_blocks() &&
            leaf_group_is_apart(input.simd_target, tree, first / RegionTree::leaf_group_size, region);
        if (!is_apart) refit_leaf_range(tree, input, first, last);
        for (uint32_t leaf = first; leaf < last; ++leaf) {
            RegionNode& node = tree.nodes[tree.leaf_node[leaf]];
            if (is_apart || !overlap(Box{node.min, node.max}, region)) leave_out(node);
        }
    }
}

}  // namespace

void refit(RegionTree& tree, const RefitInput& input, Workers& workers) {
    if (input.region_of_interest != nullptr && tree.has_vertex_blocks()) {
        const uint32_t blocks = (tree.vertex_count - 1) / RegionTree::vertex_block_size + 1;
        tree.block_boxes.resize_uninitialized(blocks);
        parallel_ranges(workers, blocks, blocks_per_range, [&](uint64_t begin, uint64_t end, uint32_t) {
            box_vertex_blocks(input.simd_target, tree, input.vertices, static_cast<uint32_t>(begin),
                              static_cast<uint32_t>(end));
        });
    }
    parallel_ranges(workers, tree.leaf_count(), leaves_per_range,
                    [&](uint64_t first, uint64_t last, uint32_t) {
                        const auto begin = static_cast<uint32_t>(first);
                        const auto end = static_cast<uint32_t>(last);
                        if (input.region_of_interest != nullptr) {
                            refit_leaves_near(tree, input, begin, end);
                        } else {
                            refit_leaf_range(tree, input, begin, end);
                        }
                        write_leaf_columns(input.simd_target, tree, begin, end);
                    });
    for (std::size_t level = tree.level_begin.size() - 1; level-- > 0;) {
        const uint32_t first = tree.level_begin[level];
        parallel_ranges(workers, tree.level_begin[level + 1] - first, parents_per_range,
                        [&](uint64_t begin, uint64_t end, uint32_t) {
                            refit_parents(input.simd_target, tree, first + static_cast<uint32_t>(begin),
                                          first + static_cast<uint32_t>(end));
                        });
    }
}

}  // namespace defcol
