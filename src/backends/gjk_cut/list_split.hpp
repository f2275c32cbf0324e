// SPDX-License-Identifier: MIT
#pragma once

#include "backends/gjk_cut/column_arena.hpp"
#include "backends/gjk_cut/combined_cut.hpp"
#include "backends/gjk_cut/cut_settings.hpp"

namespace defcol {

// The two halves of a list. One that is not to be split is all in the first.
struct Halves {
    TriangleList part[2];
};

// Where to split: barycentres on one side of a plane and on the other.
struct SplitPlane {
    Vec3f direction;
    Vec3f point;
};

// Hatab and Kheddar 2006, section 5: across a direction orthogonal to the last cut, because what a cut leaves
// is oblong; or, as measured to be better, the longest axis of the region that both lists share. The same
// plane for both lists leaves only those near it to meet crosswise.
SplitPlane choose_split(const CutSettings& settings, const CutPair& pair);
SplitPlane choose_split(const TriangleList& list);

// Room for the halves of lists of that length.
Halves take_halves(uint32_t capacity, ColumnArena& arena);

// Fills the halves. Neither is smaller than an eighth: where the plane is that bad, the median takes its
// place. The arena is as before when it returns.
void split_list(const CutSettings& settings, const TriangleList& list, const SplitPlane& plane,
                ColumnArena& arena, Halves& halves);

// Only lists not much shorter than the other one are split: halving a short one again and again would
// multiply the work on the long one.
inline bool is_split_against(const TriangleList& list, const TriangleList& other) {
    return list.count >= 2 && list.count >= other.count / 8;
}

}  // namespace defcol
