// SPDX-License-Identifier: MIT
#pragma once

#include "backends/gjk_cut/column_arena.hpp"
#include "backends/gjk_cut/cut_settings.hpp"
#include "backends/gjk_cut/triangle_list.hpp"

namespace defcol {

// Two lists after their cuts, and the direction of the last one (zero: along an axis).
struct CutPair {
    TriangleList a;
    TriangleList b;
    Vec3f direction{0.0F};
};

// Hatab and Kheddar 2006, algorithm 4.2: cuts both lists by each other's extent along directions that GJK
// would follow, as long as that pays. False if nothing is left. The lists given stay as they are; what is
// left of them is taken from the arena, or is the list given where nothing was cut.
bool cut_pair(const CutSettings& settings, const TriangleList& a, const TriangleList& b, ColumnArena& arena,
              CutPair& result);

// Whether the pair is small enough to be tested triangle by triangle.
inline bool is_leaf(const CutSettings& settings, const TriangleList& a, const TriangleList& b) {
    return uint64_t{a.count} * b.count <= settings.leaf_pairs;
}

}  // namespace defcol
