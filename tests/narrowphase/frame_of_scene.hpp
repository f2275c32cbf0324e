// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/memory.hpp"
#include "base/workers.hpp"
#include "defcol/defcol.h"
#include "detector/frame_builder.hpp"
#include "mesh/mesh.hpp"
#include "scenes/scene.hpp"

namespace defcol::test {

// A frame over the meshes of a scene, without a detector around it.
class FrameOfScene {
  public:
    explicit FrameOfScene(const scenes::Scene& scene) {
        for (const scenes::Mesh& mesh : scene.meshes) {
            MeshSource source{};
            source.positions = {mesh.positions.data(), mesh.vertex_count(), 0, DEFCOL_SCALAR_FLOAT64};
            if (mesh.tetrahedra.empty()) {
                source.triangle_count = mesh.triangle_count();
                source.triangles = mesh.triangles.data();
            } else {
                source.tetrahedron_count = mesh.tetrahedron_count();
                source.tetrahedra = mesh.tetrahedra.data();
            }
            meshes_.push_back(std::make_unique<Mesh>(memory_, workers_, nullptr, source));
            watched_.push_back({.mesh = meshes_.back().get(),
                                .handle = meshes_.size(),
                                .detector_index = static_cast<uint32_t>(watched_.size()),
                                .self_collision = scene.self});
        }
        frame_ = &builder_.build(watched_, {}, workers_);
    }

    const Frame& operator*() const { return *frame_; }
    const Frame* operator->() const { return frame_; }

  private:
    Memory memory_;
    Workers workers_{1};
    std::vector<std::unique_ptr<Mesh>> meshes_;
    std::vector<WatchedMesh> watched_;
    FrameBuilder builder_{memory_};
    const Frame* frame_ = nullptr;
};

}  // namespace defcol::test
