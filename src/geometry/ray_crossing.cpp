// SPDX-License-Identifier: MIT
#include "geometry/ray_crossing.hpp"

#include <algorithm>

#include "geometry/degenerate_triangles.hpp"
#include "geometry/orientation.hpp"

namespace defcol {

namespace {

// On which side of the projected edge a to b the moved point lies: never 0 unless a and b project to one
// point. orient2d(a, b, p) changes by (a.y - b.y) per unit of p.x and by (b.x - a.x) per unit of p.y.
int moved_side(const Vec3& a, const Vec3& b, const Vec3& p) {
    const int side = orient2d(a.x, a.y, b.x, b.y, p.x, p.y);
    if (side != 0) return side;
    if (a.y != b.y) return a.y > b.y ? 1 : -1;
    return sign_of(b.x - a.x);
}

bool coordinates_enclose(const Vec3 (&t)[3], const Vec3& p, int axis) {
    return std::min({t[0][axis], t[1][axis], t[2][axis]}) <= p[axis] &&
           p[axis] <= std::max({t[0][axis], t[1][axis], t[2][axis]});
}

}  // namespace

bool triangle_contains(const Vec3 (&t)[3], const Vec3& point) {
    for (int axis = 0; axis < 3; ++axis) {
        if (!coordinates_enclose(t, point, axis)) return false;
    }
    if (orient3d(t[0], t[1], t[2], point) != 0) return false;
    const int axis = projection_axis(t[0], t[1], t[2]);
    if (axis < 0) {
        const Segment segment = segment_of_collinear(t);
        return point_is_in_segment(point, segment.p, segment.q);
    }
    const int sides[3] = {orient2d_dropping(axis, t[0], t[1], point),
                          orient2d_dropping(axis, t[1], t[2], point),
                          orient2d_dropping(axis, t[2], t[0], point)};
    const auto [low, high] = std::minmax({sides[0], sides[1], sides[2]});
    return low >= 0 || high <= 0;
}

RayCrossing ray_crossing(const Vec3 (&t)[3], const Vec3& point) {
    if (!coordinates_enclose(t, point, 0) || !coordinates_enclose(t, point, 1)) return {false, 0};
    if (std::max({t[0].z, t[1].z, t[2].z}) < point.z) return {false, 0};
    if (triangle_contains(t, point)) return {true, 0};
    const int side = moved_side(t[0], t[1], point);
    if (side == 0 || moved_side(t[1], t[2], point) != side || moved_side(t[2], t[0], point) != side) {
        return {false, 0};
    }
    // Three equal sides: the projection has an area and holds the moved point, so the closed projection holds
    // the point; were it in the plane it would be in the triangle. Above the plane as the normal counts it,
    // seen from above counter-clockwise, is where the orientation is positive.
    return {false, orient3d(t[0], t[1], t[2], point) == -side ? side : 0};
}

}  // namespace defcol
