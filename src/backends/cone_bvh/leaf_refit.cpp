// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/leaf_refit.hpp"

#include <algorithm>
#include <cmath>

#include "backends/cone_bvh/tree_builder.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cone_bvh/leaf_refit.cpp"
// Highway wants this order.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "backends/cone_bvh/quad-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using DA = hn::CappedTag<float, axis_count>;
using VA = hn::Vec<DA>;

HWY_INLINE Quad load_vertex(const LocalVertex& vertex) {
    return load_quad(&vertex.x);
}

struct LeafBox {
    Quad low, high;
};

HWY_INLINE LeafBox box_of_leaf(const RegionTree& tree, const LocalVertex* vertices, uint32_t leaf) {
    const uint32_t* v = tree.leaf_vertices.data() + tree.leaf_vertex_begin[leaf];
    const uint32_t* const end = tree.leaf_vertices.data() + tree.leaf_vertex_begin[leaf + 1];
    Quad low = load_vertex(vertices[*v]);
    Quad high = low;
    for (++v; v != end; ++v) {
        const Quad p = load_vertex(vertices[*v]);
        low = min(low, p);
        high = max(high, p);
    }
    return {low, high};
}

// A bound on the error of ((b - a) x (c - a)) . v as computed below against its value for the exact
// positions, for all triangles of the leaf and all axes v, whose components are at most one. With u = 2^-24,
// M the largest coordinate and W the largest extent of the leaf: differences carry e = 2.01 u M + u W +
// 2^-124, a component of the cross product 4 W e + 2 e^2 + 3.1 u W^2, the product with v three times that and
// 3 * 3.1 u 2 W^2 of its own. Where e <= W / 16 that is at most W (26 u M + 44 u W + 2^-119); below that the
// bound is infinite. 1e-30 covers products that underflow.
HWY_INLINE float direction_error(const LeafBox& box) {
    float largest[4];
    float extent[4];
    store_quad(max(magnitude(box.low), magnitude(box.high)), largest);
    store_quad(subtract(box.high, box.low), extent);
    const float m = std::max(largest[0], std::max(largest[1], largest[2]));
    const float w = std::max(extent[0], std::max(extent[1], extent[2]));
    if (!(w > m * (33 * 0x1p-24F) + 0x1p-119F)) return HUGE_VALF;
    return w * (m * (30 * 0x1p-24F) + w * (50 * 0x1p-24F) + 0x1p-118F) + 1e-30F;
}

struct AxisTable {
    alignas(64) float x[axis_count], y[axis_count], z[axis_count];
};

HWY_INLINE DirectionBits directions_of_leaf(const RegionTree& tree, const LocalVertex* vertices,
                                            uint32_t leaf, const AxisTable& table, const LeafBox& box) {
    const DA d;
    const auto lanes = static_cast<uint32_t>(hn::Lanes(d));
    const RegionShape& shape = tree.shapes[tree.leaf_node[leaf]];
    const Triangle* const triangles = tree.triangles.data() + shape.first_place;
    const uint32_t count = shape.triangle_count;
    // Normals as (z, x, y): what the two turned products give.
    alignas(16) float normals[most_leaf_triangles][4];
    for (uint32_t i = 0; i < count; ++i) {
        const Triangle& triangle = triangles[i];
        const Quad a = load_vertex(vertices[triangle.vertex[0]]);
        const Quad ab = subtract(load_vertex(vertices[triangle.vertex[1]]), a);
        const Quad ac = subtract(load_vertex(vertices[triangle.vertex[2]]), a);
        store_quad(subtract(multiply(ab, turned(ac)), multiply(turned(ab), ac)), normals[i]);
    }
    const VA bound = hn::Set(d, direction_error(box));
    DirectionBits bits = 0;
    for (uint32_t lane = 0; lane < axis_count; lane += lanes) {
        const VA x = hn::Load(d, table.x + lane);
        const VA y = hn::Load(d, table.y + lane);
        const VA z = hn::Load(d, table.z + lane);
        VA low = hn::Inf(d);
        VA high = hn::Neg(low);
        for (uint32_t i = 0; i < count; ++i) {
            const VA dot =
                hn::Add(hn::Add(hn::Mul(x, hn::Set(d, normals[i][1])), hn::Mul(y, hn::Set(d, normals[i][2]))),
                        hn::Mul(z, hn::Set(d, normals[i][0])));
            low = hn::Min(low, dot);
            high = hn::Max(high, dot);
        }
        uint8_t forward[8] = {};
        uint8_t backward[8] = {};
        hn::StoreMaskBits(d, hn::Gt(low, bound), forward);
        hn::StoreMaskBits(d, hn::Lt(high, hn::Neg(bound)), backward);
        bits |= (forward[0] | DirectionBits{forward[1]} << 8) << lane;
        bits |= (backward[0] | DirectionBits{backward[1]} << 8) << (axis_count + lane);
    }
    return bits;
}

