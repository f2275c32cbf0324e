// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/aligned_buffer.hpp"
#include "base/memory.hpp"
#include "geometry/vector.hpp"
#include "mesh/element.hpp"
#include "mesh/mesh_source.hpp"

namespace defcol {

// The elements of a mesh.
struct Topology {
    explicit Topology(Memory& memory)
        : triangles(memory),
          tetrahedra(memory),
          triangle_tetrahedra(memory),
          tetrahedron_surface(memory),
          free_triangles(memory) {}
    void swap(Topology& other) noexcept;

    Buffer<Triangle> triangles;  // of a tetrahedral mesh: its surface
    Buffer<Tetrahedron> tetrahedra;
    Buffer<uint32_t> triangle_tetrahedra;                 // see Mesh; empty for triangle meshes
    Buffer<std::array<uint32_t, 4>> tetrahedron_surface;  // see Mesh; empty for triangle meshes
    Buffer<uint32_t> free_triangles;                      // ids removed by edits, last removed at the end
};

// What needs no reading: counts and pointers. Throws Error.
void check_elements(const MeshSource& source);

// Copies triangles to `out` and throws Error if one names a vertex that is not there. `first` is the id of
// the first one, for the message.
void read_triangles(const uint32_t* triangles, uint64_t count, uint64_t vertex_count, const char* what,
                    Triangle* out);

// Reads checked elements and finds the surface of tetrahedra. `usable` is empty, or 0 where a position means
// nothing.
void read_topology(const MeshSource& source, std::span<const Vec3> positions, std::span<const uint8_t> usable,
                   Memory& memory, Topology& topology);

}  // namespace defcol
