// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/cone_bvh/tree_refit.hpp"

namespace defcol {

// Boxes, and if asked for directions, of the leaves [begin, end), all triangles being usable.
void refit_leaves(int64_t simd_target, RegionTree& tree, const LocalVertex* vertices, bool with_directions,
                  uint32_t begin, uint32_t end);

// The boxes of the blocks [begin, end) of vertices.
void box_vertex_blocks(int64_t simd_target, RegionTree& tree, const LocalVertex* vertices, uint32_t begin,
                       uint32_t end);

// Whether the leaves of a group certainly lie outside, as the boxes of its blocks tell.
bool leaf_group_is_apart(int64_t simd_target, const RegionTree& tree, uint32_t group, const Box& region);

// Copies the boxes of the leaf nodes [begin, end) to the tree's columns of leaf boxes. Writes on to the next
// multiple of 16 leaves: begin is one, and so is end or it is the end of all.
void write_leaf_columns(int64_t simd_target, RegionTree& tree, uint32_t begin, uint32_t end);

// The directions of one leaf whose vertices are all finite.
DirectionBits leaf_directions(int64_t simd_target, const RegionTree& tree, const LocalVertex* vertices,
                              uint32_t leaf);

// Boxes and directions of the nodes [begin, end) of one depth from those of their children.
void refit_parents(int64_t simd_target, RegionTree& tree, uint32_t begin, uint32_t end);

}  // namespace defcol
