// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "geometry/vector.hpp"

namespace defcol {

// The ends of the intersection of two triangles and the exact flags of TriangleContact but contact_no_normal.
struct TriangleOverlap {
    Vec3 points[2];
    std::uint32_t flags;
};

// The triangles must intersect. Which edges make the ends is decided exactly; only the coordinates are
// rounded.
TriangleOverlap overlap_of_triangles(const Vec3 (&a)[3], const Vec3 (&b)[3]);

}  // namespace defcol
