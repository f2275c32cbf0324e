// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "backends/backend.hpp"
#include "backends/hash/cell_size.hpp"
#include "backends/hash/mesh_interest.hpp"
#include "backends/hash/triangle_levels.hpp"
#include "backends/hash/vertex_cells.hpp"

namespace defcol {

extern const BackendInfo hash_info;

// Spatial hashing after Teschner, Heidelberger, Müller, Pomeranets and Gross, "Optimized Spatial Hashing for
// Collision Detection of Deformable Objects", VMV 2003. Vertices are put into cells, then each tetrahedron
// looks into the cells its box covers: linear time, nothing kept between frames, self-collision and any
// number of objects in one pass. Triangles are answered by cells of the same kind, one entry per triangle.
// Every primitive has exactly one entry whatever its size, so that memory never exceeds a fixed multiple of
// the number of primitives: no cell size can make it explode.
class HashBackend final : public Backend {
  public:
    explicit HashBackend(std::pmr::memory_resource& memory)
        : interests_(memory), vertices_(memory), triangles_(memory), tasks_(memory) {}

    void update(const BackendFrame& input) override;
    void search(const BackendFrame& input, Narrowphase& narrowphase) override;
    void report(defcol_statistics& statistics) const override;

  private:
    // Items [begin, end): tetrahedra of a mesh by global id, or triangles by their place in the columns.
    struct Task {
        uint32_t begin;
        uint32_t end;
        uint32_t mesh;  // all_meshes: triangles
    };
    static constexpr uint32_t all_meshes = UINT32_MAX;
    void add_tasks(uint32_t mesh, uint32_t begin, uint32_t end, uint32_t grain);

    MeshInterests interests_;
    VertexCells vertices_;
    TriangleLevels triangles_;
    Buffer<Task> tasks_;
    bool has_vertices_ = false;
    bool has_triangles_ = false;
    uint32_t fallback_count_ = 0;
    std::atomic<uint64_t> oversized_tetrahedra_{0};
};

}  // namespace defcol
