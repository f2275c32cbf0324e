// SPDX-License-Identifier: MIT
// How tightly leaf spheres fit, beside an octree of spheres and a tree after Hubbard, at the same number of
// leaves: the distance of the outer boundary of the union from the surface. And how long building takes.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

#include "backends/sphere_tree/medial_balls.hpp"
#include "backends/sphere_tree/tree_construction.hpp"
#include "base/log.hpp"
#include "base/memory.hpp"
#include "base/workers.hpp"
#include "scenes/random_numbers.hpp"
#include "sphere_tree_common.hpp"

namespace {

using defcol::Sphere;
using defcol::Triangle;
using defcol::Vec3;

struct Surface {
    std::vector<Vec3> points;
    std::vector<Triangle> triangles;
};

Surface surface_of(const scenes::Mesh& mesh) {
    Surface surface;
    for (uint64_t v = 0; v < mesh.vertex_count(); ++v) {
        surface.points.emplace_back(mesh.positions[3 * v], mesh.positions[3 * v + 1],
                                    mesh.positions[3 * v + 2]);
    }
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
        surface.triangles.push_back({{mesh.triangles[i], mesh.triangles[i + 1], mesh.triangles[i + 2]}});
    }
    return surface;
}

// Dense samples of the surface with their normals, to measure distances and sides.
struct Samples {
    defcol::Memory memory;
    defcol::PointIndex index{memory};
    std::vector<Vec3> points;
    std::vector<Vec3> normals;

    Samples(const Surface& surface, uint32_t per_triangle) {
        scenes::Random random(5);
        for (const Triangle& triangle : surface.triangles) {
            const Vec3& a = surface.points[triangle.vertex[0]];
            const Vec3& b = surface.points[triangle.vertex[1]];
            const Vec3& c = surface.points[triangle.vertex[2]];
            const Vec3 normal = glm::cross(b - a, c - a);
            for (uint32_t i = 0; i < per_triangle; ++i) {
                double u = random.unit();
                double v = random.unit();
                if (u + v > 1) {
                    u = 1 - u;
                    v = 1 - v;
                }
                points.push_back(a + u * (b - a) + v * (c - a));
                normals.push_back(normal);
            }
        }
        std::vector<uint32_t> ids(points.size());
        for (uint32_t i = 0; i < ids.size(); ++i) ids[i] = i;
        index.build(points, ids);
    }
    // Above the surface by so much; negative: inside.
    double height(const Vec3& point) const {
        const auto nearest = index.find(point);
        const double distance = std::sqrt(nearest.squared_distance);
        return glm::dot(point - points[nearest.point], normals[nearest.point]) > 0 ? distance : -distance;
    }
};

struct Fit {
    double mean = 0;
    double worst = 0;
};

// Points all over each sphere that lie in no other sphere and outside the object.
Fit measure_fit(const std::vector<Sphere>& spheres, const Samples& samples) {
    constexpr int per_sphere = 24;
    Fit fit;
    double count = 0;
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        for (int k = 0; k < per_sphere; ++k) {
            const double z = 1 - (2 * k + 1.0) / per_sphere;  // a spiral from pole to pole
            const double angle = 2.399963 * k + 0.7 * static_cast<double>(i);
            const double ring = std::sqrt(1 - z * z);
            const Vec3 point = spheres[i].centre +
                               spheres[i].radius * Vec3(ring * std::cos(angle), ring * std::sin(angle), z);
            const double height = samples.height(point);
            if (height <= 0) continue;
            bool is_inside_another = false;
            for (std::size_t other = 0; other < spheres.size() && !is_inside_another; ++other) {
                const Vec3 apart = point - spheres[other].centre;
                is_inside_another =
                    other != i && glm::dot(apart, apart) < spheres[other].radius * spheres[other].radius;
            }
            if (is_inside_another) continue;
            // Boundary area that the point stands for.
            const double area = spheres[i].radius * spheres[i].radius;
            fit.mean += area * height;
            count += area;
            fit.worst = std::max(fit.worst, height);
        }
    }
    fit.mean /= std::max(count, 1e-300);
    return fit;
}

std::vector<Sphere> leaves_of(const defcol::SphereTree& tree) {
    std::vector<Sphere> leaves;
    for (uint32_t i = 0; i < tree.sphere_count(); ++i) {
        if (tree.nodes[i].is_leaf()) leaves.push_back(tree.rest_spheres[i]);
    }
    return leaves;
}

using Cell = std::array<int, 3>;

// Spheres around the cubes of a grid that hold samples: the leaves of an octree of that depth. The grid may
// be any size, so that the number of leaves can be matched.
std::vector<Sphere> octree_leaves(const Samples& samples, std::size_t wanted) {
    Vec3 low(HUGE_VAL);
    Vec3 high(-HUGE_VAL);
    for (const Vec3& point : samples.points) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    const Vec3 extent = high - low;
    const double longest = std::max({extent.x, extent.y, extent.z});
    std::vector<Sphere> best;
    for (int resolution = 2; resolution < 512; ++resolution) {
        const double edge = longest / resolution;
        std::map<Cell, int> cells;
        for (const Vec3& point : samples.points) {
            Cell cell;
            for (int axis = 0; axis < 3; ++axis) {
                cell[static_cast<std::size_t>(axis)] = static_cast<int>((point[axis] - low[axis]) / edge);
            }
            cells[cell] = 1;
        }
        if (cells.size() > wanted) break;
        best.clear();
        for (const auto& [cell, one] : cells) {
            best.push_back({low + edge * Vec3(cell[0] + 0.5, cell[1] + 0.5, cell[2] + 0.5),
                            0.5 * std::sqrt(3.0) * edge});
        }
    }
    return best;
}

