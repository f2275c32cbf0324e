// SPDX-License-Identifier: MIT
#include "backends/sphere_tree_fixture.hpp"

#include <algorithm>
#include <cmath>

#include "base/log.hpp"

namespace suite {

using defcol::Sphere;
using defcol::Triangle;
using defcol::Vec3;

std::vector<Vec3> points_of(const scenes::Mesh& mesh) {
    std::vector<Vec3> points;
    for (uint64_t v = 0; v < mesh.vertex_count(); ++v) {
        points.emplace_back(mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]);
    }
    return points;
}

LooseTree::LooseTree(const scenes::Mesh& mesh, defcol::TreeSettings settings, uint32_t worker_count)
    : workers_(worker_count), tree_(memory_), split_positions_(memory_), spheres_(memory_) {
    const std::vector<Vec3> points = points_of(mesh);
    const std::vector<uint32_t> ids = surface_triangles(mesh);
    std::vector<Triangle> triangles;
    for (std::size_t i = 0; i < ids.size(); i += 3) triangles.push_back({{ids[i], ids[i + 1], ids[i + 2]}});
    defcol::build_sphere_tree({.positions = points, .triangles = triangles, .settings = settings}, workers_,
                              defcol::Log(), memory_, tree_);
    leaves_.resize(triangles.size());
    for (uint32_t i = 0; i < tree_.sphere_count(); ++i) {
        const defcol::SphereNode& node = tree_.nodes[i];
        if (!node.is_leaf()) continue;
        for (uint32_t at = node.patch_begin; at < node.patch_end; ++at) {
            auto& leaves = leaves_[tree_.patches.patches[at].triangle];
            if (leaves.empty() || leaves.back() != i) leaves.push_back(i);
        }
    }
    follow(mesh);
}

const defcol::Buffer<Sphere>& LooseTree::follow(const scenes::Mesh& moved, bool conservative,
                                                uint32_t associated_count) {
    const std::vector<Vec3> points = points_of(moved);
    defcol::update_spheres(tree_,
                           {.positions = points.data(),
                            .usable_vertices = nullptr,
                            .usable_triangles = nullptr,
                            .conservative = conservative,
                            .associated_count = associated_count},
                           workers_, split_positions_, spheres_);
    return spheres_;
}

uint64_t LooseTree::uncovered(const scenes::Mesh& moved, uint64_t sample_count, uint64_t seed) const {
    const std::vector<Vec3> points = points_of(moved);
    scenes::Random random(seed);
    uint64_t missing = 0;
    for (uint64_t sample = 0; sample < sample_count; ++sample) {
        const uint32_t triangle = random.below(static_cast<uint32_t>(leaves_.size()));
        double u = random.unit();
        double v = random.unit();
        if (u + v > 1) {
            u = 1 - u;
            v = 1 - v;
        }
        const auto& corner = tree_.triangles[triangle].vertex;
        const Vec3 point = (1 - u - v) * points[corner[0]] + u * points[corner[1]] + v * points[corner[2]];
        const bool covered = std::ranges::any_of(leaves_[triangle], [&](uint32_t leaf) {
            // The sample itself is rounded.
            const double rounding = 1e-15 * (glm::length(point) + glm::length(points[corner[0]]));
            return glm::length(point - spheres_[leaf].centre) <=
                   spheres_[leaf].radius * (1 + 1e-12) + rounding;
        });
        if (!covered) ++missing;
    }
    return missing;
}

scenes::Mesh deformed(const scenes::Mesh& mesh, double size, uint64_t seed) {
    scenes::Random random(seed);
    const double angle = random.between(0, 6.28);
    const double stretch = 1 + size * random.between(-0.5, 1);
    const double bend = size * random.between(-1, 1);
    const double shake = 0.05 * size * random.unit();
    const scenes::Point shift{random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)};
    scenes::Mesh moved = mesh;
    scenes::map_vertices(moved, [&](scenes::Point p) {
        p.x *= stretch;
        p.z += bend * p.x * p.x;
        const double twist = angle + size * p.y;
        const scenes::Point turned{std::cos(twist) * p.x - std::sin(twist) * p.z, p.y,
                                   std::sin(twist) * p.x + std::cos(twist) * p.z};
        return turned + shift +
               scenes::Point{shake * random.between(-1, 1), shake * random.between(-1, 1),
                             shake * random.between(-1, 1)};
    });
    return moved;
}

scenes::Mesh plain_box(double x, double y, double z) {
    scenes::Mesh box;
    for (uint32_t i = 0; i < 8; ++i) {
        scenes::add_vertex(box, {(i & 1) != 0 ? x : 0, (i & 2) != 0 ? y : 0, (i & 4) != 0 ? z : 0});
    }
    const uint32_t quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                  {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& quad : quads) {
        scenes::add_triangle(box, quad[0], quad[1], quad[2]);
        scenes::add_triangle(box, quad[0], quad[2], quad[3]);
    }
    return box;
}

scenes::Mesh shifted(scenes::Mesh mesh, scenes::Point by) {
    scenes::map_vertices(mesh, [&](scenes::Point p) { return p + by; });
    return mesh;
}

}  // namespace suite
