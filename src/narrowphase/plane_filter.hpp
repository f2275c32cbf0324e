// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "mesh/frame.hpp"
#include "narrowphase/candidate_batch.hpp"

namespace defcol {

// Local vertices of a batch as they are in the frame, one array per corner: three corners of a triangle and
// three of the other; or four corners of a tetrahedron and a vertex. Copying whole vertices and separating
// their axes in vectors takes a third of the stores that one array per axis would.
struct GatheredCorners {
    static constexpr uint32_t corners = 6;
    alignas(64) LocalVertex vertex[corners][CandidateBatch::capacity];
};

// Writes the lanes below `count`, upward, of the pairs that remain, and returns how many they are. A pair of
// triangles (corners 0-2 and 3-5) is left out if rounding errors cannot hide that they are apart: because one
// lies strictly on one side of the other's plane, or because they cut the line of the two planes in separate
// intervals. Reads up to the next multiple of 16 lanes.
uint32_t find_possible_triangle_pairs(int64_t simd_target, const GatheredCorners& corners, uint32_t count,
                                      uint16_t* lanes);

// The same for a vertex (corner 4) outside a tetrahedron (corners 0-3) of either orientation.
uint32_t find_possible_vertices_in_tetrahedra(int64_t simd_target, const GatheredCorners& corners,
                                              uint32_t count, uint16_t* lanes);

}  // namespace defcol
