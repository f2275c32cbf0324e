// SPDX-License-Identifier: MIT
#include "geometry/point_tetrahedron.hpp"

namespace defcol {

namespace {

// Faces opposite corners 0 to 3, each with the remaining corner on its positive side if the tetrahedron's
// orientation is positive.
constexpr int faces[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};

}  // namespace

bool tetrahedron_contains(const Vec3 (&t)[4], const Vec3& point, int orientation) {
    if (orientation == 0) return false;
    // Rounded signs first: one face that surely has the point outside saves every exact evaluation.
    unsigned undecided = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const int side = PlaneSide(t[faces[i][0]], t[faces[i][1]], t[faces[i][2]]).filtered_side(point);
        if (side == -orientation) return false;
        if (side == unknown_sign) undecided |= 1u << i;
    }
    for (unsigned i = 0; i < 4; ++i) {
        if ((undecided >> i & 1u) != 0 &&
            orient3d_exact(t[faces[i][0]], t[faces[i][1]], t[faces[i][2]], point) == -orientation) {
            return false;
        }
    }
    return true;
}

}  // namespace defcol
