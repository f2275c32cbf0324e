// SPDX-License-Identifier: MIT
#include "world.hpp"

#include <utility>

#include "names.hpp"

namespace cli {

World::World(uint32_t worker_count) {
    auto desc = initialized(defcol_context_desc_init);
    desc.worker_count = worker_count;
    check(defcol_context_create(&desc, &context_));
}

World::~World() {
    defcol_context_destroy(context_);
}

defcol_mesh_desc World::describe(const MeshData& data) {
    auto desc = initialized(defcol_mesh_desc_init);
    desc.vertex_count = data.vertex_count();
    desc.positions = data.positions.data();
    if (data.is_tetrahedral()) {
        desc.tetrahedron_count = data.tetrahedron_count();
        desc.tetrahedra = data.tetrahedra.data();
    } else {
        desc.triangle_count = data.triangle_count();
        desc.triangles = data.triangles.data();
    }
    return desc;
}

std::size_t World::add(MeshData data, uint32_t flags) {
    put(meshes_.size(), std::move(data), flags);
    return meshes_.size() - 1;
}

void World::put(std::size_t mesh, MeshData data, uint32_t flags) {
    defcol_mesh_desc desc = describe(data);
    desc.flags = flags;
    desc.user_data = mesh;
    defcol_mesh handle{};
    check(defcol_mesh_create(context_, &desc, &handle), data.name);
    if (meshes_.size() <= mesh) meshes_.resize(mesh + 1);
    meshes_[mesh] = {std::move(data), handle};
}

void World::set(std::size_t mesh, MeshData data) {
    Entry& entry = meshes_[mesh];
    const bool same_topology = data.vertex_count() == entry.data.vertex_count() &&
                               data.triangles == entry.data.triangles &&
                               data.tetrahedra == entry.data.tetrahedra;
    if (same_topology) {
        check(defcol_mesh_set_positions(entry.handle, data.positions.data(), data.vertex_count(), 0,
                                        DEFCOL_SCALAR_FLOAT64),
              data.name);
    } else {
        const defcol_mesh_desc desc = describe(data);
        check(defcol_mesh_set_topology(entry.handle, &desc), data.name);
    }
    entry.data = std::move(data);
}

void World::set_positions(std::size_t mesh, std::vector<double> positions) {
    Entry& entry = meshes_[mesh];
    check(defcol_mesh_set_positions(entry.handle, positions.data(), positions.size() / 3, 0,
                                    DEFCOL_SCALAR_FLOAT64),
          entry.data.name);
    entry.data.positions = std::move(positions);
}

void World::repeat_positions() {
    for (const Entry& entry : meshes_) {
        if (entry.handle.value == 0) continue;
        check(defcol_mesh_set_positions(entry.handle, entry.data.positions.data(), entry.data.vertex_count(),
                                        0, DEFCOL_SCALAR_FLOAT64),
              entry.data.name);
    }
}

void World::remove(std::size_t mesh) {
    check(defcol_mesh_destroy(meshes_[mesh].handle));
    meshes_[mesh] = {};
}

defcol_mesh_surface World::surface(std::size_t mesh) const {
    auto surface = initialized(defcol_mesh_surface_init);
    if (meshes_[mesh].handle.value != 0) check(defcol_mesh_get_surface(meshes_[mesh].handle, &surface));
    return surface;
}

uint32_t World::worker_count() const {
    auto statistics = initialized(defcol_context_statistics_init);
    check(defcol_context_get_statistics(context_, &statistics));
    return statistics.worker_count;
}

}  // namespace cli
