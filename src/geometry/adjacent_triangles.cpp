// SPDX-License-Identifier: MIT
#include "geometry/adjacent_triangles.hpp"

#include "geometry/degenerate_triangles.hpp"
#include "geometry/orientation.hpp"
#include "geometry/triangle_triangle.hpp"

namespace defcol {

namespace {

// Do the rays from v through p and q coincide? A ray needs a direction: v itself gives none.
bool rays_coincide(const Vec3& v, const Vec3& p, const Vec3& q) {
    if (p == v || q == v) return false;
    for (int i = 0; i < 3; ++i) {
        if (sign_of(p[i] - v[i]) != sign_of(q[i] - v[i])) return false;
    }
    return projection_axis(v, p, q) < 0;
}

// Does the ray from v through p run in the cone at v of the triangle v, q, r, which has an area and is
// coplanar?
bool ray_is_in_coplanar_cone(int axis, const Vec3& v, const Vec3& p, const Vec3& q, const Vec3& r) {
    if (p == v) return false;
    const int turn = orient2d_dropping(axis, v, q, r);
    return orient2d_dropping(axis, v, q, p) * turn >= 0 && orient2d_dropping(axis, v, p, r) * turn >= 0;
}

bool ray_is_in_cone(const Vec3& v, const Vec3& p, const Vec3& q, const Vec3& r) {
    return orient3d(v, q, r, p) == 0 && ray_is_in_coplanar_cone(projection_axis(v, q, r), v, p, q, r);
}

// Triangles (v, a1, a2) and (v, b1, b2), coplanar or of zero area.
bool degenerate_cones_share_ray(const Vec3& v, const Vec3& a1, const Vec3& a2, const Vec3& b1,
                                const Vec3& b2) {
    const bool a_is_flat = projection_axis(v, a1, a2) < 0;
    const bool b_is_flat = projection_axis(v, b1, b2) < 0;
    // A triangle of zero area is the two segments from v to its other vertices.
    if (a_is_flat && b_is_flat) {
        return rays_coincide(v, a1, b1) || rays_coincide(v, a1, b2) || rays_coincide(v, a2, b1) ||
               rays_coincide(v, a2, b2);
    }
    if (a_is_flat) return ray_is_in_cone(v, a1, b1, b2) || ray_is_in_cone(v, a2, b1, b2);
    if (b_is_flat) return ray_is_in_cone(v, b1, a1, a2) || ray_is_in_cone(v, b2, a1, a2);
    // Two overlapping sectors of less than a half turn: a boundary ray of one lies in the other.
    const int axis = projection_axis(v, a1, a2);
    return ray_is_in_coplanar_cone(axis, v, a1, b1, b2) || ray_is_in_coplanar_cone(axis, v, a2, b1, b2) ||
           ray_is_in_coplanar_cone(axis, v, b1, a1, a2) || ray_is_in_coplanar_cone(axis, v, b2, a1, a2);
}

// Both triangles are star-shaped about v, so they share more than v if and only if their cones share a ray.
// With v as origin, na = a1 x a2 and nb = b1 x b2: na x nb = (a1.nb) a2 - (a2.nb) a1, which is the common ray
// of cone a and plane b if a1.nb >= 0 >= a2.nb; likewise nb x na for cone b. So the rays agree exactly if one
// pair of signs rises and the other falls.
bool intersect_beyond_vertex(const Vec3& v, const Vec3& a1, const Vec3& a2, const Vec3& b1, const Vec3& b2) {
    const PlaneSide plane_b(v, b1, b2);
    int side_a1 = plane_b.filtered_side(a1);
    int side_a2 = plane_b.filtered_side(a2);
    if (side_a1 * side_a2 == 1) return false;
    const PlaneSide plane_a(v, a1, a2);
    int side_b1 = plane_a.filtered_side(b1);
    int side_b2 = plane_a.filtered_side(b2);
    if (side_b1 * side_b2 == 1) return false;
    if (side_a1 == unknown_sign) side_a1 = plane_b.exact_side(a1);
    if (side_a2 == unknown_sign) side_a2 = plane_b.exact_side(a2);
    if (side_a1 * side_a2 == 1) return false;
    if (side_b1 == unknown_sign) side_b1 = plane_a.exact_side(b1);
    if (side_b2 == unknown_sign) side_b2 = plane_a.exact_side(b2);
    if (side_b1 * side_b2 == 1) return false;
    if ((side_a1 == 0 && side_a2 == 0) || (side_b1 == 0 && side_b2 == 0)) {
        return degenerate_cones_share_ray(v, a1, a2, b1, b2);
    }
    return (side_a1 > side_a2) != (side_b1 > side_b2);
}

bool intersect_beyond_edge(const Vec3& u, const Vec3& v, const Vec3& p, const Vec3& q) {
    if (orient3d(u, v, p, q) != 0) return false;
    if (u == v) return rays_coincide(u, p, q);
    const int axis_p = projection_axis(u, v, p);
    const int axis_q = projection_axis(u, v, q);
    if (axis_p < 0 && axis_q < 0) {
        // All on one line: both must reach beyond the same end.
        const bool rising = lexicographically_less(u, v);
        const Vec3& low = rising ? u : v;
        const Vec3& high = rising ? v : u;
        return (lexicographically_less(p, low) && lexicographically_less(q, low)) ||
               (lexicographically_less(high, p) && lexicographically_less(high, q));
    }
    // A triangle with an area has nothing of the edge's line beyond the edge.
    if (axis_p < 0 || axis_q < 0) return false;
    return orient2d_dropping(axis_p, u, v, p) == orient2d_dropping(axis_p, u, v, q);
}

}  // namespace

SharedVertices find_shared_vertices(const std::uint32_t (&a)[3], const std::uint32_t (&b)[3]) {
    SharedVertices shared;
    for (std::uint8_t i = 0; i < 3; ++i) {
        if ((i > 0 && a[i] == a[0]) || (i > 1 && a[i] == a[1])) continue;
        for (std::uint8_t j = 0; j < 3; ++j) {
            if (a[i] == b[j]) {
                shared.a[shared.count] = i;
                shared.b[shared.count] = j;
                ++shared.count;
                break;
            }
        }
    }
    return shared;
}

bool triangles_intersect_beyond_shared(const Vec3 (&a)[3], const Vec3 (&b)[3], const SharedVertices& shared) {
    switch (shared.count) {
        case 0:
            return triangles_intersect(a, b);
        case 1: {
            const int i = shared.a[0];
            const int j = shared.b[0];
            return intersect_beyond_vertex(a[i], a[(i + 1) % 3], a[(i + 2) % 3], b[(j + 1) % 3],
                                           b[(j + 2) % 3]);
        }
        case 2:
            return intersect_beyond_edge(a[shared.a[0]], a[shared.a[1]], a[3 - shared.a[0] - shared.a[1]],
                                         b[3 - shared.b[0] - shared.b[1]]);
        default:
            return false;
    }
}

}  // namespace defcol
