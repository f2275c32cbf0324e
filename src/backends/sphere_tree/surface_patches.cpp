// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/surface_patches.hpp"

namespace defcol {

namespace {

// A corner of a part while its triangle is split: where it is, and in eighths and so on of the triangle.
struct PartCorner {
    Vec3 position;
    float weight[3];
    uint32_t point;
};

// Halves a part until its edges are short. `midpoint(a, b)` makes the corner between two; `part(corners)`
// takes what is short enough.
template <class Midpoint, class Part>
void split_part(const PartCorner (&corners)[3], double squared_limit, uint32_t splits, Midpoint& midpoint,
                Part& part) {
    int longest = 0;
    double squared_length = -1;
    for (int edge = 0; edge < 3; ++edge) {
        const Vec3 along = corners[(edge + 1) % 3].position - corners[edge].position;
        const double squared = glm::dot(along, along);
        if (squared > squared_length) {
            squared_length = squared;
            longest = edge;
        }
    }
    if (squared_length <= squared_limit || splits == most_splits) {
        part(corners);
        return;
    }
    const PartCorner& from = corners[longest];
    const PartCorner& to = corners[(longest + 1) % 3];
    const PartCorner& apex = corners[(longest + 2) % 3];
    const PartCorner middle = midpoint(from, to);
    const PartCorner first[3] = {from, middle, apex};
    const PartCorner second[3] = {middle, to, apex};
    split_part(first, squared_limit, splits + 1, midpoint, part);
    split_part(second, squared_limit, splits + 1, midpoint, part);
}

PartCorner between(const PartCorner& a, const PartCorner& b) {
    PartCorner middle{};
    middle.position = 0.5 * a.position + 0.5 * b.position;
    for (int i = 0; i < 3; ++i) middle.weight[i] = 0.5F * a.weight[i] + 0.5F * b.weight[i];
    return middle;
}

template <class Midpoint, class Part>
void split_triangle(std::span<const Vec3> positions, const Triangle& triangle, double longest_edge,
                    Midpoint& midpoint, Part& part) {
    PartCorner corners[3]{};
    for (uint32_t i = 0; i < 3; ++i) {
        corners[i].position = positions[triangle.vertex[i]];
        corners[i].weight[i] = 1;
        corners[i].point = triangle.vertex[i];
    }
    split_part(corners, longest_edge * longest_edge, 0, midpoint, part);
}

}  // namespace

void split_triangles(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                     double longest_edge, SurfacePatches& out) {
    out.patches.clear();
    out.ids.clear();
    out.split_points.clear();
    for (uint32_t id = 0; id < triangles.size(); ++id) {
        const Triangle& triangle = triangles[id];
        if (is_removed(triangle)) continue;
        auto midpoint = [&](const PartCorner& a, const PartCorner& b) {
            PartCorner middle = between(a, b);
            middle.point = static_cast<uint32_t>(positions.size() + out.split_points.size());
            SplitPoint point{};
            for (int i = 0; i < 3; ++i) {
                point.vertex[i] = triangle.vertex[i];
                point.weight[i] = middle.weight[i];
            }
            out.split_points.push_back(point);
            return middle;
        };
        auto part = [&](const PartCorner(&corners)[3]) {
            out.ids.push_back(static_cast<uint32_t>(out.patches.size()));
            out.patches.push_back({id, {corners[0].point, corners[1].point, corners[2].point}});
        };
        split_triangle(positions, triangle, longest_edge, midpoint, part);
    }
}

double fit_longest_edge(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                        double longest_edge, uint64_t most_patches) {
    if (!(longest_edge > 0)) return HUGE_VAL;
    for (int attempt = 0; attempt < 64; ++attempt, longest_edge *= 1.5) {
        uint64_t count = 0;
        auto midpoint = [](const PartCorner& a, const PartCorner& b) { return between(a, b); };
        auto part = [&](const PartCorner(&)[3]) { ++count; };
        for (const Triangle& triangle : triangles) {
            if (!is_removed(triangle)) split_triangle(positions, triangle, longest_edge, midpoint, part);
            if (count > most_patches) break;
        }
        if (count <= most_patches) return longest_edge;
    }
    return HUGE_VAL;
}

}  // namespace defcol
