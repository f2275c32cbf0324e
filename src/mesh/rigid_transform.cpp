// SPDX-License-Identifier: MIT
#include "mesh/rigid_transform.hpp"

#include <cmath>
#include <cstring>

#include "base/error.hpp"
#include "base/status.hpp"
#include "mesh/mesh_source.hpp"

namespace defcol {
namespace {

constexpr double tolerance = 1e-6;

Vec3 rotation_row(const RigidTransform& transform, int i) {
    return {transform.row[i][0], transform.row[i][1], transform.row[i][2]};
}

}  // namespace

RigidTransform read_transform(const double* numbers) {
    check_pointer(numbers, 12, alignof(double), "transform");
    RigidTransform transform;
    std::memcpy(transform.row, numbers, sizeof transform.row);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 4; ++j) {
            if (!std::isfinite(transform.row[i][j])) {
                throw Error(status::non_finite, "transform: number %d (row %d, column %d) is not finite",
                            4 * i + j, i, j);
            }
        }
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = i; j < 3; ++j) {
            const double product = glm::dot(rotation_row(transform, i), rotation_row(transform, j));
            // Not "> tolerance": what overflowed to infinity or NaN must not pass either.
            if (!(std::fabs(product - (i == j ? 1.0 : 0.0)) <= tolerance)) {
                throw Error(status::invalid_argument,
                            "transform: rows %d and %d have the product %g; a rotation has %d within 1e-6", i,
                            j, product, i == j ? 1 : 0);
            }
        }
    }
    const Vec3 normal = glm::cross(rotation_row(transform, 0), rotation_row(transform, 1));
    if (!(glm::dot(normal, rotation_row(transform, 2)) > 0)) {
        throw Error(status::invalid_argument,
                    "transform: the rotation mirrors (its determinant is negative)");
    }
    return transform;
}

}  // namespace defcol
