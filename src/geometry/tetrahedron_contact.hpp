// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/vector.hpp"

namespace defcol {

// A point in a tetrahedron: where it is, and the shortest way out through the faces that lie on the surface.
struct TetrahedronContact {
    double
        weights[4];  // barycentric, in [0, 1] with sum 1; zero exactly if the point lies on the opposite face
    int face;  // the nearest surface face, opposite the corner of this number; -1: none, normal and depth are
               // zero
    Vec3 normal;   // unit, outward
    double depth;  // distance to that face, never negative; the lower face of equally near ones
};

// Bit i of surface_faces: the face opposite corner i lies on the surface. The tetrahedron must not be flat
// and must contain the point (tetrahedron_contains); otherwise the numbers are finite and mean nothing.
TetrahedronContact contact_in_tetrahedron(const Vec3 (&t)[4], const Vec3& point, unsigned surface_faces);

}  // namespace defcol
