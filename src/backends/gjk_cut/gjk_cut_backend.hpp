// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "backends/backend.hpp"
#include "backends/gjk_cut/column_arena.hpp"
#include "backends/gjk_cut/task_expansion.hpp"

namespace defcol {

extern const BackendInfo gjk_cut_info;

// Hatab and Kheddar 2006, "GJK for deformable object collision detection": exact triangle pairs from the
// current positions and the triangles that count right now, with no structure to keep. Of two lists of
// triangles all are cut away that lie beyond the other list's extent along a direction; directions are those
// GJK would search (combined_cut), the lists that remain are split and checked in their four combinations
// (list_recursion), down to lists short enough to test pair by pair. The first cut is made by the meshes'
// boxes while the meshes are read (first_cut); the top of the recursion becomes the workers' tasks
// (task_expansion). A list with itself is split first.
class GjkCutBackend final : public Backend {
  public:
    explicit GjkCutBackend(std::pmr::memory_resource& memory)
        : memory_(memory), expansion_(memory), arenas_(&memory) {}

    void update(const BackendFrame& input) override;
    void search(const BackendFrame& input, Narrowphase& narrowphase) override;

  private:
    std::pmr::memory_resource& memory_;
    TaskExpansion expansion_;
    std::pmr::vector<ColumnArena> arenas_;  // one per worker
};

}  // namespace defcol
