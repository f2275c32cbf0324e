// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "geometry/vector.hpp"

// Exact tests for triangles without general position: coplanar pairs, and triangles of zero area, which are
// the segments or points their vertices span.

namespace defcol {

// The coordinate planes, numbered by the axis that is dropped.
int orient2d_dropping(int axis, const Vec3& a, const Vec3& b, const Vec3& c);

// An axis along which the triangle's plane projects without folding (0, 1 or 2); -1 if the three points are
// collinear.
int projection_axis(const Vec3& a, const Vec3& b, const Vec3& c);

// The ends of collinear points: coordinates change monotonically along a line, so lexicographic order does
// too.
struct Segment {
    Vec3 p;
    Vec3 q;
};
bool lexicographically_less(const Vec3& a, const Vec3& b);
Segment segment_of_collinear(const Vec3 (&points)[3]);

bool point_is_in_segment(const Vec3& point, const Vec3& p, const Vec3& q);
bool segments_intersect(const Segment& s, const Segment& t);
// The triangle must have an area; the segment may be a point.
bool segment_meets_triangle(const Segment& segment, const Vec3 (&triangle)[3]);
// For pairs that are coplanar or have a triangle of zero area; false for nothing else than disjoint
// triangles.
bool degenerate_triangles_intersect(const Vec3 (&a)[3], const Vec3 (&b)[3]);

inline bool boxes_intersect(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
    for (int i = 0; i < 3; ++i) {
        if (std::max({a[0][i], a[1][i], a[2][i]}) < std::min({b[0][i], b[1][i], b[2][i]})) return false;
        if (std::max({b[0][i], b[1][i], b[2][i]}) < std::min({a[0][i], a[1][i], a[2][i]})) return false;
    }
    return true;
}

}  // namespace defcol
