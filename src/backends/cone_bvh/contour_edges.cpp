// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "backends/cone_bvh/projected_contour.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cone_bvh/contour_edges.cpp"
// Highway wants this order.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::CappedTag<float, 16>;
using WideVector = hn::Vec<Wide>;

constexpr uint32_t chunk_size = ProjectedContour::chunk_size;

// Writes heads, tails of edges that follow the one before, and where runs begin. Returns the largest
// magnitude of a coordinate of the vertices.
float project_columns(ProjectedContour& c, const Projection& projection, const LocalVertex* vertices) {
    const Wide d;
    const hn::RebindToUnsigned<Wide> du;
    const auto lanes = static_cast<uint32_t>(hn::Lanes(d));
    const auto b = hn::Set(d, projection.b);
    const auto e = hn::Set(d, projection.c);
    float* const out_x = projection.swapped ? c.head_y.data() : c.head_x.data();
    float* const out_y = projection.swapped ? c.head_x.data() : c.head_y.data();
    alignas(64) LocalVertex rows[16];
    WideVector magnitude = hn::Zero(d);
    for (uint32_t first = 0; first < c.count; first += lanes) {
        for (uint32_t i = 0; i < lanes; ++i) {
            rows[i] = vertices[c.head[std::min(first + i, c.count - 1)]];
        }
        WideVector axis[3];
        WideVector mesh;
        hn::LoadInterleaved4(d, &rows[0].x, axis[0], axis[1], axis[2], mesh);
        const WideVector along = axis[projection.main];
        const WideVector x = axis[projection.first];
        const WideVector y = axis[projection.second];
        magnitude = hn::Max(magnitude, hn::Max(hn::Abs(along), hn::Max(hn::Abs(x), hn::Abs(y))));
        hn::StoreU(hn::Sub(x, hn::Mul(b, along)), d, out_x + first);
        hn::StoreU(hn::Sub(y, hn::Mul(e, along)), d, out_y + first);
    }

    c.run_begin.clear();
    c.run_begin.push_back(0);
    for (uint32_t first = 1; first < c.count; first += lanes) {
        hn::StoreU(hn::LoadU(d, &c.head_x[first - 1]), d, &c.tail_x[first]);
        hn::StoreU(hn::LoadU(d, &c.head_y[first - 1]), d, &c.tail_y[first]);
        const auto begins = hn::Ne(hn::LoadU(du, &c.tail[first]), hn::LoadU(du, &c.head[first - 1]));
        if (HWY_LIKELY(hn::AllFalse(du, begins))) continue;
        for (uint32_t i = first; i < std::min(first + lanes, c.count); ++i) {
            if (c.tail[i] != c.head[i - 1]) c.run_begin.push_back(i);
        }
    }
    return hn::GetLane(hn::MaxOfLanes(d, magnitude));
}

