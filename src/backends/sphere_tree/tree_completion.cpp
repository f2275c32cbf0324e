// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "backends/sphere_tree/sphere_tree.hpp"

namespace defcol {

namespace {

constexpr std::size_t most_fit_vertices = 256;

// Numbers each thing seen for the sphere at hand once.
class SeenSet {
  public:
    SeenSet(std::pmr::memory_resource& memory, std::size_t count) : stamp_(memory) {
        stamp_.assign(count, no_index);
    }
    bool add(uint32_t item, uint32_t sphere) {
        if (stamp_[item] == sphere) return false;
        stamp_[item] = sphere;
        return true;
    }

  private:
    Buffer<uint32_t> stamp_;
};

// The vertex nearest to the centre, then again and again the one farthest from those taken: so any first few
// of them lie all over what the sphere covers.
void associate(SphereTree& tree, uint32_t sphere, std::span<const uint32_t> vertices,
               Buffer<double>& squared_gaps) {
    uint32_t* const taken = &tree.associated[std::size_t{sphere} * most_associated];
    double* const distances = &tree.associated_distances[std::size_t{sphere} * most_associated];
    std::fill_n(taken, most_associated, no_index);
    std::fill_n(distances, most_associated, 0.0);
    const Vec3& centre = tree.rest_spheres[sphere].centre;
    const auto squared_distance = [&](uint32_t vertex, const Vec3& to) {
        const Vec3 apart = tree.rest_positions[vertex] - to;
        return glm::dot(apart, apart);
    };
    squared_gaps.assign(vertices.size(), HUGE_VAL);
    std::size_t next = 0;
    double least = HUGE_VAL;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const double squared = squared_distance(vertices[i], centre);
        if (squared < least) {
            least = squared;
            next = i;
        }
    }
    const auto count = std::min<std::size_t>(most_associated, vertices.size());
    for (std::size_t k = 0; k < count; ++k) {
        taken[k] = vertices[next];
        distances[k] = std::sqrt(squared_distance(taken[k], centre));
        double farthest = -1;
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            squared_gaps[i] =
                std::min(squared_gaps[i], squared_distance(vertices[i], tree.rest_positions[taken[k]]));
            if (squared_gaps[i] > farthest) {
                farthest = squared_gaps[i];
                next = i;
            }
        }
        tree.nodes[sphere].associated_count = static_cast<uint32_t>(k + 1);
        if (!(farthest > 0)) break;  // the others lie where one of these lies
    }
}

double rest_radius(const SphereTree& tree, const SphereNode& node, const Vec3& centre) {
    double squared_radius = 0;
    for (uint32_t i = node.point_begin; i < node.point_end; ++i) {
        const Vec3 apart = tree.rest_point(tree.points[i]) - centre;
        squared_radius = std::max(squared_radius, glm::dot(apart, apart));
    }
    return std::sqrt(squared_radius);
}

}  // namespace

void complete_tree(SphereTree& tree, std::pmr::memory_resource& memory) {
    const auto count = tree.sphere_count();
    const std::size_t vertex_count = tree.rest_positions.size();
    tree.points.clear();
    tree.associated.resize_uninitialized(std::size_t{count} * most_associated);
    tree.associated_distances.resize_uninitialized(std::size_t{count} * most_associated);
    SeenSet seen_points(memory, vertex_count + tree.patches.split_points.size());
    SeenSet seen_vertices(memory, vertex_count);
    Buffer<uint32_t> vertices(memory);
    Buffer<double> squared_gaps(memory);
    for (uint32_t i = 0; i < count; ++i) {
        SphereNode& node = tree.nodes[i];
        node.point_begin = static_cast<uint32_t>(tree.points.size());
        node.has_split_points = 0;
        vertices.clear();
        for (uint32_t at = node.patch_begin; at < node.patch_end; ++at) {
            const Patch& patch = tree.patches.patches[at];
            for (const uint32_t corner : patch.corner) {
                if (seen_points.add(corner, i)) tree.points.push_back(corner);
                if (corner >= vertex_count) node.has_split_points = 1;
            }
            for (const uint32_t vertex : tree.triangles[patch.triangle].vertex) {
                if (seen_vertices.add(vertex, i)) vertices.push_back(vertex);
            }
        }
        node.point_end = static_cast<uint32_t>(tree.points.size());
        tree.rest_spheres[i].radius = rest_radius(tree, node, tree.rest_spheres[i].centre);
        associate(tree, i, vertices.span(), squared_gaps);
    }

    tree.fit_vertices.clear();
    if (tree.empty()) return;
    const SphereNode& root = tree.nodes[0];
    const std::size_t step = (root.point_end - root.point_begin) / most_fit_vertices + 1;
    for (std::size_t i = root.point_begin; i < root.point_end; i += step) {
        if (tree.points[i] < vertex_count) tree.fit_vertices.push_back(tree.points[i]);
    }
}

}  // namespace defcol
