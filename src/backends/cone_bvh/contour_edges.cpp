// SPDX-License-Identifier: MIT
#include <algorithm>

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

struct Pinches {
    EdgePair* pairs;
    uint32_t most;
    uint32_t count;
};

// Edge `row` against the edges first + lane of a vector. False unless each pair certainly meets at most in a
// shared vertex.
template <class D>
HWY_INLINE bool row_is_clear(D d, const ProjectedContour& c, uint32_t row, uint32_t first, float error,
                             Pinches& pinches) {
    using V = hn::Vec<D>;
    const hn::RebindToUnsigned<D> du;
    const V ax = hn::Set(d, c.tail_x[row]);
    const V ay = hn::Set(d, c.tail_y[row]);
    const V bx = hn::Set(d, c.head_x[row]);
    const V by = hn::Set(d, c.head_y[row]);
    const V cx = hn::LoadU(d, &c.tail_x[first]);
    const V cy = hn::LoadU(d, &c.tail_y[first]);
    const V dx = hn::LoadU(d, &c.head_x[first]);
    const V dy = hn::LoadU(d, &c.head_y[first]);
    const V bound = hn::Set(d, error);
    const V minus = hn::Neg(bound);
    const V margin = hn::Set(d, 2.5F * c.coordinate_error);

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
    const auto apart = [&](V a0, V a1, V c0, V c1) HWY_ATTR {
        return hn::Or(hn::Gt(hn::Sub(hn::Min(a0, a1), hn::Max(c0, c1)), margin),
                      hn::Gt(hn::Sub(hn::Min(c0, c1), hn::Max(a0, a1)), margin));
    };
    clear = hn::Or(clear, hn::Or(apart(ax, bx, cx, dx), apart(ay, by, cy, dy)));
    if (HWY_LIKELY(hn::AllTrue(d, clear))) return true;

    // With a shared vertex the side of the other end decides; where all is in line, whether they go apart.
    const auto tail_a = hn::Set(du, c.tail[row]);
    const auto head_a = hn::Set(du, c.head[row]);
    const auto tail_c = hn::LoadU(du, &c.tail[first]);
    const auto head_c = hn::LoadU(du, &c.head[first]);
    const auto follows = hn::RebindMask(d, hn::Or(hn::Eq(head_a, tail_c), hn::Eq(tail_a, head_c)));
    const auto pinched = hn::RebindMask(d, hn::Or(hn::Eq(tail_a, tail_c), hn::Eq(head_a, head_c)));
    const V dot = hn::Add(hn::Mul(abx, cdx), hn::Mul(aby, cdy));
    const auto aside = hn::Gt(hn::Max(hn::Abs(side_c), hn::Abs(side_d)), bound);
    clear = hn::Or(clear, hn::And(follows, hn::Or(aside, hn::Gt(dot, bound))));
    clear = hn::Or(clear, hn::And(pinched, hn::Or(aside, hn::Lt(dot, minus))));
    if (!hn::AllTrue(d, clear)) return false;
    if (HWY_LIKELY(hn::AllFalse(d, pinched))) return true;
    for (uint32_t lane = 0; lane < hn::Lanes(d); ++lane) {
        const uint32_t other = first + lane;
        if (c.tail[row] != c.tail[other] && c.head[row] != c.head[other]) continue;
        if (pinches.count == pinches.most) return false;
        pinches.pairs[pinches.count++] = {row, other};
    }
    return true;
}

HWY_INLINE float extent_of(const ProjectedContour& c, uint32_t i, uint32_t j) {
    const float x =
        std::max(c.chunk_high_x[i], c.chunk_high_x[j]) - std::min(c.chunk_low_x[i], c.chunk_low_x[j]);
    const float y =
        std::max(c.chunk_high_y[i], c.chunk_high_y[j]) - std::min(c.chunk_low_y[i], c.chunk_low_y[j]);
    return std::max(x, y);
}