// The boxes of edges and of chunks of them, grown by more than the error.
void write_boxes(ProjectedContour& c) {
    const Wide d;
    const auto lanes = static_cast<uint32_t>(hn::Lanes(d));
    const float error = 2 * c.coordinate_error;
    const auto grown = hn::Set(d, error);
    for (uint32_t i = 0; i < c.count; i += lanes) {
        const auto tail_x = hn::LoadU(d, &c.tail_x[i]);
        const auto tail_y = hn::LoadU(d, &c.tail_y[i]);
        const auto head_x = hn::LoadU(d, &c.head_x[i]);
        const auto head_y = hn::LoadU(d, &c.head_y[i]);
        hn::StoreU(hn::Sub(hn::Min(tail_x, head_x), grown), d, &c.low_x[i]);
        hn::StoreU(hn::Sub(hn::Min(tail_y, head_y), grown), d, &c.low_y[i]);
        hn::StoreU(hn::Add(hn::Max(tail_x, head_x), grown), d, &c.high_x[i]);
        hn::StoreU(hn::Add(hn::Max(tail_y, head_y), grown), d, &c.high_y[i]);
    }
    // What follows the last edge overlaps nothing.
    for (uint32_t i = c.count; i < c.count + ProjectedContour::padding; ++i) {
        c.low_x[i] = c.low_y[i] = HUGE_VALF;
        c.high_x[i] = c.high_y[i] = -HUGE_VALF;
    }
    const uint32_t chunks = c.chunk_count();
    for (uint32_t i = 0; i < chunks; ++i) {
        float box[4] = {HUGE_VALF, HUGE_VALF, -HUGE_VALF, -HUGE_VALF};
        for (uint32_t k = i * chunk_size; k < (i + 1) * chunk_size; ++k) {
            box[0] = std::min(box[0], c.low_x[k]);
            box[1] = std::min(box[1], c.low_y[k]);
            box[2] = std::max(box[2], c.high_x[k]);
            box[3] = std::max(box[3], c.high_y[k]);
        }
        c.chunk_low_x[i] = box[0];
        c.chunk_low_y[i] = box[1];
        c.chunk_high_x[i] = box[2];
        c.chunk_high_y[i] = box[3];
    }
    for (uint32_t i = chunks; i < chunks + ProjectedContour::padding; ++i) {
        c.chunk_low_x[i] = c.chunk_low_y[i] = HUGE_VALF;
        c.chunk_high_x[i] = c.chunk_high_y[i] = -HUGE_VALF;
    }
}

struct Pinches {
    EdgePair* pairs;
    uint32_t most;
    uint32_t count;
};

// Edges of the contour, one per lane: the same in all, or those that follow each other.
struct OneEdge {
    uint32_t edge;
    template <class D, class T>
    HWY_INLINE hn::Vec<D> load(D d, const Buffer<T>& column) const {
        return hn::Set(d, column[edge]);
    }
    uint32_t at(uint32_t) const { return edge; }
};
struct NextEdges {
    uint32_t first;
    template <class D, class T>
    HWY_INLINE hn::Vec<D> load(D d, const Buffer<T>& column) const {
        return hn::LoadU(d, &column[first]);
    }
    uint32_t at(uint32_t lane) const { return first + lane; }
};

template <class D, class Edges>
HWY_INLINE hn::Mask<D> boxes_overlap(D d, const ProjectedContour& c, const Edges& a, const NextEdges& b) {
    return hn::And(hn::And(hn::Le(b.load(d, c.low_x), a.load(d, c.high_x)),
                           hn::Ge(b.load(d, c.high_x), a.load(d, c.low_x))),
                   hn::And(hn::Le(b.load(d, c.low_y), a.load(d, c.high_y)),
                           hn::Ge(b.load(d, c.high_y), a.load(d, c.low_y))));
}

