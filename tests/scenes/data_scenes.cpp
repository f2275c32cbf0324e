// SPDX-License-Identifier: MIT
#include "scenes/data_scenes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "scenes/mesh_building.hpp"
#include "scenes/readers.hpp"

namespace scenes {
namespace {

struct Wave {
    double amplitude;
    double number;
    double step;  // of the phase, per frame
};

Point waved(Point p, const Wave& wave, uint32_t frame) {
    const double a = wave.amplitude;
    const double k = wave.number;
    const double phase = wave.step * forth_and_back(frame);
    return p + a * Point{0.3 * std::sin(k * p.y + phase), std::sin(k * p.x - phase),
                         0.7 * std::sin(k * p.x + 1.3 * phase + 0.5)};
}

Scene waving(const char* name, Mesh mesh, Wave wave) {
    return moved_from_rest(name, {std::move(mesh)}, true,
                           [wave](uint32_t frame, uint32_t, Point p) { return waved(p, wave, frame); });
}

// The second is turned about y, waves a little differently, and is moved.
Scene waving_pair(const char* name, const Mesh& mesh, double step, double angle, Point shift) {
    return moved_from_rest(name, {mesh, mesh}, false, [=](uint32_t frame, uint32_t index, Point p) {
        if (index == 0) return waved(p, {0.04, 9, step}, frame);
        return waved(turned_about_y(p, angle), {0.03, 8, step}, frame) + shift;
    });
}

template <class Make>
std::optional<Scene> with_unit_mesh(const char* file_name, Make make) {
    const std::optional<Mesh> mesh = data_mesh(file_name);
    if (!mesh) return std::nullopt;
    return make(unit_sized(*mesh));
}

}  // namespace

std::optional<std::string> data_file(const std::string& name) {
    const char* directory = std::getenv("DEFCOL_DATA_DIR");
    if (directory == nullptr || *directory == '\0') return std::nullopt;
    const std::filesystem::path path = std::filesystem::path(directory) / name;
    if (!std::filesystem::exists(path)) return std::nullopt;
    return path.string();
}

std::optional<Mesh> data_mesh(const std::string& file_name) {
    const std::optional<std::string> path = data_file(file_name);
    if (!path) return std::nullopt;
    if (path->ends_with(".off")) return read_off(*path);
    if (path->ends_with(".obj")) return read_obj(*path);
    if (path->ends_with(".ply")) return read_ply(*path);
    return read_medit(*path);
}

Mesh unit_sized(const Mesh& mesh) {
    Point low = position(mesh, 0);
    Point high = low;
    for (uint64_t v = 0; v < mesh.vertex_count(); ++v) {
        const Point p = position(mesh, v);
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const Point extent = high - low;
    const double scale = 1 / std::max({extent.x, extent.y, extent.z});
    Mesh result = mesh;
    map_vertices(result, [&](Point p) { return scale * (p - 0.5 * (low + high)); });
    return result;
}

std::optional<Scene> cow_self() {
    return with_unit_mesh("cow.off", [](const Mesh& mesh) {
        return waving("cow_self", refined_to(mesh, 13000), {0.04, 9, 0.2});
    });
}

std::optional<Scene> cow_pair() {
    return with_unit_mesh("cow.off", [](const Mesh& mesh) {
        return waving_pair("cow_pair", refined_to(mesh, 13000), 0.2, 0.7, {0.45, 0.03, 0.1});
    });
}

std::optional<Scene> cow_small() {
    return with_unit_mesh("cow.off", [](const Mesh& mesh) {
        return waving("cow_small", mesh, {0.04, 9, 0.2});
    });
}

std::optional<Scene> armadillo_self() {
    return with_unit_mesh("armadillo.obj", [](const Mesh& mesh) {
        return waving("armadillo_self", mesh, {0.04, 9, 0.15});
    });
}

std::optional<Scene> armadillo_pair() {
    return with_unit_mesh("armadillo.obj", [](const Mesh& mesh) {
        return waving_pair("armadillo_pair", mesh, 0.15, 1.0, {0.25, 0.05, 0.1});
    });
}

std::optional<Scene> cloth_ball() {
    std::optional<Mesh> first = data_mesh("cloth_ball92.ply");
    std::optional<Mesh> second = data_mesh("cloth_ball93.ply");
    if (!first || !second || first->positions.size() != second->positions.size()) return std::nullopt;
    Scene scene;
    scene.name = "cloth_ball";
    scene.self = true;
    scene.meshes.push_back(*first);
    scene.move = [from = std::move(first->positions), to = std::move(second->positions)](uint32_t frame,
                                                                                         Scene& moved) {
        const double part = forth_and_back(frame) / 4;
        for (size_t i = 0; i < from.size(); ++i) {
            moved.meshes[0].positions[i] = as_float((1 - part) * from[i] + part * to[i]);
        }
    };
    return scene;
}

std::optional<Scene> fertility_pair() {
    return with_unit_mesh("fertility.off", [](const Mesh& mesh) {
        return waving_pair("fertility_pair", mesh, 0.2, 0.9, {0.3, 0.1, 0.05});
    });
}

std::optional<Scene> bunny_pair() {
    return with_unit_mesh("bunny.mesh", [](const Mesh& mesh) {
        return waving_pair("bunny_pair", mesh, 0.2, 0.8, {0.35, 0.1, 0.05});
    });
}

std::optional<Scene> octopus_pair() {
    return with_unit_mesh("octopus-low.mesh", [](const Mesh& mesh) {
        return waving_pair("octopus_pair", mesh, 0.2, 0.8, {0.2, 0.1, 0.05});
    });
}

}  // namespace scenes
