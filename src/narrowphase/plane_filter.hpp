// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "narrowphase/candidate_batch.hpp"

namespace defcol {

// Local coordinates of a batch, one array per corner and axis: three corners of a triangle and three of the
// other; or four corners of a tetrahedron and a vertex.
struct GatheredCoordinates {
    static constexpr uint32_t rows = 18;
    alignas(64) float value[rows][CandidateBatch::capacity];
};

// Writes 1 to keep[i] unless rounding errors cannot hide that triangles (corners 0-2) and (corners 3-5) of
// lane i are apart because one lies strictly on one side of the other's plane. Reads up to the next multiple
// of 16 lanes; what it writes there means nothing.
void keep_triangle_pairs(int64_t simd_target, const GatheredCoordinates& coordinates, uint32_t count,
                         uint8_t* keep);

// The same for a vertex (corner 4) outside a tetrahedron (corners 0-3) of either orientation.
void keep_vertices_in_tetrahedra(int64_t simd_target, const GatheredCoordinates& coordinates, uint32_t count,
                                 uint8_t* keep);

}  // namespace defcol
