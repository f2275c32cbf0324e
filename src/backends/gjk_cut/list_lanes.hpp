// SPDX-License-Identifier: MIT
// What the kernels over lists share. Compiled once for every target, so the guard is Highway's.
#if defined(DEFCOL_GJK_CUT_LIST_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef DEFCOL_GJK_CUT_LIST_LANES
#undef DEFCOL_GJK_CUT_LIST_LANES
#else
#define DEFCOL_GJK_CUT_LIST_LANES
#endif

#include <hwy/highway.h>

#include "backends/gjk_cut/triangle_list.hpp"

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
// At most 16 lanes: the padding of lists.
using D = hn::CappedTag<float, 16>;
using DU = hn::RebindToUnsigned<D>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

HWY_INLINE uint32_t lanes() {
    return static_cast<uint32_t>(hn::Lanes(D()));
}

HWY_INLINE M lanes_below(uint32_t index, uint32_t count) {
    return hn::FirstN(D(), count - index);
}

struct Extent {
    V low, high;
};

// Of the three corners along one axis.
HWY_INLINE Extent axis_extent(const TriangleList& list, std::size_t axis, uint32_t index) {
    const D d;
    const V a = hn::LoadU(d, list.column(axis) + index);
    const V b = hn::LoadU(d, list.column(3 + axis) + index);
    const V c = hn::LoadU(d, list.column(6 + axis) + index);
    return {hn::Min(a, hn::Min(b, c)), hn::Max(a, hn::Max(b, c))};
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
