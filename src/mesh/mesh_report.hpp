// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "base/memory.hpp"
#include "base/workers.hpp"
#include "geometry/vector.hpp"
#include "mesh/element.hpp"

namespace defcol {

// What is found in a mesh at its current positions; the fields of defcol_mesh_report.
struct MeshReport {
    bool is_closed = true;  // of the triangles that count: active and not skipped
    uint64_t vertex_count = 0;
    uint64_t triangle_count = 0;         // removed ones included
    uint64_t active_triangle_count = 0;  // chosen by the host and there; some may be skipped
    uint64_t tetrahedron_count = 0;
    uint64_t degenerate_triangle_count = 0;  // of all triangles that are there and not skipped
    uint64_t duplicate_vertex_count = 0;
    uint64_t unused_vertex_count = 0;
    uint64_t boundary_edge_count = 0;  // of the triangles that count
    uint64_t non_manifold_edge_count = 0;
    uint64_t flat_tetrahedron_count = 0;
    uint64_t inverted_tetrahedron_count = 0;
    uint64_t flushed_coordinate_count = 0;
    uint64_t skipped_vertex_count = 0;
    uint64_t skipped_triangle_count = 0;  // active, but with a vertex that is not finite
    uint64_t skipped_tetrahedron_count = 0;
    uint32_t first_open_edge[2] = {no_index, no_index};  // the lowest, rising; no_index if closed
    Vec3 box_min{0};                                     // zero if no vertex is usable
    Vec3 box_max{0};
};

// The part of a mesh that the report examines. `vertex_usable` is empty if all are; `counting` is null if
// every triangle counts.
struct ReportedMesh {
    std::span<const Vec3> positions;
    std::span<const uint8_t> vertex_usable;
    std::span<const Triangle> triangles;
    std::span<const Tetrahedron> tetrahedra;
    const std::span<const uint32_t>* counting;
};

// The counts that need an examination of geometry and adjacency.
void examine(const ReportedMesh& mesh, Memory& memory, Workers& workers, MeshReport& report);

}  // namespace defcol
