// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/leaf_boxes.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cone_bvh/leaf_boxes.cpp"
// Highway wants this order.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "backends/cone_bvh/quad-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, LeafBoxes::capacity>;

void LoadLeaf(const TreeSide& side, uint32_t node, LeafBoxes& leaf) {
    const RegionTree& tree = *side.tree;
    const RegionShape& shape = tree.shapes[node];
    const bool all = side.usable == nullptr && tree.dead.empty();
    uint32_t count = 0;
    for (uint32_t place = shape.first_place; place < shape.first_place + shape.triangle_count; ++place) {
        if (!all && !tree.place_is_usable(place, side.usable)) continue;
        const Triangle& triangle = tree.triangles[place];
        const Quad a = load_quad(&side.vertices[triangle.vertex[0]].x);
        const Quad b = load_quad(&side.vertices[triangle.vertex[1]].x);
        const Quad c = load_quad(&side.vertices[triangle.vertex[2]].x);
        float low[4];
        float high[4];
        store_quad(rounded_down(min(min(a, b), c)), low);
        store_quad(rounded_up(max(max(a, b), c)), high);
        for (uint32_t axis = 0; axis < 3; ++axis) {
            leaf.min[axis][count] = low[axis];
            leaf.max[axis][count] = high[axis];
            leaf.vertex[axis][count] = triangle.vertex[axis];
        }
        leaf.id[count] = side.triangle_base + tree.triangle_ids[place];
        ++count;
    }
    leaf.count = count;
    leaf.tree = side.tree;
    leaf.node = node;
}

void OverlappingTriangles(const LeafBoxes& a, const LeafBoxes& b, bool apart_only, uint32_t* rows) {
    const D d;
    const hn::RebindToUnsigned<D> du;
    const auto lanes = static_cast<uint32_t>(hn::Lanes(d));
    for (uint32_t i = 0; i < a.count; ++i) rows[i] = 0;
    for (uint32_t first = 0; first < b.count; first += lanes) {
        const auto low_x = hn::Load(d, b.min[0] + first);
        const auto low_y = hn::Load(d, b.min[1] + first);
        const auto low_z = hn::Load(d, b.min[2] + first);
        const auto high_x = hn::Load(d, b.max[0] + first);
        const auto high_y = hn::Load(d, b.max[1] + first);
        const auto high_z = hn::Load(d, b.max[2] + first);
        const uint32_t valid = (1U << std::min(b.count - first, lanes)) - 1;
        for (uint32_t i = 0; i < a.count; ++i) {
            const auto x =
                hn::And(hn::Le(low_x, hn::Set(d, a.max[0][i])), hn::Le(hn::Set(d, a.min[0][i]), high_x));
            const auto y =
                hn::And(hn::Le(low_y, hn::Set(d, a.max[1][i])), hn::Le(hn::Set(d, a.min[1][i]), high_y));
            const auto z =
                hn::And(hn::Le(low_z, hn::Set(d, a.max[2][i])), hn::Le(hn::Set(d, a.min[2][i]), high_z));
            auto meets = hn::And(hn::And(x, y), z);
            if (hn::AllFalse(d, meets)) continue;
            if (apart_only) {
                for (uint32_t k = 0; k < 3; ++k) {
                    const auto vertices = hn::Load(du, b.vertex[k] + first);
                    auto shared = hn::Eq(vertices, hn::Set(du, a.vertex[0][i]));
                    shared = hn::Or(shared, hn::Eq(vertices, hn::Set(du, a.vertex[1][i])));
                    shared = hn::Or(shared, hn::Eq(vertices, hn::Set(du, a.vertex[2][i])));
                    meets = hn::AndNot(hn::RebindMask(d, shared), meets);
                }
            }
            uint8_t bytes[8] = {};
            hn::StoreMaskBits(d, meets, bytes);
            rows[i] |= ((bytes[0] | static_cast<uint32_t>(bytes[1]) << 8) & valid) << first;
        }
    }
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(LoadLeaf);
HWY_EXPORT(OverlappingTriangles);

void load_leaf(int64_t simd_target, const TreeSide& side, uint32_t node, LeafBoxes& leaf) {
    HWY_DISPATCH_TABLE(LoadLeaf)[simd_dispatch_index(simd_target)](side, node, leaf);
}

void overlapping_triangles(int64_t simd_target, const LeafBoxes& a, const LeafBoxes& b, bool apart_only,
                           uint32_t* rows) {
    HWY_DISPATCH_TABLE(OverlappingTriangles)[simd_dispatch_index(simd_target)](a, b, apart_only, rows);
}

}  // namespace defcol
#endif
