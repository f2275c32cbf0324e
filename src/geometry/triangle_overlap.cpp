// SPDX-License-Identifier: MIT
#include "geometry/triangle_overlap.hpp"

#include <cmath>

#include "geometry/degenerate_triangles.hpp"
#include "geometry/determinant.hpp"
#include "geometry/triangle_contact.hpp"
#include "geometry/triangle_separation.hpp"
#include "geometry/triangle_sides.hpp"

namespace defcol {

namespace {

// Where the segment meets a plane or line that its ends are so far from, on opposite sides. From the nearer
// end, so that an end in the plane is returned as it is.
Vec3 crossing(const Vec3& p, const Vec3& q, double p_distance, double q_distance) {
    const double sum = p_distance + q_distance;
    if (sum == 0) return p;
    return p_distance <= q_distance ? p + (q - p) * (p_distance / sum) : q + (p - q) * (q_distance / sum);
}

Vec3 crossing_with_plane(const Vec3& p, const Vec3& q, const Vec3 (&t)[3]) {
    return crossing(p, q, std::fabs(orient3d_value(t[0], t[1], t[2], p)),
                    std::fabs(orient3d_value(t[0], t[1], t[2], q)));
}

bool edge_meets_triangle(const Vec3& p, const Vec3& q, const Vec3 (&t)[3]) {
    if (projection_axis(t[0], t[1], t[2]) < 0) return segments_intersect({p, q}, segment_of_collinear(t));
    return segment_meets_triangle({p, q}, t);
}

// Edge i of the three as bit i. An edge strictly on one side of the other's plane cannot meet it.
std::uint32_t edges_that_meet(const Vec3 (&a)[3], const Vec3 (&b)[3], const Sides& sides) {
    std::uint32_t bits = 0;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        if (sides.s[i] * sides.s[j] != 1 && edge_meets_triangle(a[i], a[j], b)) bits |= 1u << i;
    }
    return bits;
}

std::uint32_t edge_bit(int corner, int other) {
    return (corner + 1) % 3 == other ? 1u << corner : 1u << other;
}

// Different planes, both cut: the interval of TurnedPair.
TriangleOverlap overlap_on_line(const Vec3 (&a)[3], const Vec3 (&b)[3], const Sides& sides_a,
                                const Sides& sides_b) {
    const TurnedPair t(sides_a, sides_b);
    const int starts = orient3d(a[t.pa], a[t.qa], b[t.pb], b[t.rb]);  // -1: a starts before b
    const int ends = orient3d(a[t.pa], a[t.ra], b[t.pb], b[t.qb]);    // -1: a ends before b
    TriangleOverlap overlap;
    overlap.points[0] =
        starts <= 0 ? crossing_with_plane(b[t.pb], b[t.rb], a) : crossing_with_plane(a[t.pa], a[t.qa], b);
    overlap.points[1] =
        ends <= 0 ? crossing_with_plane(a[t.pa], a[t.ra], b) : crossing_with_plane(b[t.pb], b[t.qb], a);
    if (sides_a.any_zero() || sides_b.any_zero()) {
        overlap.flags = edges_that_meet(a, b, sides_a) * contact_edge_a0 +
                        edges_that_meet(b, a, sides_b) * contact_edge_b0;
        return overlap;
    }
    overlap.flags = 0;
    if (starts >= 0) overlap.flags |= edge_bit(t.pa, t.qa) * contact_edge_a0;
    if (starts <= 0) overlap.flags |= edge_bit(t.pb, t.rb) * contact_edge_b0;
    if (ends <= 0) overlap.flags |= edge_bit(t.pa, t.ra) * contact_edge_a0;
    if (ends >= 0) overlap.flags |= edge_bit(t.pb, t.qb) * contact_edge_b0;
    return overlap;
}

// The corners of a convex intersection, some of them several times.
struct Corners {
    Vec3 points[21];  // 6 vertices, 6 edges through triangles, 9 pairs of edges
    int count = 0;
    void add(const Vec3& p) { points[count++] = p; }
};

void add_corners_of_first(Corners& corners, const Vec3 (&a)[3], const Vec3 (&b)[3], const Sides& sides) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        if (sides.s[i] == 0 && edge_meets_triangle(a[i], a[i], b)) corners.add(a[i]);
        if (sides.s[i] * sides.s[j] == -1 && edge_meets_triangle(a[i], a[j], b)) {
            corners.add(crossing_with_plane(a[i], a[j], b));
        }
    }
}

// Adds the point where two segments cross, each strictly between the ends of the other. Touching at an end is
// left out: ends are corners by themselves.
void add_crossing(Corners& corners, const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
    if (orient3d(p, q, r, s) != 0) return;
    const int axis = projection_axis(p, q, r);
    if (axis < 0) return;
    if (orient2d_dropping(axis, p, q, r) * orient2d_dropping(axis, p, q, s) != -1) return;
    if (orient2d_dropping(axis, r, s, p) * orient2d_dropping(axis, r, s, q) != -1) return;
    corners.add(crossing(p, q, safe_length(cross_of_differences(r, s, r, p)),
                         safe_length(cross_of_differences(r, s, r, q))));
}

TriangleOverlap degenerate_overlap(const Vec3 (&a)[3], const Vec3 (&b)[3], const Sides& sides_a,
                                   const Sides& sides_b) {
    Corners corners;
    add_corners_of_first(corners, a, b, sides_a);
    add_corners_of_first(corners, b, a, sides_b);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) add_crossing(corners, a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]);
    }
    TriangleOverlap overlap;
    overlap.points[0] = overlap.points[1] = corners.count > 0 ? corners.points[0] : a[0];
    double farthest = 0;
    for (int i = 0; i < corners.count; ++i) {
        for (int j = 0; j < i; ++j) {
            const Vec3 difference = corners.points[i] - corners.points[j];
            const double distance = glm::dot(difference, difference);
            if (distance > farthest) {
                farthest = distance;
                overlap.points[0] = corners.points[j];
                overlap.points[1] = corners.points[i];
            }
        }
    }
    overlap.flags =
        edges_that_meet(a, b, sides_a) * contact_edge_a0 + edges_that_meet(b, a, sides_b) * contact_edge_b0;
    // A triangle of zero area has everything in its plane, the other may still cross it.
    if (sides_a.all_zero() && sides_b.all_zero()) overlap.flags |= contact_coplanar;
    return overlap;
}

}  // namespace

TriangleOverlap overlap_of_triangles(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
    const PlaneSide plane_a(a[0], a[1], a[2]);
    const PlaneSide plane_b(b[0], b[1], b[2]);
    const Sides sides_a{{plane_b.side(a[0]), plane_b.side(a[1]), plane_b.side(a[2])}};
    const Sides sides_b{{plane_a.side(b[0]), plane_a.side(b[1]), plane_a.side(b[2])}};
    const bool is_degenerate = sides_a.all_zero() || sides_b.all_zero();
    TriangleOverlap overlap =
        is_degenerate ? degenerate_overlap(a, b, sides_a, sides_b) : overlap_on_line(a, b, sides_a, sides_b);
    if (lexicographically_less(overlap.points[1], overlap.points[0])) {
        std::swap(overlap.points[0], overlap.points[1]);
    }
    return overlap;
}

}  // namespace defcol
