// SPDX-License-Identifier: MIT
#include "scenes/flat_contacts.hpp"

#include <cmath>

#include "scenes/mesh_building.hpp"

namespace scenes {
namespace {

constexpr double cell = 0.03125;

// Whole cells and eighths of a cell, other ones in each frame.
Point slide(uint32_t frame, double x_cells, double y_cells) {
    return cell * Point{x_cells + 0.125 * (frame % 8), y_cells, 0};
}

}  // namespace

Mesh box_surface(uint32_t cells, double low, double high) {
    Mesh loose;
    const double extent = high - low;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        for (uint32_t side = 0; side < 2; ++side) {
            append(loose, grid(cells, cells, [&](double u, double v) {
                       // The order of u and v turns every face outward.
                       const double a = low + extent * (side == 1 ? u : v);
                       const double b = low + extent * (side == 1 ? v : u);
                       const double c = side == 1 ? high : low;
                       if (axis == 0) return Point{c, a, b};
                       if (axis == 1) return Point{b, c, a};
                       return Point{a, b, c};
                   }));
        }
    }
    return welded(loose);
}

Scene coplanar_grids(uint32_t cells, bool tilted) {
    const double size = cell * cells;
    const Mesh mesh = grid(cells, cells, [size](double u, double v) {
        return Point{std::round(size * u / cell) * cell, std::round(size * v / cell) * cell, 0};
    });
    return moved_from_rest(tilted ? "coplanar_grids_tilted" : "coplanar_grids", {mesh, mesh}, false,
                           [tilted](uint32_t frame, uint32_t index, Point p) {
                               if (index == 1) p = p + slide(frame, 4.375, 5.625);
                               return Point{p.x, p.y, tilted ? 0.5 * p.x + 0.25 * p.y : 0};
                           });
}

Scene touching_boxes(uint32_t cells) {
    const double size = cell * cells;
    Mesh mesh = box_surface(cells, 0, size);
    map_vertices(mesh, [](Point p) {
        return Point{std::round(p.x / cell) * cell, std::round(p.y / cell) * cell,
                     std::round(p.z / cell) * cell};
    });
    return moved_from_rest("touching_boxes", {mesh, mesh}, false,
                           [size](uint32_t frame, uint32_t index, Point p) {
                               return index == 0 ? p : p + slide(frame, 0.125, 0) + Point{0, 0, size};
                           });
}

Scene stacked_boxes(uint32_t object_count, uint32_t cells) {
    const Mesh mesh = box_surface(cells, 0, 1);
    return moved_from_rest("stacked_boxes", std::vector<Mesh>(object_count, mesh), false,
                           [](uint32_t frame, uint32_t index, Point p) {
                               // From exactly touching to a gap of 2^-20 and back.
                               const double gap = frame % 2 == 0 ? 1 : 1 + 0x1p-20;
                               return p + Point{double(index % 2), double(index / 2 % 2), gap * (index / 4)};
                           });
}

}  // namespace scenes
