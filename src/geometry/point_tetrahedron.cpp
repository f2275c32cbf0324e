// SPDX-License-Identifier: MIT
#include "geometry/point_tetrahedron.hpp"

namespace defcol {

bool tetrahedron_contains(const Vec3 (&t)[4], const Vec3& point, int orientation) {
    if (orientation == 0) return false;
    // Rounded signs first: one face that surely has the point outside saves every exact evaluation.
    unsigned undecided = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const int side =
            PlaneSide(t[tetrahedron_faces[i][0]], t[tetrahedron_faces[i][1]], t[tetrahedron_faces[i][2]])
                .filtered_side(point);
        if (side == -orientation) return false;
        if (side == unknown_sign) undecided |= 1u << i;
    }
    for (unsigned i = 0; i < 4; ++i) {
        if ((undecided >> i & 1u) != 0 &&
            orient3d_exact(t[tetrahedron_faces[i][0]], t[tetrahedron_faces[i][1]], t[tetrahedron_faces[i][2]],
                           point) == -orientation) {
            return false;
        }
    }
    return true;
}

}  // namespace defcol