// After Hubbard 1996: medial spheres of samples, and the two that cost least merged until few enough are
// left, each grown to cover what they covered. Here greedily over neighbours of a coarse start.
std::vector<Sphere> hubbard_leaves(const Surface& surface, std::size_t wanted) {
    defcol::Memory memory;
    defcol::SurfacePatches patches(memory);
    defcol::split_triangles(surface.points, surface.triangles, HUGE_VAL, patches);
    const defcol::Enclosure enclosure = defcol::examine_enclosure(surface.points, surface.triangles, memory);
    defcol::MedialBalls balls(memory);
    balls.build(surface.points, surface.triangles, patches, enclosure.is_closed, enclosure.is_inside_out);
    struct Piece {
        Vec3 centre;
        double radius;
        std::vector<uint32_t> vertices;
        bool is_alive;
    };
    std::vector<Piece> pieces;
    const std::size_t start = std::min<std::size_t>(patches.size(), 4 * wanted);
    const double step = static_cast<double>(patches.size()) / static_cast<double>(start);
    for (std::size_t i = 0; i < start; ++i) {
        const auto id = static_cast<uint32_t>(step * static_cast<double>(i));
        pieces.push_back({balls.ball_at(patches.patches[id], id).centre, 0, {}, true});
    }
    // Every triangle to the ball that must grow least.
    for (const defcol::Patch& patch : patches.patches) {
        std::size_t best = 0;
        double least = HUGE_VAL;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            double farthest = 0;
            for (const uint32_t corner : patch.corner) {
                farthest = std::max(farthest, glm::length(surface.points[corner] - pieces[i].centre));
            }
            const double growth = farthest;
            if (growth < least) {
                least = growth;
                best = i;
            }
        }
        for (const uint32_t corner : patch.corner) pieces[best].vertices.push_back(corner);
    }
    const auto covering_radius = [&](const Vec3& centre, const std::vector<uint32_t>& vertices) {
        double radius = 0;
        for (const uint32_t v : vertices) radius = std::max(radius, glm::length(surface.points[v] - centre));
        return radius;
    };
    std::size_t alive = 0;
    for (Piece& piece : pieces) {
        piece.is_alive = !piece.vertices.empty();
        alive += piece.is_alive ? 1 : 0;
        piece.radius = covering_radius(piece.centre, piece.vertices);
    }
    while (alive > wanted) {
        // The smallest sphere with the neighbour that makes the smallest common one.
        std::size_t smallest = 0;
        double least = HUGE_VAL;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (pieces[i].is_alive && pieces[i].radius < least) {
                least = pieces[i].radius;
                smallest = i;
            }
        }
        std::size_t partner = smallest;
        double least_cost = HUGE_VAL;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (!pieces[i].is_alive || i == smallest) continue;
            const double cost = glm::length(pieces[i].centre - pieces[smallest].centre) +
                                pieces[smallest].radius - pieces[i].radius;
            if (cost < least_cost) {
                least_cost = cost;
                partner = i;
            }
        }
        Piece& kept = pieces[partner];
        Piece& merged = pieces[smallest];
        kept.vertices.insert(kept.vertices.end(), merged.vertices.begin(), merged.vertices.end());
        kept.radius = covering_radius(kept.centre, kept.vertices);
        merged.is_alive = false;
        --alive;
    }
    std::vector<Sphere> spheres;
    for (const Piece& piece : pieces) {
        if (piece.is_alive) spheres.push_back({piece.centre, piece.radius});
    }
    return spheres;
}

void print_fit(const char* what, std::size_t count, const Fit& fit, const Fit& ours) {
    std::printf("  %-12s %6zu leaves  mean %8.5f (%5.2f x)  worst %8.5f (%5.2f x)\n", what, count, fit.mean,
                fit.mean / ours.mean, fit.worst, fit.worst / ours.worst);
}

}  // namespace

int main() {
    std::printf(
        "Distance of the union of leaf spheres from the surface, outside; the object's longest side is 1\n");
    for (const bench::NamedMesh& named : bench::sphere_tree_meshes()) {
        const Surface surface = surface_of(named.mesh);
        const Samples samples(surface, surface.triangles.size() > 50000 ? 2 : 8);
        for (const uint32_t depth : {2U, 3U}) {
            defcol::Memory memory;
            defcol::Workers workers(1);
            defcol::SphereTree tree(memory);
            const auto start = std::chrono::steady_clock::now();
            defcol::build_sphere_tree(
                {.positions = surface.points, .triangles = surface.triangles, .settings = {.depth = depth}},
                workers, defcol::Log(), memory, tree);
            const double seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            const std::vector<Sphere> leaves = leaves_of(tree);
            std::printf("%s, %zu triangles, depth %u, built in %.2f s\n", named.name.c_str(),
                        surface.triangles.size(), depth, seconds);
            const Fit ours = measure_fit(leaves, samples);
            print_fit("ours", leaves.size(), ours, ours);
            const std::vector<Sphere> octree = octree_leaves(samples, leaves.size());
            print_fit("octree", octree.size(), measure_fit(octree, samples), ours);
            const std::vector<Sphere> hubbard = hubbard_leaves(surface, leaves.size());
            print_fit("Hubbard", hubbard.size(), measure_fit(hubbard, samples), ours);
        }
    }
    return 0;
}
