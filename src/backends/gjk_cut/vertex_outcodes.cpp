// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/vertex_outcodes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/gjk_cut/vertex_outcodes.cpp"
// Highway wants this order.
// clang-format off
#include <hwy/foreach_target.h>
#include "backends/gjk_cut/list_lanes.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

void compute_outcodes(const LocalVertex* vertices, uint32_t count, const Box& region, uint8_t* codes) {
    const D d;
    const DU du;
    const hn::Rebind<uint8_t, D> bytes;
    V low[3];
    V high[3];
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = hn::Set(d, region.min[axis]);
        high[axis] = hn::Set(d, region.max[axis]);
    }
    const uint32_t whole = count - count % lanes();
    for (uint32_t i = 0; i < whole; i += lanes()) {
        V position[3];
        V mesh;
        hn::LoadInterleaved4(d, &vertices[i].x, position[0], position[1], position[2], mesh);
        auto code = hn::Zero(du);
        for (int axis = 0; axis < 3; ++axis) {
            const M below = hn::Lt(position[axis], low[axis]);
            const M above = hn::Gt(position[axis], high[axis]);
            const auto below_bit = hn::Set(du, uint32_t{1} << axis);
            const auto above_bit = hn::Set(du, uint32_t{8} << axis);
            code = hn::Or(code, hn::Or(hn::IfThenElseZero(hn::RebindMask(du, below), below_bit),
                                       hn::IfThenElseZero(hn::RebindMask(du, above), above_bit)));
        }
        hn::StoreU(hn::DemoteTo(bytes, hn::BitCast(hn::RebindToSigned<DU>(), code)), bytes, codes + i);
    }
    for (uint32_t i = whole; i < count; ++i) {
        const Vec3f position = vertices[i].position();
        uint32_t code = 0;
        for (int axis = 0; axis < 3; ++axis) {
            code |= static_cast<uint32_t>(position[axis] < region.min[axis]) << axis;
            code |= static_cast<uint32_t>(position[axis] > region.max[axis]) << (3 + axis);
        }
        codes[i] = static_cast<uint8_t>(code);
    }
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(compute_outcodes);

void compute_outcodes(int64_t target, const LocalVertex* vertices, uint32_t count, const Box& region,
                      uint8_t* codes) {
    HWY_DISPATCH_TABLE(compute_outcodes)[simd_dispatch_index(target)](vertices, count, region, codes);
}

}  // namespace defcol
#endif
