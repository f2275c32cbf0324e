// SPDX-License-Identifier: MIT
#include "harness/workload.hpp"

#include <stdexcept>
#include <utility>

namespace bench {

namespace {

FramePositions copy_positions(const scenes::Scene& scene) {
    FramePositions frame;
    for (const scenes::Mesh& mesh : scene.meshes) {
        std::vector<float>& positions = frame.meshes.emplace_back();
        positions.reserve(mesh.positions.size() + 1);
        for (const double value : mesh.positions) {
            positions.push_back(static_cast<float>(value));
            if (static_cast<double>(positions.back()) != value) {
                throw std::runtime_error("scene " + scene.name + " has a position that is no float");
            }
        }
    }
    return frame;
}

}  // namespace

uint64_t Workload::vertex_count() const {
    uint64_t count = 0;
    for (const scenes::Mesh& mesh : meshes) count += mesh.vertex_count();
    return count;
}

uint64_t Workload::triangle_count() const {
    uint64_t count = 0;
    for (const scenes::Mesh& mesh : meshes) count += mesh.triangle_count();
    return count;
}

uint64_t Workload::tetrahedron_count() const {
    uint64_t count = 0;
    for (const scenes::Mesh& mesh : meshes) count += mesh.tetrahedron_count();
    return count;
}

Workload make_workload(scenes::Scene scene, uint32_t frame_count) {
    Workload workload;
    workload.name = scene.name;
    workload.self = scene.self;
    workload.query = scene.tetrahedron_count() > 0 ? Query::vertices_in_tetrahedra : Query::triangle_pairs;
    // Backwards, so that the meshes end with the positions of frame 0.
    workload.frames.resize(frame_count);
    for (uint32_t frame = frame_count; frame-- > 0;) {
        scene.advance(frame);
        workload.frames[frame] = copy_positions(scene);
    }
    uint32_t vertices = 0;
    uint32_t triangles = 0;
    uint32_t tetrahedra = 0;
    for (const scenes::Mesh& mesh : scene.meshes) {
        workload.vertex_base.push_back(vertices);
        workload.triangle_base.push_back(triangles);
        workload.tetrahedron_base.push_back(tetrahedra);
        vertices += static_cast<uint32_t>(mesh.vertex_count());
        triangles += static_cast<uint32_t>(mesh.triangle_count());
        tetrahedra += static_cast<uint32_t>(mesh.tetrahedron_count());
    }
    workload.meshes = std::move(scene.meshes);
    return workload;
}

}  // namespace bench
