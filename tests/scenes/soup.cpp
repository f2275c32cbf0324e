// SPDX-License-Identifier: MIT
#include "scenes/soup.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"

namespace scenes {
namespace {

Point in_cube(Random& random) {
    const double x = random.unit();
    const double y = random.unit();
    return {x, y, random.unit()};
}

Point direction(Random& random) {
    for (;;) {
        const Point p = 2 * in_cube(random) - Point{1, 1, 1};
        if (dot(p, p) <= 1 && dot(p, p) > 0x1p-20) return unit(p);
    }
}

// Corners are drawn around a centre; each primitive has its own vertices.
Mesh loose_primitives(uint32_t count, double size, uint32_t corners, Random& random) {
    Mesh mesh;
    for (uint32_t i = 0; i < count; ++i) {
        const Point centre = in_cube(random);
        for (uint32_t corner = 0; corner < corners; ++corner) {
            const uint32_t vertex =
                add_vertex(mesh, centre + (size * random.between(0.3, 1)) * direction(random));
            (corners == 3 ? mesh.triangles : mesh.tetrahedra).push_back(vertex);
        }
    }
    return mesh;
}

Scene drifting(std::string name, std::vector<Mesh> meshes, bool self, uint32_t corners, double distance) {
    Scene scene;
    scene.name = std::move(name);
    scene.self = self;
    scene.meshes = meshes;
    scene.move = [rest = std::move(meshes), corners, distance](uint32_t frame, Scene& moved) {
        for (uint32_t m = 0; m < rest.size(); ++m) {
            for (uint64_t v = 0; v < rest[m].vertex_count(); ++v) {
                const double way = static_cast<double>(v / corners) + 0.37 * m;
                const Point shift{std::sin(0.2 * frame + way), std::sin(0.17 * frame + 1.9 * way),
                                  std::sin(0.23 * frame + 2.7 * way)};
                set_position(moved.meshes[m], v, position(rest[m], v) + distance * shift);
            }
        }
    };
    scene.advance(0);
    return scene;
}

// Corners on a 5 x 5 x 5 lattice, so that points, edges and planes coincide often. Vertices are shared at
// random and also duplicated at the same place.
Mesh lattice_primitives(uint32_t count, uint32_t corners, Random& random) {
    Mesh mesh;
    const uint32_t vertices = std::max(count, 8U);
    for (uint32_t v = 0; v < vertices; ++v) {
        const double x = random.below(5);
        const double y = random.below(5);
        add_vertex(mesh, {x, y, static_cast<double>(random.below(5))});
    }
    std::vector<uint32_t>& indices = corners == 3 ? mesh.triangles : mesh.tetrahedra;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t kind = random.below(8);
        if (kind == 0 && i > 0) {
            // The same element again, turned round.
            const size_t first = size_t{corners} * random.below(i);
            for (uint32_t corner = corners; corner-- > 0;) indices.push_back(indices[first + corner]);
            continue;
        }
        std::array<uint32_t, 4> chosen{};
        for (uint32_t& vertex : chosen) vertex = random.below(vertices);
        if (kind == 1) chosen[1] = chosen[0];
        if (kind == 2) chosen[2] = chosen[1] = chosen[0];
        indices.insert(indices.end(), chosen.begin(), chosen.begin() + corners);
    }
    return mesh;
}

Scene lattice_scene(std::string name, uint32_t count, uint32_t corners, uint64_t seed) {
    Random random(seed);
    std::vector<Mesh> meshes{lattice_primitives(count, corners, random),
                             lattice_primitives(count, corners, random)};
    // Half steps: lattice points meet lattice points, edges and faces in turn.
    return moved_from_rest(
        std::move(name), std::move(meshes), true, [](uint32_t frame, uint32_t mesh, Point p) {
            return p + (0.5 * mesh) * Point{double(frame % 3), double(frame % 2), double(frame / 2 % 3)};
        });
}

}  // namespace

Scene triangle_soup(uint32_t mesh_count, uint32_t count, double size, bool self, uint64_t seed) {
    Random random(seed);
    std::vector<Mesh> meshes;
    for (uint32_t m = 0; m < mesh_count; ++m) meshes.push_back(loose_primitives(count, size, 3, random));
    return drifting("triangle_soup", std::move(meshes), self, 3, 0.3 * size);
}

Scene tetrahedron_soup(uint32_t mesh_count, uint32_t count, double size, bool self, uint64_t seed) {
    Random random(seed);
    std::vector<Mesh> meshes;
    for (uint32_t m = 0; m < mesh_count; ++m) meshes.push_back(loose_primitives(count, size, 4, random));
    return drifting("tetrahedron_soup", std::move(meshes), self, 4, 0.3 * size);
}

Scene slivers(uint32_t count, double length, uint64_t seed) {
    Random random(seed);
    std::vector<Mesh> meshes(2);
    for (Mesh& mesh : meshes) {
        for (uint32_t i = 0; i < count; ++i) {
            const Point centre = in_cube(random);
            const Point along = direction(random);
            const Point across = unit(cross(along, direction(random)));
            const uint32_t a = add_vertex(mesh, centre - (length / 2) * along);
            const uint32_t b = add_vertex(mesh, centre + (length / 2) * along);
            add_triangle(mesh, a, b, add_vertex(mesh, centre + (1e-4 * length) * across));
        }
    }
    return drifting("slivers", std::move(meshes), false, 3, 0.02 * length);
}

Scene degenerate_mix(uint32_t count, uint64_t seed) {
    return lattice_scene("degenerate_mix", count, 3, seed);
}

Scene degenerate_tetrahedra(uint32_t count, uint64_t seed) {
    return lattice_scene("degenerate_tetrahedra", count, 4, seed);
}

}  // namespace scenes
