// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/hash/mesh_interest.hpp"
#include "backends/hash/triangle_levels.hpp"
#include "mesh/frame.hpp"
#include "narrowphase/candidate_sink.hpp"

namespace defcol {

struct TriangleQuery {
    const Frame& frame;
    const MeshInterests& interests;
    const TriangleLevels& triangles;
    bool include_adjacent;
    int64_t simd_target;
};

// Proposes the pairs whose boxes overlap, of the items [begin, end) (places in the columns, all of one level)
// with those after them on their own level and all on higher levels. The same proposals in the same order at
// every SIMD level.
void propose_triangle_pairs(const TriangleQuery& query, uint32_t begin, uint32_t end, CandidateSink& sink);

}  // namespace defcol
