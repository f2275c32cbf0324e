// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

#include "scenes/point.hpp"
#include "scenes/scene.hpp"

namespace scenes {

// Positions are rounded to float: hosts mostly have floats, and the peers' scenes were floats.
inline double as_float(double value) {
    // volatile, because g++ 12 drops the rounding when it packs two of these into one vector.
    volatile float rounded = static_cast<float>(value);
    return static_cast<double>(rounded);
}

inline uint32_t add_vertex(Mesh& mesh, Point p) {
    const auto index = static_cast<uint32_t>(mesh.vertex_count());
    mesh.positions.insert(mesh.positions.end(), {as_float(p.x), as_float(p.y), as_float(p.z)});
    return index;
}
inline Point position(const Mesh& mesh, uint64_t vertex) {
    const double* p = mesh.positions.data() + 3 * vertex;
    return {p[0], p[1], p[2]};
}
inline void set_position(Mesh& mesh, uint64_t vertex, Point p) {
    double* out = mesh.positions.data() + 3 * vertex;
    out[0] = as_float(p.x);
    out[1] = as_float(p.y);
    out[2] = as_float(p.z);
}
inline void add_triangle(Mesh& mesh, uint32_t a, uint32_t b, uint32_t c) {
    mesh.triangles.insert(mesh.triangles.end(), {a, b, c});
}
inline void add_tetrahedron(Mesh& mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    mesh.tetrahedra.insert(mesh.tetrahedra.end(), {a, b, c, d});
}

// Replaces every vertex by what `map` makes of it.
template <class Map>
void map_vertices(Mesh& mesh, Map map) {
    for (uint64_t v = 0; v < mesh.vertex_count(); ++v) set_position(mesh, v, map(position(mesh, v)));
}

// A patch of columns x rows quads, two triangles each, over the unit square: vertex (i, j) is number
// j * (columns + 1) + i and lies at map(i / columns, j / rows). The diagonals alternate, so that no direction
// is preferred.
template <class Map>
Mesh grid(uint32_t columns, uint32_t rows, Map map) {
    Mesh mesh;
    mesh.positions.reserve(uint64_t{3} * (columns + 1) * (rows + 1));
    mesh.triangles.reserve(uint64_t{6} * columns * rows);
    for (uint32_t j = 0; j <= rows; ++j) {
        for (uint32_t i = 0; i <= columns; ++i) {
            add_vertex(mesh, map(static_cast<double>(i) / columns, static_cast<double>(j) / rows));
        }
    }
    for (uint32_t j = 0; j < rows; ++j) {
        for (uint32_t i = 0; i < columns; ++i) {
            const uint32_t a = j * (columns + 1) + i;
            const uint32_t b = a + 1;
            const uint32_t c = a + columns + 1;
            const uint32_t d = c + 1;
            if ((i + j) % 2 == 0) {
                add_triangle(mesh, a, b, d);
                add_triangle(mesh, a, d, c);
            } else {
                add_triangle(mesh, a, b, c);
                add_triangle(mesh, b, d, c);
            }
        }
    }
    return mesh;
}
// The positions of such a patch again, with another map: how a patch is moved.
template <class Map>
void move_grid(Mesh& mesh, uint32_t columns, uint32_t rows, Map map) {
    for (uint32_t j = 0; j <= rows; ++j) {
        for (uint32_t i = 0; i <= columns; ++i) {
            set_position(mesh, uint64_t{j} * (columns + 1) + i,
                         map(static_cast<double>(i) / columns, static_cast<double>(j) / rows));
        }
    }
}

// A scene whose meshes are moved vertex by vertex from where they rest: map(frame, mesh number, rest
// position).
template <class Map>
Scene moved_from_rest(std::string name, std::vector<Mesh> meshes, bool self, Map map) {
    Scene scene;
    scene.name = std::move(name);
    scene.self = self;
    scene.meshes = meshes;
    scene.move = [rest = std::move(meshes), map](uint32_t frame, Scene& moved) {
        for (uint32_t m = 0; m < rest.size(); ++m) {
            for (uint64_t v = 0; v < rest[m].vertex_count(); ++v) {
                set_position(moved.meshes[m], v, map(frame, m, position(rest[m], v)));
            }
        }
    };
    scene.advance(0);
    return scene;
}

// A scene of one patch: map(frame, u, v).
template <class Map>
Scene moving_grid(std::string name, uint32_t columns, uint32_t rows, Map map) {
    Scene scene;
    scene.name = std::move(name);
    scene.self = true;
    scene.meshes.push_back(grid(columns, rows, [&](double u, double v) { return map(0U, u, v); }));
    scene.move = [columns, rows, map](uint32_t frame, Scene& moved) {
        move_grid(moved.meshes[0], columns, rows, [&](double u, double v) { return map(frame, u, v); });
    };
    return scene;
}

// Joins vertices that lie at the same place, and forgets vertices no element uses.
Mesh welded(const Mesh& mesh);
void append(Mesh& mesh, const Mesh& other);

}  // namespace scenes
