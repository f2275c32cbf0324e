// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "defcol/defcol.h"
#include "mesh_data.hpp"

namespace cli {

// A context with meshes in it.
class World {
  public:
    explicit World(uint32_t worker_count);
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    // Returns the mesh's number.
    std::size_t add(MeshData data, uint32_t flags = 0);
    // A mesh at a number of the caller's choice, where there is none.
    void put(std::size_t mesh, MeshData data, uint32_t flags);
    // The next frame of a mesh; another number of vertices or other elements make it a new topology.
    void set(std::size_t mesh, MeshData data);
    void set_positions(std::size_t mesh, std::vector<double> positions);
    // Tells the library the same positions again, as a host does each frame.
    void repeat_positions();
    void remove(std::size_t mesh);

    defcol_context context() const { return context_; }
    std::size_t mesh_count() const { return meshes_.size(); }
    const MeshData& data(std::size_t mesh) const { return meshes_[mesh].data; }
    defcol_mesh handle(std::size_t mesh) const { return meshes_[mesh].handle; }
    // The triangles of the mesh, those of the surface where it is tetrahedral.
    defcol_mesh_surface surface(std::size_t mesh) const;
    uint32_t worker_count() const;

  private:
    struct Entry {
        MeshData data;
        defcol_mesh handle{};
    };
    static defcol_mesh_desc describe(const MeshData& data);

    defcol_context context_{};
    std::vector<Entry> meshes_;
};

}  // namespace cli
