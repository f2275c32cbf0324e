// SPDX-License-Identifier: MIT
#include "geometry/degenerate_triangles.hpp"

#include "geometry/orientation.hpp"

namespace defcol {

namespace {

constexpr int next_axis[3] = {1, 2, 0};

bool between(double x, double a, double b) {
    return std::min(a, b) <= x && x <= std::max(a, b);
}

bool strictly_same_side(int s, int t) {
    return s == t && s != 0;
}

// In the projection: does the line through p and q leave all the points strictly on one side?
bool line_separates(int axis, const Vec3& p, const Vec3& q, const Vec3 (&points)[3]) {
    const int side = orient2d_dropping(axis, p, q, points[0]);
    return side != 0 && orient2d_dropping(axis, p, q, points[1]) == side &&
           orient2d_dropping(axis, p, q, points[2]) == side;
}

// Two convex polygons of the plane are disjoint only if the line of one of their edges has one of them on a
// closed side and the other strictly on the opposite side (the edges of their Minkowski difference are
// theirs).
bool edge_of_first_separates(int axis, const Vec3 (&a)[3], const Vec3 (&b)[3]) {
    const int turn = orient2d_dropping(axis, a[0], a[1], a[2]);
    for (int i = 0; i < 3; ++i) {
        const Vec3& p = a[i];
        const Vec3& q = a[(i + 1) % 3];
        if (orient2d_dropping(axis, p, q, b[0]) == -turn && orient2d_dropping(axis, p, q, b[1]) == -turn &&
            orient2d_dropping(axis, p, q, b[2]) == -turn) {
            return true;
        }
    }
    return false;
}

bool segment_meets_coplanar_triangle(const Segment& segment, const Vec3 (&triangle)[3]) {
    const int axis = projection_axis(triangle[0], triangle[1], triangle[2]);
    const Vec3 flat[3] = {segment.p, segment.q, segment.q};
    if (edge_of_first_separates(axis, triangle, flat)) return false;
    return segment.p == segment.q || !line_separates(axis, segment.p, segment.q, triangle);
}

}  // namespace

int orient2d_dropping(int axis, const Vec3& a, const Vec3& b, const Vec3& c) {
    const int u = next_axis[axis];
    const int v = next_axis[u];
    return orient2d(a[u], a[v], b[u], b[v], c[u], c[v]);
}

int projection_axis(const Vec3& a, const Vec3& b, const Vec3& c) {
    for (int axis = 2; axis >= 0; --axis) {
        if (orient2d_dropping(axis, a, b, c) != 0) return axis;
    }
    return -1;
}

bool lexicographically_less(const Vec3& a, const Vec3& b) {
    if (a.x != b.x) return a.x < b.x;
    if (a.y != b.y) return a.y < b.y;
    return a.z < b.z;
}

Segment segment_of_collinear(const Vec3 (&points)[3]) {
    const auto [low, high] = std::minmax({points[0], points[1], points[2]}, lexicographically_less);
    return {low, high};
}

bool point_is_in_segment(const Vec3& point, const Vec3& p, const Vec3& q) {
    return between(point.x, p.x, q.x) && between(point.y, p.y, q.y) && between(point.z, p.z, q.z) &&
           projection_axis(point, p, q) < 0;
}

bool segments_intersect(const Segment& s, const Segment& t) {
    for (int i = 0; i < 3; ++i) {
        if (std::max(s.p[i], s.q[i]) < std::min(t.p[i], t.q[i])) return false;
        if (std::max(t.p[i], t.q[i]) < std::min(s.p[i], s.q[i])) return false;
    }
    if (orient3d(s.p, s.q, t.p, t.q) != 0) return false;
    if (s.p == s.q) return point_is_in_segment(s.p, t.p, t.q);
    if (t.p == t.q) return point_is_in_segment(t.p, s.p, s.q);
    int axis = projection_axis(s.p, s.q, t.p);
    if (axis < 0) axis = projection_axis(s.p, s.q, t.q);
    // All four on one line: its coordinates are monotone, so overlapping boxes are overlapping segments.
    if (axis < 0) return true;
    // Coplanar and not collinear: each must have a point of the other's line between its ends.
    return !strictly_same_side(orient2d_dropping(axis, s.p, s.q, t.p),
                               orient2d_dropping(axis, s.p, s.q, t.q)) &&
           !strictly_same_side(orient2d_dropping(axis, t.p, t.q, s.p),
                               orient2d_dropping(axis, t.p, t.q, s.q));
}

bool segment_meets_triangle(const Segment& segment, const Vec3 (&triangle)[3]) {
    const PlaneSide plane(triangle[0], triangle[1], triangle[2]);
    const int side_p = plane.side(segment.p);
    const int side_q = plane.side(segment.q);
    if (strictly_same_side(side_p, side_q)) return false;
    if (side_p == 0 && side_q == 0) return segment_meets_coplanar_triangle(segment, triangle);
    // The line crosses the plane in one point, inside if it passes all edges on the same side.
    const int s0 = orient3d(segment.p, segment.q, triangle[0], triangle[1]);
    const int s1 = orient3d(segment.p, segment.q, triangle[1], triangle[2]);
    if (s0 * s1 < 0) return false;
    const int s2 = orient3d(segment.p, segment.q, triangle[2], triangle[0]);
    return s0 * s2 >= 0 && s1 * s2 >= 0;
}

bool degenerate_triangles_intersect(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
    if (!boxes_intersect(a, b)) return false;
    const int axis_a = projection_axis(a[0], a[1], a[2]);
    const int axis_b = projection_axis(b[0], b[1], b[2]);
    if (axis_a < 0 && axis_b < 0) return segments_intersect(segment_of_collinear(a), segment_of_collinear(b));
    if (axis_a < 0) return segment_meets_triangle(segment_of_collinear(a), b);
    if (axis_b < 0) return segment_meets_triangle(segment_of_collinear(b), a);
    return !edge_of_first_separates(axis_a, a, b) && !edge_of_first_separates(axis_a, b, a);
}

}  // namespace defcol
