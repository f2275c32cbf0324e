// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "geometry/vector.hpp"

namespace defcol {

// A corner of GJK's simplex: a point of one hull minus a point of the other.
struct HullDifference {
    Vec3 difference;
    Vec3 on_a;
    Vec3 on_b;
};

// The part of a simplex that is nearest to the origin: its corners, and the weights of the nearest point.
struct NearestSimplex {
    HullDifference corner[4];
    double weight[4];
    uint32_t count = 0;  // 4: the origin is inside

    Vec3 point() const;  // the nearest point
    Vec3 point_on_a() const;
    Vec3 point_on_b() const;
};

// Gilbert, Johnson and Keerthi 1988, the distance sub-algorithm: reduces one to four corners to those that
// the nearest point needs. Corners may coincide and lie on a line or in a plane.
NearestSimplex reduce_to_nearest(const HullDifference* corners, uint32_t count);

}  // namespace defcol
