// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/apart_search.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cone_bvh/apart_search.cpp"
// Highway wants this order.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "backends/cone_bvh/leaf_boxes-inl.hpp"
#include "backends/cone_bvh/quad-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr uint32_t pairs_between_polls = 64;

HWY_INLINE BoxEnds ends_of(const RegionNode& node) {
    return {{node.min.x, node.min.y, node.min.z}, {node.max.x, node.max.y, node.max.z}};
}

HWY_INLINE BoxEnds leaf_ends(const RegionTree& tree, uint32_t leaf) {
    return {{tree.leaf_box_column(0)[leaf], tree.leaf_box_column(1)[leaf], tree.leaf_box_column(2)[leaf]},
            {tree.leaf_box_column(3)[leaf], tree.leaf_box_column(4)[leaf], tree.leaf_box_column(5)[leaf]}};
}

// Bit i: leaf `first` + i overlaps the box. At most 16 leaves.
HWY_INLINE uint32_t leaves_overlapping(const RegionTree& tree, uint32_t first, uint32_t count,
                                       const BoxEnds& box) {
    const auto lanes = static_cast<uint32_t>(hn::Lanes(BoxTag()));
    const float* const column = tree.leaf_boxes.data() + first;
    const std::size_t stride = tree.leaf_box_stride();
    uint32_t bits = 0;
    for (uint32_t i = 0; i < count; i += lanes) {
        const float* const from = column + i;
        bits |= bits_of(boxes_overlapping(from, from + stride, from + 2 * stride, from + 3 * stride,
                                          from + 4 * stride, from + 5 * stride, box))
                << i;
    }
    return bits & ((1U << count) - 1);
}

HWY_INLINE void propose_between_leaves(const LeafBoxes& a, const LeafBoxes& b, const BoxEnds& box_b,
                                       CandidateSink& sink, SearchCounts& counts) {
    const BoxTag d;
    const hn::RebindToUnsigned<BoxTag> du;
    const auto lanes = static_cast<uint32_t>(hn::Lanes(d));
    uint32_t rows = 0;
    for (uint32_t first = 0; first < a.count; first += lanes) {
        rows |= bits_of(triangles_overlapping(a, first, box_b)) << first;
    }
    counts.box_tests += a.count;
    for (; rows != 0; rows &= rows - 1) {
        const auto row = static_cast<uint32_t>(__builtin_ctz(rows));
        const BoxEnds box = triangle_box(a, row);
        counts.box_tests += b.count;
        for (uint32_t first = 0; first < b.count; first += lanes) {
            const auto meets = triangles_overlapping(b, first, box);
            const CandidateSink::Room room = sink.room_for_triangles(lanes);
            hn::StoreU(hn::Set(du, a.id[row]), du, room.a);
            hn::StoreU(hn::Compress(hn::Load(du, b.id + first), hn::RebindMask(du, meets)), du, room.b);
            sink.add_triangles(static_cast<uint32_t>(hn::CountTrue(d, meets)));
        }
    }
}

void search_regions(ApartSearch& search, const TreeSide& side_a, const TreeSide& side_b, NodePair first,
                    CandidateSink& sink, SearchCounts& counts) {
    const RegionTree& tree_a = *side_a.tree;
    const RegionTree& tree_b = *side_b.tree;
    search.stack.clear();
    search.stack.push_back(first);
    uint32_t until_poll = pairs_between_polls;
    while (!search.stack.empty()) {
        if (--until_poll == 0) {
            if (sink.poll()) return;
            until_poll = pairs_between_polls;
        }
        const NodePair pair = search.stack.back();
        search.stack.pop_back();
        const RegionShape& shape_a = tree_a.shapes[pair.a];
        const RegionShape& shape_b = tree_b.shapes[pair.b];
        const RegionNode& a = tree_a.nodes[pair.a];
        const RegionNode& b = tree_b.nodes[pair.b];
        if (std::max(shape_a.leaf_count, shape_b.leaf_count) <= ApartSearch::most_block_leaves) {
            counts.box_tests += shape_a.leaf_count;
            uint32_t rows = leaves_overlapping(tree_a, shape_a.first_leaf, shape_a.leaf_count, ends_of(b));
            for (; rows != 0; rows &= rows - 1) {
                const uint32_t leaf_a = shape_a.first_leaf + static_cast<uint32_t>(__builtin_ctz(rows));
                counts.box_tests += shape_b.leaf_count;
                uint32_t meets = leaves_overlapping(tree_b, shape_b.first_leaf, shape_b.leaf_count,
                                                    leaf_ends(tree_a, leaf_a));
                if (meets == 0) continue;
                const LeafBoxes& leaf = find_leaf_in(side_a, leaf_a, search.leaves_a);
                for (; meets != 0; meets &= meets - 1) {
                    const uint32_t leaf_b = shape_b.first_leaf + static_cast<uint32_t>(__builtin_ctz(meets));
                    ++counts.region_calls;
                    propose_between_leaves(leaf, find_leaf_in(side_b, leaf_b, search.leaves_b),
                                           leaf_ends(tree_b, leaf_b), sink, counts);
                }
            }
            continue;
        }
        const bool split_a = shape_a.leaf_count >= shape_b.leaf_count;
        const RegionNode& split = split_a ? a : b;
        const RegionNode& whole = split_a ? b : a;
        const RegionNode* const children = (split_a ? tree_a : tree_b).nodes.data() + split.first_child();
        const Quad low = load_quad(&whole.min.x);
        const Quad high = load_quad(&whole.max.x);
        // The last is taken first.
        for (uint32_t i = split.child_count(); i-- > 0;) {
            ++counts.region_calls;
            ++counts.box_tests;
            if (!ordered(load_quad(&children[i].min.x), high) || !ordered(low, load_quad(&children[i].max.x)))
                continue;
            const uint32_t child = split.first_child() + i;
            search.stack.push_back(split_a ? NodePair{child, pair.b} : NodePair{pair.a, child});
        }
    }
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(search_regions);

void search_apart(int64_t simd_target, ApartSearch& search, const TreeSide& a, const TreeSide& b,
                  NodePair regions, CandidateSink& sink, SearchCounts& counts) {
    HWY_DISPATCH_TABLE(search_regions)
    [simd_dispatch_index(simd_target)](search, a, b, regions, sink, counts);
}

}  // namespace defcol
#endif
