// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "backends/backend.hpp"
#include "backends/gjk_cut/column_arena.hpp"
#include "backends/gjk_cut/combined_cut.hpp"
#include "backends/gjk_cut/cut_settings.hpp"
#include "backends/gjk_cut/list_split.hpp"

namespace defcol {

// A part of the search that one worker does.
struct SearchTask {
    enum class Kind : uint32_t {
        meshes,     // a pair of meshes from the first cut on
        self_mesh,  // a mesh with itself
        pair,       // two lists
        cut_pair,   // two lists that have been cut
        self_list,  // a list with itself
    };
    Kind kind;
    MeshPair meshes{};
    CutPair lists;  // a alone for a list with itself

    uint64_t size() const { return uint64_t{lists.a.count} + lists.b.count; }
};

// Turns mesh pairs into tasks. Small pairs become one each; for several workers the top of the recursion of
// large ones is made here, breadth first. A task's children take its place in the order in which the
// recursion would visit them: what is proposed, task after task, is the same sequence however far this goes.
class TaskExpansion {
  public:
    explicit TaskExpansion(std::pmr::memory_resource& memory)
        : lists_(memory), parts_a_(memory), parts_b_(memory), tasks_(memory), next_(memory), steps_(memory) {}

    // Valid until the next call. `arenas`: one per worker, as scratch.
    std::span<const SearchTask> expand(const BackendFrame& input, const CutSettings& settings,
                                       SearchControl& control, std::span<ColumnArena> arenas);

  private:
    // One task to be replaced by at most four.
    struct Step {
        uint32_t task;
        Halves a;
        Halves b;
        uint32_t child_count;
        SearchTask children[4];
    };

    void add_pair(const BackendFrame& input, const CutSettings& settings, const MeshPair& pair);
    static void run_step(const CutSettings& settings, const SearchTask& task, Step& step, ColumnArena& arena);

    ColumnArena lists_;
    Buffer<TriangleList> parts_a_;
    Buffer<TriangleList> parts_b_;
    Buffer<SearchTask> tasks_;
    Buffer<SearchTask> next_;
    Buffer<Step> steps_;
};

}  // namespace defcol
