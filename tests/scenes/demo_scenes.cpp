// SPDX-License-Identifier: MIT
#include "scenes/demo_scenes.h"

#include <exception>
#include <utility>

#include "scenes/registry.hpp"

struct demo_scene {
    scenes::Scene content;
};

namespace {
const scenes::Mesh& mesh_of(const demo_scene* scene, uint32_t mesh) {
    return scene->content.meshes[mesh];
}
}  // namespace

const char* demo_scene_name(uint32_t index) {
    // The names are string literals, so they end with a zero.
    return index < scenes::all().size() ? scenes::all()[index].name.data() : nullptr;
}

demo_scene* demo_scene_create(const char* name) {
    try {
        std::optional<scenes::Scene> scene = scenes::make(name);
        return scene ? new demo_scene{std::move(*scene)} : nullptr;
    } catch (const std::exception&) {
        return nullptr;
    }
}

void demo_scene_destroy(demo_scene* scene) {
    delete scene;
}

int demo_scene_advance(demo_scene* scene, uint32_t frame) {
    try {
        scene->content.advance(frame);
        return 0;
    } catch (const std::exception&) {
        return -1;
    }
}

uint32_t demo_scene_mesh_count(const demo_scene* scene) {
    return static_cast<uint32_t>(scene->content.meshes.size());
}
int demo_scene_self_collision(const demo_scene* scene) {
    return scene->content.self ? 1 : 0;
}
uint64_t demo_scene_vertex_count(const demo_scene* scene, uint32_t mesh) {
    return mesh_of(scene, mesh).vertex_count();
}
uint64_t demo_scene_triangle_count(const demo_scene* scene, uint32_t mesh) {
    return mesh_of(scene, mesh).triangle_count();
}
uint64_t demo_scene_tetrahedron_count(const demo_scene* scene, uint32_t mesh) {
    return mesh_of(scene, mesh).tetrahedron_count();
}
const double* demo_scene_positions(const demo_scene* scene, uint32_t mesh) {
    return mesh_of(scene, mesh).positions.data();
}
const uint32_t* demo_scene_triangles(const demo_scene* scene, uint32_t mesh) {
    return mesh_of(scene, mesh).triangles.data();
}
const uint32_t* demo_scene_tetrahedra(const demo_scene* scene, uint32_t mesh) {
    return mesh_of(scene, mesh).tetrahedra.data();
}
