// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/tree_update.hpp"

#include <algorithm>
#include <cmath>

#include "backends/sphere_tree/rigid_fit.hpp"

namespace defcol {

namespace {

constexpr uint64_t points_per_range = 4096;
constexpr uint64_t spheres_per_range = 32;

// Each of at most eight roundings in a distance is below 2^-53 of it.
constexpr double outward_factor = 1 + 0x1p-48;
// A split point is computed from three products: 2^-51 of the largest coordinate at most.
constexpr double split_error = 0x1p-49;

class SphereMover {
  public:
    SphereMover(const SphereTree& tree, const TreeMotion& motion, const Vec3* split_positions)
        : tree_(tree),
          motion_(motion),
          split_positions_(split_positions),
          rigid_(fit_rigid_motion(tree.fit_vertices.span(), tree.rest_positions.data(), motion.positions,
                                  motion.usable_vertices)) {}

    Sphere move(uint32_t id) const {
        const SphereNode& node = tree_.nodes[id];
        const Sphere& rest = tree_.rest_spheres[id];
        if (!counts(node)) return {rest.centre, -HUGE_VAL};
        Sphere sphere{moved_centre(id), 0};
        if (!motion_.conservative) {
            sphere.radius = rest.radius * largest_ratio(id, sphere.centre);
        } else if (motion_.cover != nullptr && motion_.cover->bounds(id)) {
            sphere.radius = motion_.cover->radius(id, sphere.centre, *motion_.steering);
        } else {
            sphere.radius = covering_radius(node, sphere.centre);
        }
        return sphere;
    }

  private:
    bool vertex_counts(uint32_t vertex) const {
        return motion_.usable_vertices == nullptr || motion_.usable_vertices[vertex] != 0;
    }

    bool counts(const SphereNode& node) const {
        if (motion_.usable_triangles == nullptr) return true;
        for (uint32_t i = node.patch_begin; i < node.patch_end; ++i) {
            if (motion_.usable_triangles[tree_.patches.patches[i].triangle] != 0) return true;
        }
        return false;
    }

    uint32_t associated_count(uint32_t id) const {
        return std::min(tree_.nodes[id].associated_count, motion_.associated_count);
    }

    Vec3 moved_centre(uint32_t id) const {
        const uint32_t* const associated = &tree_.associated[std::size_t{id} * most_associated];
        Vec3 displacement(0.0);
        double count = 0;
        for (uint32_t i = 0; i < associated_count(id); ++i) {
            const uint32_t vertex = associated[i];
            if (!vertex_counts(vertex)) continue;
            displacement += motion_.positions[vertex] - rigid_.apply(tree_.rest_positions[vertex]);
            count += 1;
        }
        const Vec3 carried = rigid_.apply(tree_.rest_spheres[id].centre);
        return count > 0 ? carried + displacement / count : carried;
    }

    double covering_radius(const SphereNode& node, const Vec3& centre) const {
        double squared_radius = 0;
        double largest_coordinate = 0;
        const uint32_t vertex_count = tree_.vertex_count();
        const uint32_t* const points = tree_.points.data();
        if (node.has_split_points == 0 && motion_.usable_vertices == nullptr) {
            for (uint32_t i = node.point_begin; i < node.point_end; ++i) {
                const Vec3 apart = motion_.positions[points[i]] - centre;
                squared_radius = std::max(squared_radius, glm::dot(apart, apart));
            }
            return std::sqrt(squared_radius) * outward_factor;
        }
        for (uint32_t i = node.point_begin; i < node.point_end; ++i) {
            const uint32_t point = points[i];
            if (!point_counts(point)) continue;
            const Vec3& position =
                point < vertex_count ? motion_.positions[point] : split_positions_[point - vertex_count];
            const Vec3 apart = position - centre;
            squared_radius = std::max(squared_radius, glm::dot(apart, apart));
            if (point < vertex_count) continue;
            for (const uint32_t vertex : tree_.patches.split_points[point - vertex_count].vertex) {
                const Vec3 size = glm::abs(motion_.positions[vertex]);
                largest_coordinate = std::max({largest_coordinate, size.x, size.y, size.z});
            }
        }
        return std::sqrt(squared_radius) * outward_factor + split_error * largest_coordinate;
    }

    bool point_counts(uint32_t point) const {
        if (motion_.usable_vertices == nullptr) return true;
        if (point < tree_.vertex_count()) return vertex_counts(point);
        const auto& corners = tree_.patches.split_points[point - tree_.vertex_count()].vertex;
        return std::ranges::all_of(corners, [this](uint32_t vertex) { return vertex_counts(vertex); });
    }

    double largest_ratio(uint32_t id, const Vec3& centre) const {
        const uint32_t* const associated = &tree_.associated[std::size_t{id} * most_associated];
        const double* const distances = &tree_.associated_distances[std::size_t{id} * most_associated];
        double ratio = 0;
        for (uint32_t i = 0; i < associated_count(id); ++i) {
            if (!vertex_counts(associated[i]) || !(distances[i] > 0)) continue;
            ratio = std::max(ratio, glm::length(motion_.positions[associated[i]] - centre) / distances[i]);
        }
        return ratio > 0 ? ratio : 1.0;
    }

    const SphereTree& tree_;
    const TreeMotion& motion_;
    const Vec3* split_positions_;
    RigidMotion rigid_;
};

}  // namespace

void update_spheres(const SphereTree& tree, const TreeMotion& motion, Workers& workers,
                    Buffer<Vec3>& split_positions, Buffer<Sphere>& spheres) {
    const auto& split_points = tree.patches.split_points;
    split_positions.resize_uninitialized(split_points.size());
    parallel_ranges(workers, split_points.size(), points_per_range,
                    [&](uint64_t begin, uint64_t end, uint32_t) {
                        for (uint64_t i = begin; i < end; ++i) {
                            split_positions[i] = split_position(split_points[i], motion.positions);
                        }
                    });
    spheres.resize_uninitialized(tree.sphere_count());
    if (tree.empty()) return;
    const SphereMover mover(tree, motion, split_positions.data());
    parallel_ranges(workers, tree.sphere_count(), spheres_per_range,
                    [&](uint64_t begin, uint64_t end, uint32_t) {
                        for (uint64_t i = begin; i < end; ++i) {
                            spheres[i] = mover.move(static_cast<uint32_t>(i));
                        }
                    });
}

}  // namespace defcol
