// SPDX-License-Identifier: MIT
#include "geometry/nearest_point.hpp"

#include <algorithm>

namespace defcol {

namespace {

Vec3 nearest_point_of_segment(const Vec3& a, const Vec3& b, const Vec3& point) {
    const Vec3 along = b - a;
    const double squared = glm::dot(along, along);
    if (!(squared > 0)) return a;
    const double t = std::clamp(glm::dot(point - a, along) / squared, 0.0, 1.0);
    return a + t * along;
}

double squared_distance(const Vec3& a, const Vec3& b) {
    const Vec3 difference = a - b;
    return glm::dot(difference, difference);
}

}  // namespace

Vec3 nearest_point_of_triangle(const Vec3 (&t)[3], const Vec3& point) {
    const Vec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
    const double squared = glm::dot(normal, normal);
    if (squared > 0) {
        bool above_all_edges = true;
        for (int i = 0; i < 3; ++i) {
            const Vec3 edge = t[(i + 1) % 3] - t[i];
            above_all_edges &= glm::dot(glm::cross(edge, point - t[i]), normal) >= 0;
        }
        if (above_all_edges) return point - (glm::dot(point - t[0], normal) / squared) * normal;
    }
    Vec3 nearest = nearest_point_of_segment(t[0], t[1], point);
    for (int i = 1; i < 3; ++i) {
        const Vec3 candidate = nearest_point_of_segment(t[i], t[(i + 1) % 3], point);
        if (squared_distance(candidate, point) < squared_distance(nearest, point)) nearest = candidate;
    }
    return nearest;
}

TriangleWeights weights_in_triangle(const Vec3 (&t)[3], const Vec3& point) {
    const Vec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
    const double squared = glm::dot(normal, normal);
    if (!(squared > 0)) return {{1.0, 0.0, 0.0}};
    const double first =
        std::clamp(glm::dot(glm::cross(t[2] - t[1], point - t[1]), normal) / squared, 0.0, 1.0);
    const double second =
        std::clamp(glm::dot(glm::cross(t[0] - t[2], point - t[2]), normal) / squared, 0.0, 1.0 - first);
    return {{first, second, 1.0 - first - second}};
}

}  // namespace defcol
