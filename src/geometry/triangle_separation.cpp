// SPDX-License-Identifier: MIT
#include "geometry/triangle_separation.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/determinant.hpp"

namespace defcol {

namespace {

double largest_component(const Vec3& v) {
    return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

double extent(const Vec3 (&t)[3]) {
    return std::max(largest_component(t[1] - t[0]), largest_component(t[2] - t[0]));
}

// Ties go to the first axis seen, faces before edges: the choice must not depend on anything but the
// coordinates.
void offer(TriangleSeparation& best, const Vec3& direction, double depth) {
    depth = std::max(depth, 0.0);
    if (!best.has_axis || depth < best.depth) best = {direction, depth, true};
}

// The other triangle's distances from the face's plane are determinants with exact signs, divided by the
// normal's length. `sense` is +1 if the other triangle is the one that moves.
void offer_face(TriangleSeparation& best, const Vec3 (&face)[3], const Vec3 (&other)[3], double sense) {
    const Vec3 cross = cross_of_differences(face[0], face[1], face[0], face[2]);
    const double length = safe_length(cross);
    if (length == 0) return;
    double low = 0;
    double high = 0;
    for (const Vec3& vertex : other) {
        const double distance = orient3d_value(face[0], face[1], face[2], vertex) / length;
        low = std::min(low, distance);
        high = std::max(high, distance);
    }
    const Vec3 unit = cross / length;
    offer(best, unit * sense, -low);
    offer(best, -unit * sense, high);
}

void offer_edges(TriangleSeparation& best, const Vec3& axis, const Vec3 (&a)[3], const Vec3 (&b)[3]) {
    const double length = safe_length(axis);
    if (length == 0) return;
    const Vec3 unit = axis / length;
    const double on_a[3] = {glm::dot(unit, a[0]), glm::dot(unit, a[1]), glm::dot(unit, a[2])};
    const double on_b[3] = {glm::dot(unit, b[0]), glm::dot(unit, b[1]), glm::dot(unit, b[2])};
    offer(best, unit, std::max({on_a[0], on_a[1], on_a[2]}) - std::min({on_b[0], on_b[1], on_b[2]}));
    offer(best, -unit, std::max({on_b[0], on_b[1], on_b[2]}) - std::min({on_a[0], on_a[1], on_a[2]}));
}

}  // namespace

double safe_length(const Vec3& v) {
    const double largest = largest_component(v);
    if (largest == 0) return 0;
    const Vec3 scaled = v / largest;
    return largest * std::sqrt(glm::dot(scaled, scaled));
}

TriangleSeparation separate_triangles(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
    TriangleSeparation best;
    offer_face(best, a, b, 1.0);
    offer_face(best, b, a, -1.0);

    // Seen from a vertex of the smaller triangle no shape is lost to a large coordinate.
    const Vec3 origin = extent(a) <= extent(b) ? a[0] : b[0];
    const Vec3 local_a[3] = {a[0] - origin, a[1] - origin, a[2] - origin};
    const Vec3 local_b[3] = {b[0] - origin, b[1] - origin, b[2] - origin};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            offer_edges(best, cross_of_differences(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]), local_a,
                        local_b);
        }
    }
    return best;
}

}  // namespace defcol