// False unless each of these pairs, whose boxes overlap, certainly meets at most in a shared vertex.
template <class D, class Edges>
HWY_INLINE bool pairs_are_clear(D d, const ProjectedContour& c, const Edges& a, const NextEdges& b,
                                hn::Mask<D> asked, Pinches& pinches) {
    using V = hn::Vec<D>;
    const hn::RebindToUnsigned<D> du;
    const V ax = a.load(d, c.tail_x);
    const V ay = a.load(d, c.tail_y);
    const V bx = a.load(d, c.head_x);
    const V by = a.load(d, c.head_y);
    const V cx = b.load(d, c.tail_x);
    const V cy = b.load(d, c.tail_y);
    const V dx = b.load(d, c.head_x);
    const V dy = b.load(d, c.head_y);
    // See area_error: the extent is that of the pair.
    const V width = hn::Sub(hn::Max(a.load(d, c.high_x), b.load(d, c.high_x)),
                            hn::Min(a.load(d, c.low_x), b.load(d, c.low_x)));
    const V height = hn::Sub(hn::Max(a.load(d, c.high_y), b.load(d, c.high_y)),
                             hn::Min(a.load(d, c.low_y), b.load(d, c.low_y)));
    const V extent = hn::Max(width, height);
    const V error = hn::Set(d, c.coordinate_error);
    const V bound = hn::Add(
        hn::Add(hn::Mul(error, hn::Add(hn::Mul(hn::Set(d, 9.0F), extent), hn::Mul(hn::Set(d, 17.0F), error))),
                hn::Mul(hn::Mul(extent, extent), hn::Set(d, 9.0F * 0x1p-24F))),
        hn::Set(d, 1e-36F));
    const V minus = hn::Neg(bound);

    const V abx = hn::Sub(bx, ax);
    const V aby = hn::Sub(by, ay);
    const V cdx = hn::Sub(dx, cx);
    const V cdy = hn::Sub(dy, cy);
    const V acx = hn::Sub(cx, ax);
    const V acy = hn::Sub(cy, ay);
    // Sides of c and d as seen from a to b, of a and b as seen from c to d.
    const V side_c = hn::Sub(hn::Mul(abx, acy), hn::Mul(aby, acx));
    const V side_d = hn::Sub(hn::Mul(abx, hn::Sub(dy, ay)), hn::Mul(aby, hn::Sub(dx, ax)));
    const V side_a = hn::Sub(hn::Mul(cdy, acx), hn::Mul(cdx, acy));
    const V side_b = hn::Sub(hn::Mul(cdx, hn::Sub(by, cy)), hn::Mul(cdy, hn::Sub(bx, cx)));
    auto clear =
        hn::Or(hn::Or(hn::Gt(hn::Min(side_c, side_d), bound), hn::Lt(hn::Max(side_c, side_d), minus)),
               hn::Or(hn::Gt(hn::Min(side_a, side_b), bound), hn::Lt(hn::Max(side_a, side_b), minus)));
    clear = hn::Or(clear, hn::Not(asked));
    if (hn::AllTrue(d, clear)) return true;

    // With a shared vertex the side of the other end decides; where all is in line, whether they go apart.
    const auto tail_a = a.load(du, c.tail);
    const auto head_a = a.load(du, c.head);
    const auto tail_c = b.load(du, c.tail);
    const auto head_c = b.load(du, c.head);
    const auto follows = hn::RebindMask(d, hn::Or(hn::Eq(head_a, tail_c), hn::Eq(tail_a, head_c)));
    const auto pinched =
        hn::And(asked, hn::RebindMask(d, hn::Or(hn::Eq(tail_a, tail_c), hn::Eq(head_a, head_c))));
    const V dot = hn::Add(hn::Mul(abx, cdx), hn::Mul(aby, cdy));
    const auto aside = hn::Gt(hn::Max(hn::Abs(side_c), hn::Abs(side_d)), bound);
    clear = hn::Or(clear, hn::And(follows, hn::Or(aside, hn::Gt(dot, bound))));
    clear = hn::Or(clear, hn::And(pinched, hn::Or(aside, hn::Lt(dot, minus))));
    if (!hn::AllTrue(d, clear)) return false;
    if (HWY_LIKELY(hn::AllFalse(d, pinched))) return true;
    for (uint32_t lane = 0; lane < hn::Lanes(d); ++lane) {
        const uint32_t edge = a.at(lane);
        const uint32_t other = b.at(lane);
        if (std::max(edge, other) >= c.count) break;
        if (c.tail[edge] != c.tail[other] && c.head[edge] != c.head[other]) continue;
        if (pinches.count == pinches.most) return false;
        pinches.pairs[pinches.count++] = {edge, other};
    }
    return true;
}

template <class D, class Edges>
HWY_INLINE bool edges_are_clear(D d, const ProjectedContour& c, const Edges& a, const NextEdges& b,
                                Pinches& pinches) {
    const auto asked = boxes_overlap(d, c, a, b);
    return hn::AllFalse(d, asked) || pairs_are_clear(d, c, a, b, asked, pinches);
}