HWY_INLINE uint32_t make_chunks(const ProjectedContour& c, float* low_x, float* low_y, float* high_x,
                                float* high_y) {
    const float grown = 2 * c.coordinate_error;
    const uint32_t chunks = (c.count + ProjectedContour::chunk_size - 1) / ProjectedContour::chunk_size;
    for (uint32_t i = 0; i < chunks; ++i) {
        const uint32_t begin = i * ProjectedContour::chunk_size;
        const uint32_t end = std::min(c.count, begin + ProjectedContour::chunk_size);
        float x0 = c.tail_x[begin];
        float x1 = x0;
        float y0 = c.tail_y[begin];
        float y1 = y0;
        for (uint32_t k = begin; k < end; ++k) {
            x0 = std::min(x0, std::min(c.tail_x[k], c.head_x[k]));
            x1 = std::max(x1, std::max(c.tail_x[k], c.head_x[k]));
            y0 = std::min(y0, std::min(c.tail_y[k], c.head_y[k]));
            y1 = std::max(y1, std::max(c.tail_y[k], c.head_y[k]));
        }
        low_x[i] = x0 - grown;
        low_y[i] = y0 - grown;
        high_x[i] = x1 + grown;
        high_y[i] = y1 + grown;
    }
    for (uint32_t i = chunks; i < chunks + ProjectedContour::padding; ++i) {
        low_x[i] = low_y[i] = 1e18F;
        high_x[i] = high_y[i] = -1e18F;
    }
    return chunks;
}

bool EdgesMeetOnlyAtVertices(ProjectedContour& c, EdgePair* pairs, uint32_t most, uint32_t& pinch_count) {
    constexpr uint32_t chunk_size = ProjectedContour::chunk_size;
    const hn::CappedTag<float, 16> d;
    const hn::CappedTag<float, chunk_size> d8;
    const auto lanes = static_cast<uint32_t>(hn::Lanes(d));
    const auto lanes8 = static_cast<uint32_t>(hn::Lanes(d8));
    Pinches pinches{pairs, most, 0};
    const uint32_t chunks = make_chunks(c, c.chunk_low_x.data(), c.chunk_low_y.data(), c.chunk_high_x.data(),
                                        c.chunk_high_y.data());

    // Each edge against the next sixteen: all of its own chunk and of the following one.
    for (uint32_t row = 0; row < c.count; ++row) {
        const uint32_t chunk = row / chunk_size;
        float extent = extent_of(c, chunk, std::min(chunk + 1, chunks - 1));
        extent = std::max(extent, extent_of(c, chunk, std::min(chunk + 2, chunks - 1)));
        const float error = area_error(c.coordinate_error, extent);
        for (uint32_t k = 0; k < 16; k += lanes) {
            if (!row_is_clear(d, c, row, row + 1 + k, error, pinches)) return false;
        }
    }
    // Chunks further on, where their boxes overlap.
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
                const float error = area_error(c.coordinate_error, extent_of(c, i, other));
                for (uint32_t row = i * chunk_size; row < (i + 1) * chunk_size; ++row) {
                    for (uint32_t k = 0; k < chunk_size; k += lanes8) {
                        const uint32_t first = other * chunk_size + k;
                        if (!row_is_clear(d8, c, row, first, error, pinches)) return false;
                    }
                }
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

HWY_EXPORT(EdgesMeetOnlyAtVertices);

bool edges_meet_only_at_vertices(int64_t simd_target, ProjectedContour& contour, EdgePair* pinches,
                                 uint32_t most_pinches, uint32_t& pinch_count) {
    const std::size_t chunks = contour.count / ProjectedContour::chunk_size + 1 + ProjectedContour::padding;
    for (Buffer<float>* column :
         {&contour.chunk_low_x, &contour.chunk_low_y, &contour.chunk_high_x, &contour.chunk_high_y}) {
        column->resize_uninitialized(chunks);
    }
    return HWY_DISPATCH_TABLE(EdgesMeetOnlyAtVertices)[simd_dispatch_index(simd_target)](
        contour, pinches, most_pinches, pinch_count);
}

}  // namespace defcol
#endif