constexpr AxisTable make_table() {
    AxisTable table{};
    for (uint32_t i = 0; i < axis_count; ++i) {
        table.x[i] = axes[i].component(0);
        table.y[i] = axes[i].component(1);
        table.z[i] = axes[i].component(2);
    }
    return table;
}

// Both halves of a node are stored whole: what else they hold is written after them.
HWY_INLINE void store_box(RegionNode& node, const LeafBox& box, DirectionBits directions) {
    const uint32_t children = node.children;
    store_quad(box.low, &node.min.x);
    store_quad(box.high, &node.max.x);
    node.directions = directions;
    node.children = children;
}

constexpr uint32_t transposed_leaves = 16;

// Rows of (x, y, z, anything) to three columns. Rows are read, and columns written, up to the next multiple
// of a vector.
HWY_INLINE void write_columns(const float (*rows)[4], uint32_t count, float* x, float* y, float* z) {
    const hn::CappedTag<float, transposed_leaves> d;
    for (uint32_t i = 0; i < count; i += static_cast<uint32_t>(hn::Lanes(d))) {
        hn::Vec<decltype(d)> column_x;
        hn::Vec<decltype(d)> column_y;
        hn::Vec<decltype(d)> column_z;
        hn::Vec<decltype(d)> unused;
        hn::LoadInterleaved4(d, rows[i], column_x, column_y, column_z, unused);
        hn::StoreU(column_x, d, x + i);
        hn::StoreU(column_y, d, y + i);
        hn::StoreU(column_z, d, z + i);
    }
}

void refit_leaf_nodes(RegionTree& tree, const LocalVertex* vertices, bool with_directions, uint32_t begin,
                      uint32_t end) {
    static constexpr AxisTable table = make_table();
    for (uint32_t leaf = begin; leaf < end; ++leaf) {
        const LeafBox box = box_of_leaf(tree, vertices, leaf);
        const DirectionBits bits = with_directions ? directions_of_leaf(tree, vertices, leaf, table, box) : 0;
        store_box(tree.nodes[tree.leaf_node[leaf]], {rounded_down(box.low), rounded_up(box.high)}, bits);
    }
}

void copy_leaf_columns(RegionTree& tree, uint32_t begin, uint32_t end) {
    alignas(64) float low[transposed_leaves][4];
    alignas(64) float high[transposed_leaves][4];
    for (uint32_t first = begin; first < end; first += transposed_leaves) {
        const uint32_t count = std::min(end - first, transposed_leaves);
        for (uint32_t i = 0; i < count; ++i) {
            const RegionNode& node = tree.nodes[tree.leaf_node[first + i]];
            store_quad(load_quad(&node.min.x), low[i]);
            store_quad(load_quad(&node.max.x), high[i]);
        }
        write_columns(low, count, tree.leaf_box_column(0) + first, tree.leaf_box_column(1) + first,
                      tree.leaf_box_column(2) + first);
        write_columns(high, count, tree.leaf_box_column(3) + first, tree.leaf_box_column(4) + first,
                      tree.leaf_box_column(5) + first);
    }
}

void box_blocks(RegionTree& tree, const LocalVertex* vertices, uint32_t begin, uint32_t end) {
    for (uint32_t block = begin; block < end; ++block) {
        const uint32_t first = block * RegionTree::vertex_block_size;
        const uint32_t last = std::min(first + RegionTree::vertex_block_size, tree.vertex_count);
        Quad low = set_quad(HUGE_VALF);
        Quad high = set_quad(-HUGE_VALF);
        for (uint32_t v = first; v < last; ++v) {
            // A vertex of no triangle need not be a number: in this order, min and max drop it or keep it.
            const Quad p = load_vertex(vertices[v]);
            low = min(p, low);
            high = max(p, high);
        }
        store_quad(rounded_down(low), tree.block_boxes[block].low);
        store_quad(rounded_up(high), tree.block_boxes[block].high);
    }
}

