// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/gjk_cut/column_arena.hpp"
#include "backends/gjk_cut/cut_settings.hpp"
#include "base/workers.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// The triangles of a mesh that count, in lists: the cuts along the three axes by the other mesh's box, in one
// pass over the mesh. Each vertex is compared once, whatever number of triangles share it.

uint32_t usable_triangle_count(const FrameMesh& mesh);

// Those that may meet the region: see widened_for_raw. The list is taken from the arena, after scratch that
// stays there as well.
TriangleList cut_mesh(const Frame& frame, const FrameMesh& mesh, const Box& region, int64_t target,
                      ColumnArena& arena);

// All of them.
TriangleList list_mesh(const Frame& frame, const FrameMesh& mesh, int64_t target, ColumnArena& arena);

// The same by all workers, in parts: a long list is split into the cells of a grid at once, which makes the
// splits of several levels of the recursion in the pass that copies the corners. No list depends on the
// number of workers.
struct PartedList {
    uint32_t count = 0;
    Box box;
};
PartedList cut_mesh(const Frame& frame, const FrameMesh& mesh, const Box& region, int64_t target,
                    ColumnArena& arena, Workers& workers, Buffer<TriangleList>& parts);
PartedList list_mesh(const Frame& frame, const FrameMesh& mesh, int64_t target, ColumnArena& arena,
                     Workers& workers, Buffer<TriangleList>& parts);

}  // namespace defcol
