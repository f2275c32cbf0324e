// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/medial_balls.hpp"

#include <algorithm>
#include <cmath>

#include "base/radix_sort.hpp"

namespace defcol {

void MedialBalls::build(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                        const SurfacePatches& patches, bool has_inside, bool is_inside_out) {
    has_inside_ = has_inside;
    balls_.assign(patches.size(), {Vec3(0.0), -1});
    points_.clear();
    points_.append(positions);
    for (const SplitPoint& point : patches.split_points) {
        points_.push_back(split_position(point, positions.data()));
    }
    Vec3 low(HUGE_VAL);
    Vec3 high(-HUGE_VAL);
    outward_.assign(points_.size(), Vec3(0.0));
    // Vertices of no triangle are no part of the surface.
    Buffer<uint8_t> is_listed(memory_);
    is_listed.assign(points_.size(), 0);
    Buffer<uint32_t> surface_points(memory_);
    for (const Patch& patch : patches.patches) {
        const Triangle& triangle = triangles[patch.triangle];
        const Vec3& first = positions[triangle.vertex[0]];
        Vec3 normal =
            glm::cross(positions[triangle.vertex[1]] - first, positions[triangle.vertex[2]] - first);
        if (is_inside_out) normal = -normal;
        for (const uint32_t corner : patch.corner) {
            outward_[corner] += normal;
            if (is_listed[corner] == 0) surface_points.push_back(corner);
            is_listed[corner] = 1;
            low = glm::min(low, points_[corner]);
            high = glm::max(high, points_[corner]);
        }
    }
    diameter_ = patches.size() == 0 ? 0 : glm::length(high - low);
    if (has_inside_) index_.build(points_.span(), surface_points.span());
}

double MedialBalls::clearance(const Vec3& centre) const {
    if (!has_inside_) return 0;
    const PointIndex::Nearest nearest = index_.find(centre);
    const bool is_inside = glm::dot(centre - points_[nearest.point], outward_[nearest.point]) < 0;
    return is_inside ? std::sqrt(nearest.squared_distance) : 0;
}

MedialBall MedialBalls::shrink_ball(const Patch& patch) const {
    const Vec3 middle = middle_of(patch);
    if (!has_inside_) return {middle, 0};
    Vec3 normal(0.0);
    for (const uint32_t corner : patch.corner) normal += outward_[corner];
    const double length = glm::length(normal);
    if (!(length > 0)) return {middle, 0};
    const Vec3 inward = normal / -length;

    double radius = diameter_;
    Vec3 centre = middle + radius * inward;
    constexpr int most_steps = 32;
    for (int step = 0; step < most_steps; ++step) {
        const PointIndex::Nearest nearest = index_.find(centre);
        if (nearest.squared_distance >= radius * radius * (1 - 1e-6)) break;
        const Vec3 chord = points_[nearest.point] - middle;
        const double rise = glm::dot(inward, chord);
        const double squared_chord = glm::dot(chord, chord);
        if (!(rise > 0)) break;
        const double shrunk = squared_chord / (2 * rise);
        // Points next to the middle say how rough the surface is, not how thick: a ball that touches at an
        // angle below half a radian tells nothing of the medial axis.
        if (step > 0 && squared_chord < 0.25 * radius * radius && shrunk < 0.5 * radius) break;
        if (!(shrunk < radius)) break;
        radius = shrunk;
        centre = middle + radius * inward;
    }
    return {centre, clearance(centre)};
}

Enclosure examine_enclosure(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                            std::pmr::memory_resource& memory) {
    // Edges with their direction in the lowest bit: a closed surface has each pair of vertices as often one
    // way as the other.
    Buffer<uint64_t> edges(memory);
    double volume = 0;
    Vec3 origin(0.0);
    for (const Triangle& triangle : triangles) {
        if (is_removed(triangle)) continue;
        if (edges.empty()) origin = positions[triangle.vertex[0]];
        const Vec3 a = positions[triangle.vertex[0]] - origin;
        const Vec3 b = positions[triangle.vertex[1]] - origin;
        const Vec3 c = positions[triangle.vertex[2]] - origin;
        volume += glm::dot(a, glm::cross(b, c));
        for (int i = 0; i < 3; ++i) {
            const uint64_t from = triangle.vertex[i];
            const uint64_t to = triangle.vertex[(i + 1) % 3];
            if (from == to) continue;
            edges.push_back(from < to ? (from << 33 | to << 1) : (to << 33 | from << 1 | 1));
        }
    }
    Buffer<uint64_t> scratch(memory);
    scratch.resize_uninitialized(edges.size());
    sort_keys(edges.span(), scratch.span());
    bool is_closed = !edges.empty() && volume != 0;
    for (std::size_t i = 0; i < edges.size() && is_closed;) {
        const uint64_t edge = edges[i] >> 1;
        int64_t balance = 0;
        for (; i < edges.size() && edges[i] >> 1 == edge; ++i) balance += (edges[i] & 1) != 0 ? 1 : -1;
        is_closed = balance == 0;
    }
    return {is_closed, volume < 0};
}

}  // namespace defcol
