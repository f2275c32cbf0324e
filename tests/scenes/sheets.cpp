// SPDX-License-Identifier: MIT
#include "scenes/sheets.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/mesh_building.hpp"
#include "scenes/spheres.hpp"

namespace scenes {
namespace {

constexpr double pi = std::numbers::pi;

Point on_fold(double phase, double u, double v) {
    constexpr double gap = 0.012;
    constexpr double width = 0.25;
    constexpr double turn = 0.04;  // the share of a layer at each end that climbs to the next one
    const double place = 8 * u;
    const int layer = std::min(static_cast<int>(place), 7);
    const double along = place - layer;
    double z = layer;
    if (along > 1 - turn && layer < 7) z += 0.5 * (along - 1 + turn) / turn;
    if (along < turn && layer > 0) z -= 0.5 * (turn - along) / turn;
    const double x = width * (layer % 2 == 0 ? along : 1 - along);
    // Against the layer below by a little more than half a period, so that neighbours cross in every frame.
    const double ripple = 0.009 * std::sin(46 * x + 2 * std::sin(5 * v) + (pi + 0.3) * layer + phase);
    return {x, v, gap * z + ripple};
}

// A straight end, an arc through `angle`, a straight end; symmetric about s = 0.
Point on_loop(double angle, double phase, double u, double v) {
    constexpr double radius = 0.3;
    const double s = 3 * (u - 0.5);
    const double half_arc = 0.5 * angle * radius;
    const double turned = std::clamp(s, -half_arc, half_arc) / radius;
    const double rest = s - radius * turned;
    const double ripple = 0.004 * std::sin(25 * s + phase) * std::cos(9 * v + 0.7 * phase);
    const Point middle{(radius + ripple) * std::sin(turned), v, -(radius + ripple) * std::cos(turned)};
    return middle + rest * Point{std::cos(turned), 0, std::sin(turned)};
}

constexpr double body_half_length = 0.6;

Point on_drape(double phase, double u, double v) {
    constexpr double lift = 1.01;
    const double x = 4.4 * (u - 0.5);
    const double y = 4.4 * (v - 0.5);
    const double distance = std::hypot(x, y);  // along the cloth, from its middle
    const double around = std::atan2(y, x);
    const double on_cap = std::min(distance, 0.5 * pi);
    const double hanging = distance - on_cap;
    // Folds grow as the cloth runs out of body; the sideways part makes them overhang.
    const double fold = 0.02 * on_cap * on_cap + 0.25 * hanging;
    const double out = lift * std::sin(on_cap) + fold * (0.45 * std::cos(11 * around + phase) + 0.1);
    const double angle = around + fold * 0.8 * std::sin(22 * around + 2 * phase + 0.3) / std::max(out, 0.1);
    return {out * std::cos(angle), out * std::sin(angle),
            body_half_length + lift * std::cos(on_cap) - hanging};
}

Mesh capsule(uint32_t frequency) {
    Mesh mesh = icosphere(frequency);
    map_vertices(mesh, [](Point p) {
        return p + Point{0, 0, p.z > 0 ? body_half_length : -body_half_length};
    });
    return mesh;
}

}  // namespace

Scene folded_sheet(uint32_t columns, uint32_t rows) {
    return moving_grid("folded_sheet", columns, rows,
                       [](uint32_t frame, double u, double v) { return on_fold(0.1 * frame, u, v); });
}

Scene crossing_loop(uint32_t columns, uint32_t rows) {
    return moving_grid("crossing_loop", columns, rows, [](uint32_t frame, double u, double v) {
        return on_loop((1.15 + 0.1 * forth_and_back(frame)) * pi, 0.2 * frame, u, v);
    });
}

Scene draped_cloth(uint32_t cells, uint32_t body_frequency) {
    Scene scene;
    scene.name = "draped_cloth";
    scene.self = true;
    const Mesh body = capsule(body_frequency);
    scene.meshes.push_back(grid(cells, cells, [](double u, double v) { return on_drape(0, u, v); }));
    scene.meshes.push_back(body);
    scene.move = [cells, body](uint32_t frame, Scene& moved) {
        move_grid(moved.meshes[0], cells, cells,
                  [&](double u, double v) { return on_drape(0.1 * frame, u, v); });
        const double breath = 1 + 0.01 * std::sin(0.2 * frame);
        for (uint64_t i = 0; i < body.vertex_count(); ++i) {
            const Point p = position(body, i);
            set_position(moved.meshes[1], i, {breath * p.x, breath * p.y, p.z});
        }
    };
    scene.advance(0);
    return scene;
}

}  // namespace scenes
