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

// The usable triangles of a leaf, their boxes as columns. What follows the last triangle overlaps nothing.
struct LeafBoxes {
    static constexpr uint32_t capacity = most_leaf_triangles;

    alignas(64) float min[3][capacity];
    alignas(64) float max[3][capacity];
    alignas(64) uint32_t vertex[3][capacity];  // the mesh's own
    alignas(64) uint32_t id[capacity];         // in the frame
    const RegionTree* tree = nullptr;
    uint64_t search = 0;  // that loaded it
    uint32_t leaf = no_index;
    uint32_t count = 0;
};

// The leaves loaded last: a search comes back to a leaf many times. Leaves of a region follow each other, so
// their places here are different ones.
struct LeafCache {
    static constexpr uint32_t size = 256;

    // A number costs less than going through all leaves, most of which no search comes to.
    void forget() { ++search; }

    bool has(const LeafBoxes& place, const RegionTree* tree, uint32_t leaf) const {
        return place.leaf == leaf && place.tree == tree && place.search == search;
    }

    uint64_t search = 1;
    LeafBoxes leaves[size];
};

const LeafBoxes& find_leaf(int64_t simd_target, const TreeSide& side, uint32_t leaf, LeafCache& cache);

// Bit j of rows[i]: the boxes of triangle i of a and j of b overlap and the triangles share no vertex id, or
// may share one if `with_shared`. For leaves of one mesh.
void overlapping_triangles(int64_t simd_target, const LeafBoxes& a, const LeafBoxes& b, bool with_shared,
                           uint32_t* rows);

}  // namespace defcol
