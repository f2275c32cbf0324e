// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/cut_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/gjk_cut/cut_kernels.cpp"
// Highway wants this order.
// clang-format off
#include <hwy/foreach_target.h>
#include "backends/gjk_cut/list_lanes.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

struct BoxLanes {
    V low[3], high[3];

    HWY_INLINE BoxLanes() {
        const D d;
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = hn::Inf(d);
            high[axis] = hn::Neg(hn::Inf(d));
        }
    }
    HWY_INLINE void grow(int axis, const Extent& extent, M where) {
        low[axis] = hn::Min(low[axis], hn::IfThenElse(where, extent.low, low[axis]));
        high[axis] = hn::Max(high[axis], hn::IfThenElse(where, extent.high, high[axis]));
    }
    HWY_INLINE Box reduce() const {
        const D d;
        Box box;
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] = hn::GetLane(hn::MinOfLanes(d, low[axis]));
            box.max[axis] = hn::GetLane(hn::MaxOfLanes(d, high[axis]));
        }
        return box;
    }
};

// Appends the chosen triangles. Compressing a register and storing all of it: compressing stores are slow on
// some processors. What is written after the kept ones lies within what was read, or in the padding.
HWY_INLINE uint32_t append(const TriangleList& from, uint32_t index, M keep, const TriangleList& to,
                           uint32_t place) {
    const D d;
    for (std::size_t k = 0; k < TriangleList::column_count; ++k) {
        hn::StoreU(hn::Compress(hn::LoadU(d, from.column(k) + index), keep), d, to.column(k) + place);
    }
    return place + static_cast<uint32_t>(hn::CountTrue(d, keep));
}

Box bound_list(const TriangleList& list) {
    BoxLanes box;
    for (uint32_t i = 0; i < list.count; i += lanes()) {
        const M valid = lanes_below(i, list.count);
        for (int axis = 0; axis < 3; ++axis) {
            box.grow(axis, axis_extent(list, static_cast<std::size_t>(axis), i), valid);
        }
    }
    return box.reduce();
}

void cut_by_box(const TriangleList& from, const Box& region, TriangleList& to) {
    const D d;
    BoxLanes box;
    const uint32_t count = from.count;
    uint32_t place = 0;
    for (uint32_t i = 0; i < count; i += lanes()) {
        Extent extent[3];
        M keep = lanes_below(i, count);
        for (int axis = 0; axis < 3; ++axis) {
            extent[axis] = axis_extent(from, static_cast<std::size_t>(axis), i);
            keep = hn::And(keep, hn::And(hn::Ge(extent[axis].high, hn::Set(d, region.min[axis])),
                                         hn::Le(extent[axis].low, hn::Set(d, region.max[axis]))));
        }
        if (hn::AllFalse(d, keep)) continue;
        for (int axis = 0; axis < 3; ++axis) box.grow(axis, extent[axis], keep);
        place = append(from, i, keep, to, place);
    }
    to.count = place;
    to.box = box.reduce();
}

HWY_INLINE V dot(const TriangleList& list, std::size_t corner, uint32_t index, const V (&direction)[3]) {
    const D d;
    const V x = hn::Mul(hn::LoadU(d, list.column(3 * corner) + index), direction[0]);
    const V y = hn::Mul(hn::LoadU(d, list.column(3 * corner + 1) + index), direction[1]);
    const V z = hn::Mul(hn::LoadU(d, list.column(3 * corner + 2) + index), direction[2]);
    return hn::Add(hn::Add(x, y), z);
}

Interval project_list(const TriangleList& list, const Vec3f& direction, float* low, float* high) {
    const D d;
    const V along[3] = {hn::Set(d, direction.x), hn::Set(d, direction.y), hn::Set(d, direction.z)};
    V least = hn::Inf(d);
    V greatest = hn::Neg(hn::Inf(d));
    for (uint32_t i = 0; i < list.count; i += lanes()) {
        const M valid = lanes_below(i, list.count);
        const V a = dot(list, 0, i, along);
        const V b = dot(list, 1, i, along);
        const V c = dot(list, 2, i, along);
        const V lowest = hn::Min(a, hn::Min(b, c));
        const V highest = hn::Max(a, hn::Max(b, c));
        hn::StoreU(lowest, d, low + i);
        hn::StoreU(highest, d, high + i);
        least = hn::Min(least, hn::IfThenElse(valid, lowest, least));
        greatest = hn::Max(greatest, hn::IfThenElse(valid, highest, greatest));
    }
    return {hn::GetLane(hn::MinOfLanes(d, least)), hn::GetLane(hn::MaxOfLanes(d, greatest))};
}

