// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/cone_bvh/region_tree.hpp"
#include "base/log.hpp"
#include "geometry/vector.hpp"

namespace defcol {

// Most triangles of a leaf: a vector of boxes.
inline constexpr uint32_t most_leaf_triangles = 16;

// Builds the tree over the triangles named by `ids` (none removed). O(n log n); what it allocates for itself
// is released before it returns.
void build_tree(std::span<const Triangle> triangles, std::span<const uint32_t> ids, const Vec3* positions,
                uint32_t vertex_count, uint32_t leaf_size, std::pmr::memory_resource& memory, const Log& log,
                RegionTree& tree);

}  // namespace defcol
