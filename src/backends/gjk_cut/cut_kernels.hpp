// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/gjk_cut/triangle_list.hpp"
#include "geometry/box.hpp"

namespace defcol {

struct Interval {
    float low;
    float high;
};

// The loops over whole lists, in vectors. None of them fuses or reorders what is rounded, so that lists are
// the same for every instruction set. The first argument is a Highway target. Lists keep their order.

// The box of a list.
Box bound_list(int64_t target, const TriangleList& list);

// Keeps the triangles whose box meets the region, and bounds them. `to` has the room of `from` and may be it.
void cut_by_box(int64_t target, const TriangleList& from, const Box& region, TriangleList& to);

// The extent of every triangle along a direction, and of the list; low and high have the list's stride.
Interval project_list(int64_t target, const TriangleList& list, const Vec3f& direction, float* low,
                      float* high);

// Keeps the triangles whose extent meets the interval, and bounds them.
void cut_by_interval(int64_t target, const TriangleList& from, const float* low, const float* high,
                     const Interval& interval, TriangleList& to);

// The index of the first of `count` values that equals `value`; count if none does.
uint32_t find_value(int64_t target, const float* values, uint32_t count, float value);

// Three times the projection of every barycentre.
void project_barycentres(int64_t target, const TriangleList& list, const Vec3f& direction, float* keys);

// Triangles with keys below the threshold go to `below`, the others to `above`; both are bounded.
void split_by_key(int64_t target, const TriangleList& from, const float* keys, float threshold,
                  TriangleList& below, TriangleList& above);

}  // namespace defcol
