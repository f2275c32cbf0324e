// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/vector.hpp"

namespace defcol {

// The smallest translation that takes two intersecting triangles apart, over the two face normals and the
// nine cross products of their edges, in both directions: moving b by depth along the unit normal leaves them
// touching at most.
struct TriangleSeparation {
    Vec3 normal{0.0};
    double depth = 0;       // never negative
    bool has_axis = false;  // false: all edges are parallel, and normal and depth are zero
};

// Rounded arithmetic with exact zeros: triangles that touch at a face have depth 0. The result is always
// finite.
TriangleSeparation separate_triangles(const Vec3 (&a)[3], const Vec3 (&b)[3]);

// A vector's length without overflow or underflow on the way.
double safe_length(const Vec3& v);

}  // namespace defcol
