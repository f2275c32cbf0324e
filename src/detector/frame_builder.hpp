// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/aligned_buffer.hpp"
#include "base/workers.hpp"
#include "mesh/frame.hpp"
#include "mesh/mesh.hpp"

namespace defcol {

// A mesh as a detector watches it, and what of it the last frame has seen.
struct WatchedMesh {
    Mesh* mesh;
    uint64_t handle;
    uint32_t detector_index;
    uint32_t category = 1;
    uint32_t mask = UINT32_MAX;
    bool self_collision = false;
    uint64_t seen_positions = 0;
    uint64_t seen_topology = 0;
    uint64_t seen_usable = 0;
};

// Keeps all watched meshes as one frame: copies topology when it changed, and local coordinates of what
// moved.
class FrameBuilder {
  public:
    explicit FrameBuilder(std::pmr::memory_resource& memory) noexcept;

    // The mesh list or its order changed, or a frame was not finished: the next one is built from nothing.
    void invalidate() noexcept { valid_ = false; }

    bool is_valid() const noexcept { return valid_; }

    // The frame's spans stay valid until the next build. `excluded_pairs` are by detector index.
    const Frame& build(std::span<WatchedMesh> watched, std::span<const MeshPair> excluded_pairs,
                       Workers& workers);

  private:
    bool lay_out(std::span<const WatchedMesh> watched);
    bool choose_reference(std::span<const WatchedMesh> watched);
    void copy_topology(const WatchedMesh& watched, const FrameMesh& mesh);
    void copy_usable(std::span<const WatchedMesh> watched);
    void write_usable_triangles(std::size_t mesh_index);
    void copy_local_vertices(uint32_t mesh_index, Workers& workers);
    Box local_box(const Mesh& mesh) const;

    Buffer<FrameMesh> meshes_;
    Buffer<LocalVertex> vertices_;
    Buffer<Triangle> triangles_;
    Buffer<Tetrahedron> tetrahedra_;
    Buffer<uint8_t> usable_triangles_;
    // Of each mesh those marked in usable_triangles_, where they are few: changing them then costs as much
    // as there are, however large the mesh.
    std::pmr::vector<Buffer<uint32_t>> marked_triangles_;
    Buffer<uint8_t> usable_vertices_;
    Buffer<uint8_t> usable_tetrahedra_;
    Buffer<MeshPair> excluded_pairs_;
    Frame frame_{};
    bool valid_ = false;
    bool valid_reference_ = false;
};

}  // namespace defcol
