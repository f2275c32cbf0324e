// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/vector.hpp"

namespace defcol {

// x' = R x + t, evaluated left to right in double, the same on every machine.
struct RigidTransform {
    double row[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};  // three rows of (rotation, translation)

    Vec3 apply(const Vec3& p) const {
        return {row[0][0] * p.x + row[0][1] * p.y + row[0][2] * p.z + row[0][3],
                row[1][0] * p.x + row[1][1] * p.y + row[1][2] * p.z + row[1][3],
                row[2][0] * p.x + row[2][1] * p.y + row[2][2] * p.z + row[2][3]};
    }
};

// Reads 12 numbers of the host. Throws Error unless they are finite and the left part is a rotation within
// 1e-6: rows of unit length, at right angles, not mirrored.
RigidTransform read_transform(const double* numbers);

}  // namespace defcol
