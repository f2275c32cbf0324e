// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "backends/ldi/device.hpp"
#include "backends/ldi/layered_image.hpp"
#include "base/memory.hpp"
#include "base/workers.hpp"
#include "narrowphase/search_control.hpp"
#include "narrowphase/simd_level.hpp"
#include "scenes/scene.hpp"

// Layered depth images without a detector around them, for any device.
namespace defcol::testing {

// Meshes as a frame whose local coordinates are the meshes' own; positions must be floats.
class LdiFrame {
  public:
    explicit LdiFrame(std::vector<scenes::Mesh> meshes) : meshes_(std::move(meshes)) {
        for (const scenes::Mesh& mesh : meshes_) add(mesh);
        frame_.meshes = frame_meshes_;
        frame_.vertices = vertices_;
        frame_.triangles = triangles_;
        frame_.scale = 1;
    }

    const Frame& frame() const { return frame_; }
    const Box& box(uint32_t mesh) const { return frame_meshes_[mesh].box; }

    LdiJob job(uint32_t mesh, const LdiView& view, LayeredImage& image) const {
        const FrameMesh& m = frame_meshes_[mesh];
        return {mesh, m.triangle_base, m.triangle_count, view, &image};
    }
    // The whole object.
    LdiView view_of(uint32_t mesh, uint32_t axis, uint32_t resolution) const {
        return {box(mesh).min, box(mesh).max, axis, resolution, resolution};
    }

  private:
    void add(const scenes::Mesh& mesh) {
        FrameMesh place{};
        place.vertex_base = static_cast<uint32_t>(vertices_.size());
        place.vertex_count = static_cast<uint32_t>(mesh.vertex_count());
        place.triangle_base = static_cast<uint32_t>(triangles_.size());
        place.triangle_count = static_cast<uint32_t>(mesh.triangle_count());
        Box box;
        for (uint64_t v = 0; v < mesh.vertex_count(); ++v) {
            const LocalVertex vertex{
                static_cast<float>(mesh.positions[3 * v]), static_cast<float>(mesh.positions[3 * v + 1]),
                static_cast<float>(mesh.positions[3 * v + 2]), static_cast<uint32_t>(frame_meshes_.size())};
            box.grow(vertex.position());
            vertices_.push_back(vertex);
        }
        for (uint64_t t = 0; t < mesh.triangle_count(); ++t) {
            Triangle triangle{};
            for (uint64_t k = 0; k < 3; ++k) {
                triangle.vertex[k] = place.vertex_base + mesh.triangles[3 * t + k];
            }
            triangles_.push_back(triangle);
        }
        place.box = box.rounded_outward();
        frame_meshes_.push_back(place);
    }

    std::vector<scenes::Mesh> meshes_;
    std::vector<FrameMesh> frame_meshes_;
    std::vector<LocalVertex> vertices_;
    std::vector<Triangle> triangles_;
    Frame frame_{};
};

// One image by one device, on so many workers.
class LdiBuilder {
  public:
    explicit LdiBuilder(uint32_t workers = 1, int64_t simd_level = 0)
        : workers_(workers),
          simd_target_(simd_target_of_level(simd_level)),
          device_(create_raster_device(memory_)) {}

    Memory& memory() { return memory_; }
    void set_device(Owned<LdiDevice> device) { device_ = std::move(device); }

    void build(const LdiFrame& frame, std::span<const LdiJob> jobs) {
        SearchControl control{SearchLimits{}};
        device_->build({frame.frame(), jobs, workers_, control, simd_target_});
    }
    std::unique_ptr<LayeredImage> build(const LdiFrame& frame, uint32_t mesh, const LdiView& view) {
        auto image = std::make_unique<LayeredImage>(memory_);
        const LdiJob job = frame.job(mesh, view, *image);
        build(frame, {&job, 1});
        return image;
    }

  private:
    Memory memory_;
    Workers workers_;
    int64_t simd_target_;
    Owned<LdiDevice> device_;
};

}  // namespace defcol::testing
