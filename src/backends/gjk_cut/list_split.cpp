// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/list_split.hpp"

#include <algorithm>
#include <cmath>

#include "backends/gjk_cut/cut_kernels.hpp"

namespace defcol {

namespace {

int longest_axis(const Vec3f& size) {
    if (size.x >= size.y && size.x >= size.z) return 0;
    return size.y >= size.z ? 1 : 2;
}

SplitPlane across_axis(const Box& box) {
    SplitPlane plane{Vec3f(0.0F), 0.5F * (box.min + box.max)};
    plane.direction[longest_axis(box.max - box.min)] = 1.0F;
    return plane;
}

void copy_triangle(const TriangleList& from, uint32_t index, TriangleList& to) {
    for (std::size_t k = 0; k < TriangleList::column_count; ++k) {
        to.column(k)[to.count] = from.column(k)[index];
    }
    ++to.count;
}

// Exactly one half, also where all keys are the same.
void split_at_median(int64_t target, const TriangleList& list, const float* keys, ColumnArena& arena,
                     Halves& halves) {
    const ColumnArena::Mark mark = arena.mark();
    float* sorted = arena.take(list.count);
    std::copy_n(keys, list.count, sorted);
    const uint32_t half = list.count / 2;
    std::nth_element(sorted, sorted + half, sorted + list.count);
    const float median = sorted[half];
    arena.release(mark);
    auto equal = static_cast<int64_t>(half);
    for (uint32_t i = 0; i < list.count; ++i) equal -= keys[i] < median ? 1 : 0;
    for (TriangleList& part : halves.part) part.count = 0;
    for (uint32_t i = 0; i < list.count; ++i) {
        const bool is_first = keys[i] < median || (keys[i] == median && equal-- > 0);
        copy_triangle(list, i, halves.part[is_first ? 0 : 1]);
    }
    for (TriangleList& part : halves.part) part.box = bound_list(target, part);
}

}  // namespace

SplitPlane choose_split(const TriangleList& list) {
    return across_axis(list.box);
}

SplitPlane choose_split(const CutSettings& settings, const CutPair& pair) {
    Box shared;
    for (int axis = 0; axis < 3; ++axis) {
        shared.min[axis] = std::max(pair.a.box.min[axis], pair.b.box.min[axis]);
        shared.max[axis] = std::max(shared.min[axis], std::min(pair.a.box.max[axis], pair.b.box.max[axis]));
    }
    SplitPlane plane = across_axis(shared);
    const Vec3f d = pair.direction;
    if (settings.split_rule == SplitRule::longest_axis || (d.x == 0 && d.y == 0 && d.z == 0)) return plane;
    const Vec3f size = shared.max - shared.min;
    Vec3f seen;
    for (int axis = 0; axis < 3; ++axis) seen[axis] = size[axis] * (1 - d[axis] * d[axis]);
    const int axis = longest_axis(seen);
    plane.direction = -d[axis] * d;
    plane.direction[axis] += 1.0F;
    return plane;
}

Halves take_halves(uint32_t capacity, ColumnArena& arena) {
    Halves halves;
    for (TriangleList& part : halves.part) part = arena.take_list(capacity);
    return halves;
}

void split_list(const CutSettings& settings, const TriangleList& list, const SplitPlane& plane,
                ColumnArena& arena, Halves& halves) {
    const ColumnArena::Mark scratch = arena.mark();
    float* keys = arena.take(list.stride);
    project_barycentres(settings.target, list, plane.direction, keys);
    const float threshold = 3 * (plane.point.x * plane.direction.x + plane.point.y * plane.direction.y +
                                 plane.point.z * plane.direction.z);
    split_by_key(settings.target, list, keys, threshold, halves.part[0], halves.part[1]);
    if (std::min(halves.part[0].count, halves.part[1].count) < (list.count + 7) / 8) {
        split_at_median(settings.target, list, keys, arena, halves);
    }
    arena.release(scratch);
}

}  // namespace defcol
