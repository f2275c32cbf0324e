// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/cone_bvh/region_tree.hpp"
#include "backends/cone_bvh/tree_builder.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// One side of a search: a tree, where its mesh stands in the frame, and which of its triangles count.
struct TreeSide {
    const RegionTree* tree;
    const LocalVertex* vertices;  // of the mesh's own vertex 0
    const uint8_t* usable;        // of the mesh's own triangle 0; null if all count
    uint32_t triangle_base;
};

// The usable triangles of a leaf, their boxes as columns.
struct LeafBoxes {
    static constexpr uint32_t capacity = most_leaf_triangles;

    const RegionTree* tree = nullptr;
    uint32_t node = no_index;
    uint32_t count = 0;
    uint32_t id[capacity];  // in the frame
    alignas(64) float min[3][capacity];
    alignas(64) float max[3][capacity];
    alignas(64) uint32_t vertex[3][capacity];
};

// The frame's ids, boxes and the mesh's own vertex ids of the leaf at `node`.
void load_leaf(int64_t simd_target, const TreeSide& side, uint32_t node, LeafBoxes& leaf);

// Bit j of rows[i]: the boxes of triangle i of a and j of b overlap; without those that share a vertex id if
// `apart_only`, for leaves of one mesh.
void overlapping_triangles(int64_t simd_target, const LeafBoxes& a, const LeafBoxes& b, bool apart_only,
                           uint32_t* rows);

}  // namespace defcol