bool group_is_apart(const RegionTree& tree, uint32_t group, const Box& region) {
    Quad low = set_quad(HUGE_VALF);
    Quad high = set_quad(-HUGE_VALF);
    for (uint32_t i = tree.group_block_begin[group]; i < tree.group_block_begin[group + 1]; ++i) {
        const VertexBlockBox& box = tree.block_boxes[tree.group_blocks[i]];
        low = min(load_quad(box.low), low);
        high = max(load_quad(box.high), high);
    }
    float lows[4];
    float highs[4];
    store_quad(low, lows);
    store_quad(high, highs);
    // What is not a number is apart from nothing.
    return lows[0] > region.max.x || lows[1] > region.max.y || lows[2] > region.max.z ||
           highs[0] < region.min.x || highs[1] < region.min.y || highs[2] < region.min.z;
}

DirectionBits directions_of_one_leaf(const RegionTree& tree, const LocalVertex* vertices, uint32_t leaf) {
    static constexpr AxisTable table = make_table();
    return directions_of_leaf(tree, vertices, leaf, table, box_of_leaf(tree, vertices, leaf));
}

void refit_parent_nodes(RegionTree& tree, uint32_t begin, uint32_t end) {
    RegionNode* const nodes = tree.nodes.data();
    for (uint32_t i = begin; i < end; ++i) {
        RegionNode& node = nodes[i];
        if (node.is_leaf()) continue;
        const RegionNode* child = nodes + node.first_child();
        const RegionNode* const last = child + node.child_count();
        LeafBox box{load_quad(&child->min.x), load_quad(&child->max.x)};
        DirectionBits directions = child->directions;
        for (++child; child != last; ++child) {
            box.low = min(box.low, load_quad(&child->min.x));
            box.high = max(box.high, load_quad(&child->max.x));
            directions &= child->directions;
        }
        store_box(node, box, directions);
    }
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(refit_leaf_nodes);
HWY_EXPORT(copy_leaf_columns);
HWY_EXPORT(box_blocks);
HWY_EXPORT(group_is_apart);
HWY_EXPORT(directions_of_one_leaf);
HWY_EXPORT(refit_parent_nodes);

void refit_leaves(int64_t simd_target, RegionTree& tree, const LocalVertex* vertices, bool with_directions,
                  uint32_t begin, uint32_t end) {
    HWY_DISPATCH_TABLE(refit_leaf_nodes)
    [simd_dispatch_index(simd_target)](tree, vertices, with_directions, begin, end);
}

void write_leaf_columns(int64_t simd_target, RegionTree& tree, uint32_t begin, uint32_t end) {
    HWY_DISPATCH_TABLE(copy_leaf_columns)[simd_dispatch_index(simd_target)](tree, begin, end);
}

void box_vertex_blocks(int64_t simd_target, RegionTree& tree, const LocalVertex* vertices, uint32_t begin,
                       uint32_t end) {
    HWY_DISPATCH_TABLE(box_blocks)[simd_dispatch_index(simd_target)](tree, vertices, begin, end);
}

bool leaf_group_is_apart(int64_t simd_target, const RegionTree& tree, uint32_t group, const Box& region) {
    return HWY_DISPATCH_TABLE(group_is_apart)[simd_dispatch_index(simd_target)](tree, group, region);
}

DirectionBits leaf_directions(int64_t simd_target, const RegionTree& tree, const LocalVertex* vertices,
                              uint32_t leaf) {
    return HWY_DISPATCH_TABLE(directions_of_one_leaf)[simd_dispatch_index(simd_target)](tree, vertices, leaf);
}

void refit_parents(int64_t simd_target, RegionTree& tree, uint32_t begin, uint32_t end) {
    HWY_DISPATCH_TABLE(refit_parent_nodes)[simd_dispatch_index(simd_target)](tree, begin, end);
}

}  // namespace defcol
#endif
