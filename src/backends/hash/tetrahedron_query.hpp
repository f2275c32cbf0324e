// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/hash/mesh_interest.hpp"
#include "backends/hash/vertex_cells.hpp"
#include "mesh/frame.hpp"
#include "narrowphase/candidate_sink.hpp"

namespace defcol {

struct TetrahedronQuery {
    const Frame& frame;
    const MeshInterests& interests;
    const VertexCells& vertices;
    int64_t simd_target;
};

// Tetrahedra of one mesh, by global id.
struct TetrahedronRange {
    uint32_t begin;
    uint32_t end;
    uint32_t mesh;
};

// The second pass (Teschner et al. 2003, section 3) for some tetrahedra: visits the cells of each
// one's box and proposes the vertices there that are no corners, lie in the box, and are not certainly
// outside by their weights (section 4.4). The same proposals in the same order at every SIMD level.
// Returns how many of them were oversized, covering more cells than it is worth to look up.
uint32_t propose_vertices_in_tetrahedra(const TetrahedronQuery& query, const TetrahedronRange& range,
                                        CandidateSink& sink);

}  // namespace defcol
