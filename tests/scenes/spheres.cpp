// SPDX-License-Identifier: MIT
#include "scenes/spheres.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"

namespace scenes {
namespace {

constexpr std::array<std::array<uint32_t, 3>, 20> icosahedron_faces{{
    {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1},
}};

std::array<Point, 12> icosahedron_corners() {
    const double t = (1 + std::sqrt(5.0)) / 2;
    return {{{-1, t, 0},
             {1, t, 0},
             {-1, -t, 0},
             {1, -t, 0},
             {0, -1, t},
             {0, 1, t},
             {0, -1, -t},
             {0, 1, -t},
             {t, 0, -1},
             {t, 0, 1},
             {-t, 0, -1},
             {-t, 0, 1}}};
}

Point rippled(Point p, double phase) {
    const double ripple =
        std::sin(6 * p.x + phase) * std::sin(5 * p.y - 0.8 * phase) + std::sin(7 * p.z + phase);
    return (1 + 0.0125 * ripple) * p;
}

}  // namespace

Mesh icosphere(uint32_t frequency) {
    const std::array<Point, 12> corners = icosahedron_corners();
    Mesh mesh;
    mesh.positions.reserve(size_t{3} * (10 * size_t{frequency} * frequency + 2));
    mesh.triangles.reserve(size_t{60} * frequency * frequency);
    for (const Point& corner : corners) add_vertex(mesh, unit(corner));

    // The inner vertices of an edge are made once, in the direction from its lower to its higher corner.
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> first_of_edge;
    const auto on_edge = [&](uint32_t from, uint32_t to, uint32_t step) {
        if (step == 0) return from;
        if (step == frequency) return to;
        const std::pair<uint32_t, uint32_t> edge = std::minmax(from, to);
        const auto [place, is_new] =
            first_of_edge.try_emplace(edge, static_cast<uint32_t>(mesh.vertex_count()));
        if (is_new) {
            for (uint32_t i = 1; i < frequency; ++i) {
                add_vertex(mesh, unit(double(frequency - i) * corners[edge.first] +
                                      double(i) * corners[edge.second]));
            }
        }
        return place->second + (from < to ? step : frequency - step) - 1;
    };

    std::vector<uint32_t> above;
    std::vector<uint32_t> row;
    for (const auto& [a, b, c] : icosahedron_faces) {
        above.assign(1, a);
        for (uint32_t i = 1; i <= frequency; ++i) {
            row.clear();
            for (uint32_t j = 0; j <= i; ++j) {
                if (j == 0) {
                    row.push_back(on_edge(a, b, i));
                } else if (j == i) {
                    row.push_back(on_edge(a, c, i));
                } else if (i == frequency) {
                    row.push_back(on_edge(b, c, j));
                } else {
                    row.push_back(
                        add_vertex(mesh, unit(double(frequency - i) * corners[a] +
                                              double(i - j) * corners[b] + double(j) * corners[c])));
                }
            }
            for (uint32_t j = 0; j < i; ++j) {
                add_triangle(mesh, above[j], row[j], row[j + 1]);
                if (j + 1 < i) add_triangle(mesh, above[j], row[j + 1], above[j + 1]);
            }
            std::swap(above, row);
        }
    }
    return mesh;
}

Scene sphere_self(uint32_t frequency) {
    return moved_from_rest("sphere_self", {icosphere(frequency)}, true,
                           [](uint32_t frame, uint32_t, Point p) { return rippled(p, 0.3 * frame); });
}

Scene sphere_pair(uint32_t frequency) {
    return moved_from_rest(
        "sphere_pair", {icosphere(frequency), icosphere(frequency)}, false,
        [](uint32_t frame, uint32_t mesh, Point p) {
            // Turned, so that the two do not mirror each other.
            if (mesh == 0) return rippled(p, 0.3 * frame);
            return rippled(turned_about_z(turned_about_x(p, 0.3), 0.2), 2 + 0.25 * frame) + Point{1.6, 0, 0};
        });
}

Scene nested_spheres(uint32_t frequency) {
    return moved_from_rest("nested_spheres",
                           {icosphere(frequency), icosphere(frequency), icosphere(frequency)}, true,
                           [](uint32_t frame, uint32_t mesh, Point p) {
                               return (1 - 0.25 * mesh) * rippled(p, 0.3 * frame + mesh);
                           });
}

Scene identical_spheres(uint32_t frequency) {
    return moved_from_rest("identical_spheres", {icosphere(frequency), icosphere(frequency)}, false,
                           [](uint32_t frame, uint32_t, Point p) { return rippled(p, 0.3 * frame); });
}

Scene teleporting_spheres(uint32_t object_count, uint32_t frequency, uint64_t seed) {
    std::vector<Mesh> meshes(object_count, icosphere(frequency));
    const double radius = 0.75 / std::cbrt(object_count);
    return moved_from_rest("teleporting_spheres", std::move(meshes), false,
                           [radius, seed](uint32_t frame, uint32_t mesh, Point p) {
                               const uint32_t jump = frame % 4 == 3 ? frame - 1 : frame;
                               Random random(seed + (uint64_t{jump} << 32) + mesh);
                               const double x = random.between(-1, 1);
                               const double y = random.between(-1, 1);
                               // Now and then very far: a cell grid over the whole extent would explode.
                               const double far = random.below(16) == 0 ? 1e4 : 1;
                               return far * Point{x, y, random.between(-1, 1)} + radius * p;
                           });
}

}  // namespace scenes
