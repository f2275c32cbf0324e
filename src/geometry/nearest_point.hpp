// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/vector.hpp"

namespace defcol {

// The point of a closed triangle nearest to a point, in double arithmetic (Ericson, "Real-Time Collision
// Detection", section 5.1.5). A triangle of zero area is the segment or point it spans.
Vec3 nearest_point_of_triangle(const Vec3 (&triangle)[3], const Vec3& point);

// Weights of the corners for a point of the triangle's plane; each in [0, 1], sum 1.
struct TriangleWeights {
    double value[3];
};
TriangleWeights weights_in_triangle(const Vec3 (&triangle)[3], const Vec3& point);

}  // namespace defcol
