// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/leaf_overlaps.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/gjk_cut/leaf_overlaps.cpp"
// Highway wants this order.
// clang-format off
#include <hwy/foreach_target.h>
#include "backends/gjk_cut/list_lanes.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

void write_widened_boxes(const TriangleList& list, float* boxes) {
    const D d;
    const V relative = hn::Set(d, 0x8p-24F);
    const V absolute = hn::Set(d, 0x1p-122F);
    for (uint32_t i = 0; i < list.count; i += lanes()) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Extent extent = axis_extent(list, axis, i);
            const V margin_low = hn::Add(hn::Mul(hn::Abs(extent.low), relative), absolute);
            const V margin_high = hn::Add(hn::Mul(hn::Abs(extent.high), relative), absolute);
            hn::StoreU(hn::Sub(extent.low, margin_low), d, boxes + 2 * axis * list.stride + i);
            hn::StoreU(hn::Add(extent.high, margin_high), d, boxes + (2 * axis + 1) * list.stride + i);
        }
    }
}

uint32_t find_overlaps(const float* boxes, std::size_t stride, uint32_t begin, uint32_t count, const Box& box,
                       uint32_t* found) {
    const D d;
    const DU du;
    V low[3];
    V high[3];
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = hn::Set(d, box.min[axis]);
        high[axis] = hn::Set(d, box.max[axis]);
    }
    uint32_t place = 0;
    for (uint32_t i = begin; i < count; i += lanes()) {
        M hit = lanes_below(i, count);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            hit = hn::And(hit, hn::And(hn::Le(hn::LoadU(d, boxes + 2 * axis * stride + i), high[axis]),
                                       hn::Ge(hn::LoadU(d, boxes + (2 * axis + 1) * stride + i), low[axis])));
        }
        if (hn::AllFalse(d, hit)) continue;
        const auto indices = hn::Iota(du, i);
        hn::StoreU(hn::Compress(indices, hn::RebindMask(du, hit)), du, found + place);
        place += static_cast<uint32_t>(hn::CountTrue(d, hit));
    }
    return place;
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(write_widened_boxes);
HWY_EXPORT(find_overlaps);

void write_widened_boxes(int64_t target, const TriangleList& list, float* boxes) {
    HWY_DISPATCH_TABLE(write_widened_boxes)[simd_dispatch_index(target)](list, boxes);
}

uint32_t find_overlaps(int64_t target, const float* boxes, std::size_t stride, uint32_t begin, uint32_t count,
                       const Box& box, uint32_t* found) {
    return HWY_DISPATCH_TABLE(find_overlaps)[simd_dispatch_index(target)](boxes, stride, begin, count, box,
                                                                          found);
}

}  // namespace defcol
#endif
