// SPDX-License-Identifier: MIT
#include "geometry/triangle_contact.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/degenerate_triangles.hpp"
#include "geometry/determinant.hpp"
#include "geometry/triangle_overlap.hpp"
#include "geometry/triangle_separation.hpp"

namespace defcol {

namespace {

// Barycentric weights of a point of the triangle. Ratios of areas alone would move it far along a sliver;
// here the height over the longest edge comes first and the place along that edge makes up for its error.
void weigh(const Vec3 (&t)[3], const Vec3& point, double (&weights)[3]) {
    int first = 0;
    double longest = -1;
    for (int i = 0; i < 3; ++i) {
        const Vec3 edge = t[(i + 1) % 3] - t[i];
        const double length = glm::dot(edge, edge);
        if (length > longest) {
            longest = length;
            first = i;
        }
    }
    const Vec3& p = t[first];
    const Vec3& q = t[(first + 1) % 3];
    const Vec3& r = t[(first + 2) % 3];

    double weight_q = 0;
    double weight_r = 0;
    const Vec3 edge = q - p;
    const double edge_length = safe_length(edge);
    if (edge_length > 0) {
        const Vec3 direction = edge / edge_length;
        const double point_along = std::clamp(glm::dot(point - p, direction) / edge_length, 0.0, 1.0);
        const double r_along = std::clamp(glm::dot(r - p, direction) / edge_length, 0.0, 1.0);
        const Vec3 normal = cross_of_differences(p, q, p, r);
        const double normal_length = safe_length(normal);
        if (normal_length > 0) {
            const Vec3 unit = normal / normal_length;
            weight_r = glm::dot(unit, cross_of_differences(p, q, p, point)) / normal_length;
        }
        // The triangle must be wide enough at that height to reach the point, but for rounding along the
        // edge.
        constexpr double slack = 0x1p-48;
        double room = 1;
        if (point_along + slack < r_along) room = (point_along + slack) / r_along;
        if (point_along - slack > r_along) room = (1 - point_along + slack) / (1 - r_along);
        weight_r = std::clamp(weight_r, 0.0, room);
        weight_q = std::clamp(point_along - weight_r * r_along, 0.0, 1.0 - weight_r);
    }
    weights[first] = std::max(0.0, 1.0 - weight_r - weight_q);
    weights[(first + 1) % 3] = weight_q;
    weights[(first + 2) % 3] = weight_r;
}

bool comes_before(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
    for (int i = 0; i < 3; ++i) {
        if (a[i] != b[i]) return lexicographically_less(a[i], b[i]);
    }
    return true;
}

TriangleContact contact_in_order(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
    const TriangleOverlap overlap = overlap_of_triangles(a, b);
    const TriangleSeparation separation = separate_triangles(a, b);
    TriangleContact contact;
    contact.points[0] = overlap.points[0];
    contact.points[1] = overlap.points[1];
    contact.normal = separation.normal + 0.0;  // no negative zeros, so that exchanging a and b only negates
    contact.distance = separation.depth == 0 ? 0 : -separation.depth;
    contact.flags = overlap.flags | (separation.has_axis ? 0 : contact_no_normal);
    const Vec3 middle = 0.5 * (overlap.points[0] + overlap.points[1]);
    weigh(a, middle, contact.weights_a);
    weigh(b, middle, contact.weights_b);
    return contact;
}

}  // namespace

TriangleContact contact_of_triangles(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
    if (comes_before(a, b)) return contact_in_order(a, b);
    TriangleContact contact = contact_in_order(b, a);
    std::swap(contact.weights_a, contact.weights_b);
    // Not the unary minus: it would turn a zero into a negative zero.
    contact.normal = Vec3(0.0) - contact.normal;
    constexpr std::uint32_t edges = 7;
    const std::uint32_t edges_a = contact.flags & edges * contact_edge_a0;
    const std::uint32_t edges_b = contact.flags & edges * contact_edge_b0;
    contact.flags =
        (contact.flags & ~(edges_a | edges_b)) | edges_a * contact_edge_b0 | edges_b / contact_edge_b0;
    return contact;
}

}  // namespace defcol
