// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "base/memory.hpp"
#include "geometry/vector.hpp"
#include "mesh/topology.hpp"

namespace defcol {

// Fills topology.triangles, triangle_tetrahedra and tetrahedron_surface from topology.tetrahedra: the faces
// (three vertex ids in any order) used exactly once, ordered by (tetrahedron, corner opposite) and turned
// outward by the orientation of their tetrahedron; a flat one, or one with a vertex that is not usable,
// counts as positive. O(n log n) at worst, O(n) for vertices with few tetrahedra each.
void find_tetrahedral_surface(std::span<const Vec3> positions, std::span<const uint8_t> usable,
                              Memory& memory, Topology& topology);

}  // namespace defcol
