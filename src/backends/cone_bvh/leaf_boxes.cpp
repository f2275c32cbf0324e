// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/leaf_boxes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cone_bvh/leaf_boxes.cpp"
// Highway wants this order.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "backends/cone_bvh/leaf_boxes-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void load_leaf_columns(const TreeSide& side, uint32_t number, LeafBoxes& leaf) {
    load_leaf(side, number, leaf);
}

// Where vertices in a column are none of three.
HWY_INLINE BoxMask none_of(const uint32_t* column, const uint32_t (&vertices)[3]) {
    const hn::RebindToUnsigned<BoxTag> du;
    const auto lanes = hn::LoadU(du, column);
    const auto equal =
        hn::Or(hn::Or(hn::Eq(lanes, hn::Set(du, vertices[0])), hn::Eq(lanes, hn::Set(du, vertices[1]))),
               hn::Eq(lanes, hn::Set(du, vertices[2])));
    return hn::Not(hn::RebindMask(BoxTag(), equal));
}

void overlap_rows(const LeafBoxes& a, const LeafBoxes& b, bool with_shared, uint32_t* rows) {
    const BoxTag d;
    const auto lanes = static_cast<uint32_t>(hn::Lanes(d));
    for (uint32_t i = 0; i < a.count; ++i) {
        const BoxEnds box = triangle_box(a, i);
        const uint32_t vertices[3] = {a.vertex[0][i], a.vertex[1][i], a.vertex[2][i]};
        rows[i] = 0;
        for (uint32_t first = 0; first < b.count; first += lanes) {
            auto meets = triangles_overlapping(b, first, box);
            if (hn::AllFalse(d, meets)) continue;
            for (uint32_t k = 0; k < 3 && !with_shared; ++k) {
                meets = hn::And(meets, none_of(b.vertex[k] + first, vertices));
            }
            rows[i] |= bits_of(meets) << first;
        }
    }
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(load_leaf_columns);
HWY_EXPORT(overlap_rows);

const LeafBoxes& find_leaf(int64_t simd_target, const TreeSide& side, uint32_t leaf, LeafCache& cache) {
    LeafBoxes& place = cache.leaves[leaf % LeafCache::size];
    if (!cache.has(place, side.tree, leaf)) {
        HWY_DISPATCH_TABLE(load_leaf_columns)[simd_dispatch_index(simd_target)](side, leaf, place);
        place.search = cache.search;
    }
    return place;
}

void overlapping_triangles(int64_t simd_target, const LeafBoxes& a, const LeafBoxes& b, bool with_shared,
                           uint32_t* rows) {
    HWY_DISPATCH_TABLE(overlap_rows)[simd_dispatch_index(simd_target)](a, b, with_shared, rows);
}

}  // namespace defcol
#endif
