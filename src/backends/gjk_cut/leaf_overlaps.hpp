// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/gjk_cut/triangle_list.hpp"
#include "geometry/box.hpp"

namespace defcol {

// Box against box in the leaves of the recursion, in vectors of a Highway target.

// Boxes of a list as six columns of the list's stride (min x, max x, ...), widened_for_raw.
void write_widened_boxes(int64_t target, const TriangleList& list, float* boxes);

// Indices i in [begin, count) whose box meets the given raw one; returns how many. `found` has room for 16
// more than there can be.
uint32_t find_overlaps(int64_t target, const float* boxes, std::size_t stride, uint32_t begin, uint32_t count,
                       const Box& box, uint32_t* found);

}  // namespace defcol
