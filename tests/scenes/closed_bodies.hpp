// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/point.hpp"
#include "scenes/scene.hpp"

// Closed surfaces with normals outward, for queries that need a volume. See also icosphere().
namespace scenes {

// Each face cut into cells x cells quads.
Mesh solid_box(Point min, Point max, uint32_t cells);

// Around the z axis; columns x rows quads.
Mesh torus(double radius, double tube_radius, uint32_t columns, uint32_t rows);

// A tube along the (p, q) torus knot on a torus of radii 2 and 1, all scaled to fit in about [-1, 1]^3:
// 2 * columns * rows triangles. The centreline of the
// knot (3, 7) comes within 0.8148 of itself: its tube touches itself from a radius of 0.4074 on.
Mesh knot_tube(uint32_t p, uint32_t q, double tube_radius, uint32_t columns, uint32_t rows);

Mesh moved(Mesh mesh, Point offset);
// Component by component; factors above 0 keep normals outward.
Mesh stretched(Mesh mesh, Point factors);
Mesh turned_inside_out(Mesh mesh);

}  // namespace scenes
