// SPDX-License-Identifier: MIT
// Loading leaves and comparing boxes, for the files that search them. Included once per Highway target.
#if defined(DEFCOL_CONE_BVH_LEAF_BOXES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DEFCOL_CONE_BVH_LEAF_BOXES_INL
#undef DEFCOL_CONE_BVH_LEAF_BOXES_INL
#else
#define DEFCOL_CONE_BVH_LEAF_BOXES_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "backends/cone_bvh/leaf_boxes.hpp"

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

using BoxTag = hwy::HWY_NAMESPACE::CappedTag<float, LeafBoxes::capacity>;
using BoxVector = hwy::HWY_NAMESPACE::Vec<BoxTag>;
using BoxMask = hwy::HWY_NAMESPACE::Mask<BoxTag>;

// One box to compare others with.
struct BoxEnds {
    float min[3], max[3];
};

// Where boxes in columns overlap one box.
HWY_INLINE BoxMask boxes_overlapping(const float* min_x, const float* min_y, const float* min_z,
                                     const float* max_x, const float* max_y, const float* max_z,
                                     const BoxEnds& box) {
    namespace hn = hwy::HWY_NAMESPACE;
    const BoxTag d;
    const auto x = hn::And(hn::Le(hn::LoadU(d, min_x), hn::Set(d, box.max[0])),
                           hn::Ge(hn::LoadU(d, max_x), hn::Set(d, box.min[0])));
    const auto y = hn::And(hn::Le(hn::LoadU(d, min_y), hn::Set(d, box.max[1])),
                           hn::Ge(hn::LoadU(d, max_y), hn::Set(d, box.min[1])));
    const auto z = hn::And(hn::Le(hn::LoadU(d, min_z), hn::Set(d, box.max[2])),
                           hn::Ge(hn::LoadU(d, max_z), hn::Set(d, box.min[2])));
    return hn::And(hn::And(x, y), z);
}

HWY_INLINE BoxMask triangles_overlapping(const LeafBoxes& leaf, uint32_t first, const BoxEnds& box) {
    return boxes_overlapping(leaf.min[0] + first, leaf.min[1] + first, leaf.min[2] + first,
                             leaf.max[0] + first, leaf.max[1] + first, leaf.max[2] + first, box);
}

HWY_INLINE BoxEnds triangle_box(const LeafBoxes& leaf, uint32_t i) {
    return {{leaf.min[0][i], leaf.min[1][i], leaf.min[2][i]},
            {leaf.max[0][i], leaf.max[1][i], leaf.max[2][i]}};
}

HWY_INLINE uint32_t bits_of(BoxMask mask) {
    uint8_t bytes[8] = {};
    hwy::HWY_NAMESPACE::StoreMaskBits(BoxTag(), mask, bytes);
    return bytes[0] | static_cast<uint32_t>(bytes[1]) << 8;
}

// Copies whole vertices and separates their axes in vectors: a third of the stores.
HWY_INLINE void load_leaf(const TreeSide& side, uint32_t number, LeafBoxes& leaf) {
    namespace hn = hwy::HWY_NAMESPACE;
    const BoxTag d;
    const RegionTree& tree = *side.tree;
    const RegionShape& shape = tree.shapes[tree.leaf_node[number]];
    const bool all = side.usable == nullptr && tree.dead.empty();
    alignas(64) LocalVertex corners[3][LeafBoxes::capacity];
    uint32_t count = 0;
    for (uint32_t place = shape.first_place; place < shape.first_place + shape.triangle_count; ++place) {
        if (!all && !tree.place_is_usable(place, side.usable)) continue;
        const Triangle triangle = tree.triangles[place];
        for (uint32_t k = 0; k < 3; ++k) {
            corners[k][count] = side.vertices[triangle.vertex[k]];
            leaf.vertex[k][count] = triangle.vertex[k];
        }
        leaf.id[count++] = side.triangle_base + tree.triangle_ids[place];
    }
    const auto lanes = static_cast<uint32_t>(hn::Lanes(d));
    // See outward_margin.
    const auto margin = [&](BoxVector v) HWY_ATTR {
        return hn::Add(hn::Mul(hn::Abs(v), hn::Set(d, 0x3p-24F)), hn::Set(d, 0x1p-125F));
    };
    for (uint32_t first = 0; first < LeafBoxes::capacity; first += lanes) {
        const auto present = hn::FirstN(d, count > first ? count - first : 0);
        BoxVector corner[3][3];
        BoxVector mesh;
        for (uint32_t k = 0; k < 3; ++k) {
            hn::LoadInterleaved4(d, &corners[k][first].x, corner[k][0], corner[k][1], corner[k][2], mesh);
        }
        for (uint32_t axis = 0; axis < 3; ++axis) {
            const auto low = hn::Min(hn::Min(corner[0][axis], corner[1][axis]), corner[2][axis]);
            const auto high = hn::Max(hn::Max(corner[0][axis], corner[1][axis]), corner[2][axis]);
            hn::Store(hn::IfThenElse(present, hn::Sub(low, margin(low)), hn::Inf(d)), d,
                      leaf.min[axis] + first);
            hn::Store(hn::IfThenElse(present, hn::Add(high, margin(high)), hn::Neg(hn::Inf(d))), d,
                      leaf.max[axis] + first);
        }
    }
    leaf.count = count;
    leaf.tree = side.tree;
    leaf.leaf = number;
}

HWY_INLINE const LeafBoxes& find_leaf_in(const TreeSide& side, uint32_t number, LeafCache& cache) {
    LeafBoxes& leaf = cache.leaves[number % LeafCache::size];
    if (!cache.has(leaf, side.tree, number)) {
        load_leaf(side, number, leaf);
        leaf.search = cache.search;
    }
    return leaf;
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
