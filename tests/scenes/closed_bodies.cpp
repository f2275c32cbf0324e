// SPDX-License-Identifier: MIT
#include "scenes/closed_bodies.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "scenes/mesh_building.hpp"

namespace scenes {

namespace {

// Columns around, rows around: the last meet the first.
template <class Map>
Mesh closed_grid(uint32_t columns, uint32_t rows, Map map) {
    Mesh mesh;
    for (uint32_t i = 0; i < columns; ++i) {
        for (uint32_t j = 0; j < rows; ++j) {
            add_vertex(mesh, map(static_cast<double>(i) / columns, static_cast<double>(j) / rows));
        }
    }
    for (uint32_t i = 0; i < columns; ++i) {
        for (uint32_t j = 0; j < rows; ++j) {
            const uint32_t next_i = (i + 1) % columns;
            const uint32_t next_j = (j + 1) % rows;
            const uint32_t a = i * rows + j;
            const uint32_t b = next_i * rows + j;
            const uint32_t c = next_i * rows + next_j;
            const uint32_t d = i * rows + next_j;
            add_triangle(mesh, a, b, c);
            add_triangle(mesh, a, c, d);
        }
    }
    return mesh;
}

constexpr double full_turn = 2 * std::numbers::pi;

}  // namespace

Mesh solid_box(Point min, Point max, uint32_t cells) {
    Mesh faces;
    const Point size = max - min;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        for (const bool far : {false, true}) {
            Mesh face = grid(cells, cells, [&](double u, double v) {
                // Outward: u and v change places on the near face.
                double unit_point[3];
                unit_point[axis] = far ? 1 : 0;
                unit_point[(axis + 1) % 3] = far ? u : v;
                unit_point[(axis + 2) % 3] = far ? v : u;
                return Point{min.x + size.x * unit_point[0], min.y + size.y * unit_point[1],
                             min.z + size.z * unit_point[2]};
            });
            append(faces, face);
        }
    }
    return welded(faces);
}

Mesh torus(double radius, double tube_radius, uint32_t columns, uint32_t rows) {
    return closed_grid(columns, rows, [&](double u, double v) {
        const double around = radius + tube_radius * std::cos(full_turn * v);
        return Point{around * std::cos(full_turn * u), around * std::sin(full_turn * u),
                     tube_radius * std::sin(full_turn * v)};
    });
}

Mesh knot_tube(uint32_t p, uint32_t q, double tube_radius, uint32_t columns, uint32_t rows) {
    const auto centre = [&](double u) {
        const double around = 2 + std::cos(full_turn * q * u);
        return Point{around * std::cos(full_turn * p * u), around * std::sin(full_turn * p * u),
                     std::sin(full_turn * q * u)};
    };
    return closed_grid(columns, rows, [&](double u, double v) {
        const Point here = centre(u);
        const Point along = unit(centre(u + 1e-5) - centre(u - 1e-5));
        // A frame that follows the torus: its outward normal made orthogonal to the curve.
        const Point out = here - 2.0 * Point{std::cos(full_turn * p * u), std::sin(full_turn * p * u), 0};
        const Point side = unit(cross(along, out));
        const Point up = cross(side, along);
        const double angle = full_turn * v;
        return (1 / 3.3) * (here + tube_radius * (std::cos(angle) * up - std::sin(angle) * side));
    });
}

Mesh moved(Mesh mesh, Point offset) {
    map_vertices(mesh, [&](Point p) { return p + offset; });
    return mesh;
}

Mesh stretched(Mesh mesh, Point factors) {
    map_vertices(mesh, [&](Point p) { return Point{factors.x * p.x, factors.y * p.y, factors.z * p.z}; });
    return mesh;
}

Mesh turned_inside_out(Mesh mesh) {
    for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3) {
        std::swap(mesh.triangles[i], mesh.triangles[i + 1]);
    }
    return mesh;
}

}  // namespace scenes
