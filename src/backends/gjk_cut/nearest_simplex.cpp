// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/nearest_simplex.hpp"

namespace defcol {

namespace {

NearestSimplex of_corner(const HullDifference& a) {
    NearestSimplex result;
    result.corner[0] = a;
    result.weight[0] = 1;
    result.count = 1;
    return result;
}

NearestSimplex of_segment(const HullDifference& a, const HullDifference& b) {
    const Vec3 ab = b.difference - a.difference;
    const double length = glm::dot(ab, ab);
    const double along = -glm::dot(a.difference, ab);
    if (!(along > 0) || !(length > 0)) return of_corner(a);
    if (along >= length) return of_corner(b);
    NearestSimplex result;
    result.corner[0] = a;
    result.corner[1] = b;
    result.weight[1] = along / length;
    result.weight[0] = 1 - result.weight[1];
    result.count = 2;
    return result;
}

NearestSimplex nearer(const NearestSimplex& a, const NearestSimplex& b) {
    const Vec3 point_a = a.point();
    const Vec3 point_b = b.point();
    return glm::dot(point_b, point_b) < glm::dot(point_a, point_a) ? b : a;
}

NearestSimplex of_triangle(const HullDifference& a, const HullDifference& b, const HullDifference& c) {
    const NearestSimplex edges = nearer(nearer(of_segment(a, b), of_segment(b, c)), of_segment(c, a));
    const Vec3 normal = glm::cross(b.difference - a.difference, c.difference - a.difference);
    const double area = glm::dot(normal, normal);
    if (!(area > 0)) return edges;
    NearestSimplex result;
    result.corner[0] = a;
    result.corner[1] = b;
    result.corner[2] = c;
    result.weight[0] = glm::dot(glm::cross(b.difference, c.difference), normal) / area;
    result.weight[1] = glm::dot(glm::cross(c.difference, a.difference), normal) / area;
    result.weight[2] = 1 - result.weight[0] - result.weight[1];
    result.count = 3;
    // Outside, or too thin to tell: an edge is nearest.
    if (!(result.weight[0] > 0 && result.weight[1] > 0 && result.weight[2] > 0)) return edges;
    return nearer(edges, result);
}

// Six times the signed volume of the tetrahedron of three corners and the origin.
double volume(const Vec3& a, const Vec3& b, const Vec3& c) {
    return glm::dot(a, glm::cross(b, c));
}

NearestSimplex of_tetrahedron(const HullDifference* p) {
    const double parts[4] = {volume(p[1].difference, p[2].difference, p[3].difference),
                             -volume(p[0].difference, p[2].difference, p[3].difference),
                             volume(p[0].difference, p[1].difference, p[3].difference),
                             -volume(p[0].difference, p[1].difference, p[2].difference)};
    const double whole = parts[0] + parts[1] + parts[2] + parts[3];
    NearestSimplex result;
    result.count = 4;
    bool is_inside = whole != 0;
    for (uint32_t i = 0; i < 4; ++i) {
        result.corner[i] = p[i];
        result.weight[i] = is_inside ? parts[i] / whole : 0;
        is_inside = is_inside && result.weight[i] > 0;
    }
    if (is_inside) return result;
    return nearer(nearer(of_triangle(p[0], p[1], p[2]), of_triangle(p[0], p[1], p[3])),
                  nearer(of_triangle(p[0], p[2], p[3]), of_triangle(p[1], p[2], p[3])));
}

}  // namespace

Vec3 NearestSimplex::point() const {
    Vec3 sum(0.0);
    for (uint32_t i = 0; i < count; ++i) sum += weight[i] * corner[i].difference;
    return sum;
}

Vec3 NearestSimplex::point_on_a() const {
    Vec3 sum(0.0);
    for (uint32_t i = 0; i < count; ++i) sum += weight[i] * corner[i].on_a;
    return sum;
}

Vec3 NearestSimplex::point_on_b() const {
    Vec3 sum(0.0);
    for (uint32_t i = 0; i < count; ++i) sum += weight[i] * corner[i].on_b;
    return sum;
}

NearestSimplex reduce_to_nearest(const HullDifference* corners, uint32_t count) {
    switch (count) {
        case 1:
            return of_corner(corners[0]);
        case 2:
            return of_segment(corners[0], corners[1]);
        case 3:
            return of_triangle(corners[0], corners[1], corners[2]);
        default:
            return of_tetrahedron(corners);
    }
}

}  // namespace defcol
