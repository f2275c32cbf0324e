// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/vector.hpp"

// Values of the orientation determinants where a sign is not enough: exact zeros, exact signs, and a relative
// error below 2^-40 also where cancellation would leave plain arithmetic without a correct digit.

namespace defcol {

// ((b - a) x (c - a)) . (d - a): six times the signed volume of the tetrahedron a, b, c, d.
double orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// (b - a) x (d - c). The error is relative to the vector's length; zero only if the differences are parallel.
Vec3 cross_of_differences(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace defcol
