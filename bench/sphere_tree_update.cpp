// SPDX-License-Identifier: MIT
// What moving a sphere costs (Mendoza & O'Sullivan 2005, section 4.4), how the number of associated vertices
// changes size and misses of the paper's heuristic, and how many pairs of spheres are tested per second.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "backends/sphere_tree/tree_construction.hpp"
#include "backends/sphere_tree/tree_update.hpp"
#include "base/log.hpp"
#include "base/memory.hpp"
#include "base/workers.hpp"
#include "scenes/random_numbers.hpp"
#include "sphere_tree_common.hpp"

namespace {

using defcol::Sphere;
using defcol::SphereNode;
using defcol::Triangle;
using defcol::Vec3;

struct Moved {
    defcol::Memory memory;
    defcol::Workers workers{1};
    defcol::SphereTree tree{memory};
    defcol::Buffer<Vec3> split_positions{memory};
    defcol::Buffer<Sphere> spheres{memory};
    std::vector<Vec3> rest;

    explicit Moved(const scenes::Mesh& mesh) {
        std::vector<Triangle> triangles;
        for (uint64_t v = 0; v < mesh.vertex_count(); ++v) {
            rest.emplace_back(mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]);
        }
        for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
            triangles.push_back({{mesh.triangles[i], mesh.triangles[i + 1], mesh.triangles[i + 2]}});
        }
        defcol::build_sphere_tree({.positions = rest, .triangles = triangles, .settings = {}}, workers,
                                  defcol::Log(), memory, tree);
    }

    double follow(const std::vector<Vec3>& positions, bool conservative, uint32_t associated) {
        const auto start = std::chrono::steady_clock::now();
        defcol::update_spheres(tree,
                               {.positions = positions.data(),
                                .usable_vertices = nullptr,
                                .usable_triangles = nullptr,
                                .conservative = conservative,
                                .associated_count = associated},
                               workers, split_positions, spheres);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

    // Part of the corners of patches that their leaf does not contain.
    double miss_rate(const std::vector<Vec3>& positions) const {
        uint64_t missed = 0;
        uint64_t all = 0;
        for (uint32_t i = 0; i < tree.sphere_count(); ++i) {
            const SphereNode& node = tree.nodes[i];
            if (!node.is_leaf()) continue;
            for (uint32_t at = node.point_begin; at < node.point_end; ++at) {
                if (tree.points[at] >= tree.vertex_count()) continue;
                ++all;
                const double distance = glm::length(positions[tree.points[at]] - spheres[i].centre);
                if (distance > spheres[i].radius) ++missed;
            }
        }
        return static_cast<double>(missed) / static_cast<double>(all);
    }

    double mean_leaf_radius() const {
        double sum = 0;
        double count = 0;
        for (uint32_t i = 0; i < tree.sphere_count(); ++i) {
            if (!tree.nodes[i].is_leaf()) continue;
            sum += spheres[i].radius;
            count += 1;
        }
        return sum / count;
    }
};

std::vector<Vec3> deformed(const std::vector<Vec3>& rest, double size) {
    std::vector<Vec3> moved;
    for (const Vec3& p : rest) {
        const double twist = 1 + 3 * size * p.y;
        Vec3 q = p;
        q.x *= 1 + size;
        q.z += 2 * size * p.x * p.x;
        moved.emplace_back(std::cos(twist) * q.x - std::sin(twist) * q.z, q.y,
                           std::sin(twist) * q.x + std::cos(twist) * q.z);
    }
    return moved;
}

}  // namespace

int main() {
    for (const bench::NamedMesh& named : bench::sphere_tree_meshes()) {
        Moved moved(named.mesh);
        const auto spheres = static_cast<double>(moved.tree.sphere_count());
        std::printf("\n%s: %zu vertices, %.0f spheres\n", named.name.c_str(), moved.rest.size(), spheres);
        const std::vector<Vec3> half = deformed(moved.rest, 0.1);
        const auto best_time = [&](bool conservative, uint32_t associated) {
            double best = HUGE_VAL;
            for (int i = 0; i < 10; ++i) best = std::min(best, moved.follow(half, conservative, associated));
            return best;
        };
        std::printf("  conservative, 8 associated: %.3f ms, %.1f ns per sphere\n", 1e3 * best_time(true, 8),
                    1e9 * best_time(true, 8) / spheres);
        std::printf(
            "  the paper's heuristic:\n  %12s %12s | part of vertices outside their leaf (mean leaf radius, "
            "conservative = 1) at deformation\n  %12s %12s | %16.3f %16.3f %16.3f %16.3f\n",
            "associated", "ns/sphere", "", "", 0.0, 0.05, 0.1, 0.3);
        for (const uint32_t associated : {1U, 2U, 4U, 8U, 16U}) {
            std::printf("  %12u %12.1f |", associated, 1e9 * best_time(false, associated) / spheres);
            for (const double size : {0.0, 0.05, 0.1, 0.3}) {
                const std::vector<Vec3> positions = deformed(moved.rest, size);
                moved.follow(positions, true, associated);
                const double conservative = moved.mean_leaf_radius();
                moved.follow(positions, false, associated);
                std::printf(" %8.4f (%5.3f)", moved.miss_rate(positions),
                            moved.mean_leaf_radius() / conservative);
            }
            std::printf("\n");
        }
    }

    const auto meshes = bench::sphere_tree_meshes();
    const bench::SpherePairSession session(meshes[0].mesh, meshes[0].mesh, 0);
    session.place(0.3, 0.05, 0.1);
    double best = 0;
    for (int i = 0; i < 5; ++i) {
        session.detect(HUGE_VAL, 1000000);
        const defcol_statistics s = session.statistics();
        best = std::max(best, static_cast<double>(s.sphere_test_count) / s.search_seconds);
    }
    std::printf("\n%s twice: %.1f million tests of sphere pairs per second\n", meshes[0].name.c_str(),
                best / 1e6);
    return 0;
}
