// SPDX-License-Identifier: MIT
#pragma once

#include "backends/gjk_cut/column_arena.hpp"
#include "backends/gjk_cut/combined_cut.hpp"
#include "backends/gjk_cut/cut_settings.hpp"
#include "backends/gjk_cut/list_split.hpp"
#include "backends/gjk_cut/triangle_list.hpp"
#include "narrowphase/candidate_sink.hpp"

namespace defcol {

// Hatab and Kheddar 2006, algorithm 5.1, and its extension to one list with itself. One worker's; depth is
// logarithmic in the length of the lists.
class ListRecursion {
  public:
    ListRecursion(const CutSettings& settings, ColumnArena& arena, CandidateSink& sink) noexcept
        : settings_(settings), arena_(arena), sink_(sink) {}

    // Proposes what may meet of two lists that share no triangle.
    void check_pair(const TriangleList& a, const TriangleList& b);
    // The same where the cut has been made.
    void check_cut_pair(const CutPair& pair);
    // Split first; then each half with itself, and the halves with each other.
    void check_self(const TriangleList& list);

  private:
    Halves split_against(const TriangleList& list, const TriangleList& other, const SplitPlane& plane);
    void propose_pairs(const TriangleList& a, const TriangleList& b);
    void propose_self(const TriangleList& list);

    const CutSettings& settings_;
    ColumnArena& arena_;
    CandidateSink& sink_;
};

}  // namespace defcol