void cut_by_interval(const TriangleList& from, const float* low, const float* high, const Interval& interval,
                     TriangleList& to) {
    const D d;
    BoxLanes box;
    const V least = hn::Set(d, interval.low);
    const V greatest = hn::Set(d, interval.high);
    const uint32_t count = from.count;
    uint32_t place = 0;
    for (uint32_t i = 0; i < count; i += lanes()) {
        const M keep = hn::And(lanes_below(i, count), hn::And(hn::Ge(hn::LoadU(d, high + i), least),
                                                              hn::Le(hn::LoadU(d, low + i), greatest)));
        if (hn::AllFalse(d, keep)) continue;
        for (int axis = 0; axis < 3; ++axis) {
            box.grow(axis, axis_extent(from, static_cast<std::size_t>(axis), i), keep);
        }
        place = append(from, i, keep, to, place);
    }
    to.count = place;
    to.box = box.reduce();
}

uint32_t find_value(const float* values, uint32_t count, float value) {
    const D d;
    const V wanted = hn::Set(d, value);
    for (uint32_t i = 0; i < count; i += lanes()) {
        const M found = hn::And(lanes_below(i, count), hn::Eq(hn::LoadU(d, values + i), wanted));
        const auto lane = hn::FindFirstTrue(d, found);
        if (lane >= 0) return i + static_cast<uint32_t>(lane);
    }
    return count;
}

void project_barycentres(const TriangleList& list, const Vec3f& direction, float* keys) {
    const D d;
    const V along[3] = {hn::Set(d, direction.x), hn::Set(d, direction.y), hn::Set(d, direction.z)};
    for (uint32_t i = 0; i < list.count; i += lanes()) {
        const V sum =
            hn::Add(hn::Add(dot(list, 0, i, along), dot(list, 1, i, along)), dot(list, 2, i, along));
        hn::StoreU(sum, d, keys + i);
    }
}

void split_by_key(const TriangleList& from, const float* keys, float threshold, TriangleList& below,
                  TriangleList& above) {
    const D d;
    BoxLanes box_below;
    BoxLanes box_above;
    const V limit = hn::Set(d, threshold);
    const uint32_t count = from.count;
    uint32_t place_below = 0;
    uint32_t place_above = 0;
    for (uint32_t i = 0; i < count; i += lanes()) {
        const M valid = lanes_below(i, count);
        const M is_below = hn::Lt(hn::LoadU(d, keys + i), limit);
        const M to_below = hn::And(valid, is_below);
        const M to_above = hn::AndNot(is_below, valid);
        for (int axis = 0; axis < 3; ++axis) {
            const Extent extent = axis_extent(from, static_cast<std::size_t>(axis), i);
            box_below.grow(axis, extent, to_below);
            box_above.grow(axis, extent, to_above);
        }
        // Neighbours in a mesh are neighbours in its list: most vectors go to one side.
        if (!hn::AllFalse(d, to_below)) place_below = append(from, i, to_below, below, place_below);
        if (!hn::AllFalse(d, to_above)) place_above = append(from, i, to_above, above, place_above);
    }
    below.count = place_below;
    above.count = place_above;
    below.box = box_below.reduce();
    above.box = box_above.reduce();
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(bound_list);
HWY_EXPORT(cut_by_box);
HWY_EXPORT(project_list);
HWY_EXPORT(cut_by_interval);
HWY_EXPORT(find_value);
HWY_EXPORT(project_barycentres);
HWY_EXPORT(split_by_key);

Box bound_list(int64_t target, const TriangleList& list) {
    return HWY_DISPATCH_TABLE(bound_list)[simd_dispatch_index(target)](list);
}

void cut_by_box(int64_t target, const TriangleList& from, const Box& region, TriangleList& to) {
    HWY_DISPATCH_TABLE(cut_by_box)[simd_dispatch_index(target)](from, region, to);
}

Interval project_list(int64_t target, const TriangleList& list, const Vec3f& direction, float* low,
                      float* high) {
    return HWY_DISPATCH_TABLE(project_list)[simd_dispatch_index(target)](list, direction, low, high);
}

void cut_by_interval(int64_t target, const TriangleList& from, const float* low, const float* high,
                     const Interval& interval, TriangleList& to) {
    HWY_DISPATCH_TABLE(cut_by_interval)[simd_dispatch_index(target)](from, low, high, interval, to);
}

uint32_t find_value(int64_t target, const float* values, uint32_t count, float value) {
    return HWY_DISPATCH_TABLE(find_value)[simd_dispatch_index(target)](values, count, value);
}

void project_barycentres(int64_t target, const TriangleList& list, const Vec3f& direction, float* keys) {
    HWY_DISPATCH_TABLE(project_barycentres)[simd_dispatch_index(target)](list, direction, keys);
}

void split_by_key(int64_t target, const TriangleList& from, const float* keys, float threshold,
                  TriangleList& below, TriangleList& above) {
    HWY_DISPATCH_TABLE(split_by_key)[simd_dispatch_index(target)](from, keys, threshold, below, above);
}

}  // namespace defcol
#endif
