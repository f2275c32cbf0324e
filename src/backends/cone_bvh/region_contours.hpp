// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/cone_bvh/region_tree.hpp"
#include "backends/cone_bvh/surface_graph.hpp"

namespace defcol {

// Fills the contours, the adjacency vertices and the triangles at each vertex. Contours are about as long as
// the square root of their region, so all of them together take O(n).
void build_contours(const SurfaceGraph& graph, std::span<const uint32_t> place_to_triangle,
                    uint32_t vertex_count, std::pmr::memory_resource& memory, RegionTree& tree);

}  // namespace defcol
