// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/vector.hpp"
#include "mesh/mesh.hpp"

namespace defcol {

// How far the convex hulls of two meshes are apart, or how far they overlap at most.
struct HullSeparation {
    bool overlaps = false;
    double distance = 0;              // between the witness points; 0 where the hulls overlap
    double distance_lower_bound = 0;  // what a separating plane proves
    double penetration_bound = 0;     // moving b by this along the direction takes the hulls apart
    Vec3 point_a{0.0};
    Vec3 point_b{0.0};
    Vec3 direction{0.0};  // unit, from a to b
};

// GJK (Gilbert, Johnson and Keerthi 1988) over the corners of the triangles that count, in double arithmetic:
// linear in their number for each of a few steps. Where the hulls overlap, the upper bound of the penetration
// distance is the least overlap of their extents over the directions that the cuts would follow (Hatab and
// Kheddar 2006, sections 3 and 4). Both meshes have usable triangles.
HullSeparation find_hull_separation(const Mesh& a, const Mesh& b);

}  // namespace defcol