// Two chunks, every edge of one against all of the other.
HWY_INLINE bool chunks_are_clear(const ProjectedContour& c, uint32_t i, uint32_t j, Pinches& pinches) {
    const hn::CappedTag<float, chunk_size> d;
    const auto lanes = static_cast<uint32_t>(hn::Lanes(d));
    const uint32_t end = std::min((i + 1) * chunk_size, c.count);
    for (uint32_t row = i * chunk_size; row < end; ++row) {
        for (uint32_t k = 0; k < chunk_size; k += lanes) {
            if (!edges_are_clear(d, c, OneEdge{row}, NextEdges{j * chunk_size + k}, pinches)) return false;
        }
    }
    return true;
}

bool edges_meet_at_vertices(ProjectedContour& c, EdgePair* pairs, uint32_t most, uint32_t& pinch_count) {
    const Wide d;
    const auto lanes = static_cast<uint32_t>(hn::Lanes(d));
    Pinches pinches{pairs, most, 0};
    write_boxes(c);
    // Each edge against the fifteen that follow it, a vector of edges at a time: all of its own chunk and of
    // the next.
    for (uint32_t first = 0; first < c.count; first += lanes) {
        const uint32_t last_lag = std::min(2 * chunk_size - 1, c.count - 1 - first);
        for (uint32_t lag = 1; lag <= last_lag; ++lag) {
            if (!edges_are_clear(d, c, NextEdges{first}, NextEdges{first + lag}, pinches)) return false;
        }
    }
    // Chunks further on, where their boxes overlap.
    const uint32_t chunks = c.chunk_count();
    for (uint32_t i = 0; i + 2 < chunks; ++i) {
        const auto low_x = hn::Set(d, c.chunk_low_x[i]);
        const auto low_y = hn::Set(d, c.chunk_low_y[i]);
        const auto high_x = hn::Set(d, c.chunk_high_x[i]);
        const auto high_y = hn::Set(d, c.chunk_high_y[i]);
        for (uint32_t j = i + 2; j < chunks; j += lanes) {
            const auto meets = hn::And(hn::And(hn::Le(hn::LoadU(d, &c.chunk_low_x[j]), high_x),
                                               hn::Le(low_x, hn::LoadU(d, &c.chunk_high_x[j]))),
                                       hn::And(hn::Le(hn::LoadU(d, &c.chunk_low_y[j]), high_y),
                                               hn::Le(low_y, hn::LoadU(d, &c.chunk_high_y[j]))));
            if (HWY_LIKELY(hn::AllFalse(d, meets))) continue;
            uint8_t bytes[8] = {};
            hn::StoreMaskBits(d, meets, bytes);
            for (uint32_t bits = bytes[0] | static_cast<uint32_t>(bytes[1]) << 8; bits != 0;
                 bits &= bits - 1) {
                const uint32_t other = j + static_cast<uint32_t>(__builtin_ctz(bits));
                if (!chunks_are_clear(c, i, other, pinches)) return false;
            }
        }
    }
    pinch_count = pinches.count;
    return true;
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(project_columns);
HWY_EXPORT(edges_meet_at_vertices);

float project_contour(int64_t simd_target, ProjectedContour& contour, const Projection& projection,
                      const LocalVertex* vertices) {
    return HWY_DISPATCH_TABLE(project_columns)[simd_dispatch_index(simd_target)](contour, projection,
                                                                                 vertices);
}

bool edges_meet_only_at_vertices(int64_t simd_target, ProjectedContour& contour, EdgePair* pinches,
                                 uint32_t most_pinches, uint32_t& pinch_count) {
    return HWY_DISPATCH_TABLE(edges_meet_at_vertices)[simd_dispatch_index(simd_target)](
        contour, pinches, most_pinches, pinch_count);
}

}  // namespace defcol
#endif
