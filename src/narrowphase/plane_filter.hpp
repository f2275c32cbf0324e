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

// Lanes of a batch, upward.
struct FilteredLanes {
    uint16_t possible[CandidateBatch::capacity];
    uint16_t certain[CandidateBatch::capacity];
    uint32_t possible_count = 0;
    uint32_t certain_count = 0;
};

// Sorts the lanes below `count` by what rounding errors cannot hide. Left out are pairs of triangles (corners
// 0-2 and 3-5) that are apart: because one lies strictly on one side of the other's plane, or because they
// cut the line of the two planes in separate intervals. Certain are those that cross, with every sign of the
// exact test beyond its error: that test could only say the same. The rest is possible. Reads up to the next
// multiple of 16 lanes.
void filter_triangle_pairs(int64_t simd_target, const GatheredCorners& corners, uint32_t count,
                           FilteredLanes& lanes);

// The lanes of vertices (corner 4) that are not certainly outside a tetrahedron (corners 0-3) of either
// orientation; returns how many they are.
uint32_t find_possible_vertices_in_tetrahedra(int64_t simd_target, const GatheredCorners& corners,
                                              uint32_t count, uint16_t* lanes);

}  // namespace defcol
