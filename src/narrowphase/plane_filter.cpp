// SPDX-License-Identifier: MIT
#include "narrowphase/plane_filter.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrowphase/plane_filter.cpp"
// Highway wants this order.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

struct V3 {
    V x, y, z;
};

HWY_INLINE V3 load(const GatheredCoordinates& c, uint32_t corner, uint32_t lane) {
    const D d;
    return {hn::Load(d, &c.value[3 * corner][lane]), hn::Load(d, &c.value[3 * corner + 1][lane]),
            hn::Load(d, &c.value[3 * corner + 2][lane])};
}

HWY_INLINE V3 subtract(const V3& a, const V3& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

HWY_INLINE V3 cross(const V3& a, const V3& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

HWY_INLINE V dot(const V3& a, const V3& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

HWY_INLINE V max_abs(V current, const V3& a) {
    return hn::Max(hn::Max(current, hn::Abs(a.x)), hn::Max(hn::Abs(a.y), hn::Abs(a.z)));
}

// A bound on the error of ((q1 - q0) x (q2 - q0)) . (p - q0) against its value for the exact positions.
// With u = 2^-24, M the largest coordinate and W the largest difference of coordinates: coordinates carry
// errors of u M + 2^-126, so differences carry e = 2.01 u M + u W + 2^-124. Where e <= W / 16, a component of
// the cross product errs by 4 W e + 2 e^2 + 5 u W^2 and the determinant by three times (that W + 2 W^2 e +
// that e) and by 20 u W^3 of its own: in all at most W^2 (40 u M + 56 u W + 2^-118). The factor 1.01 covers
// rounding in this formula and 1e-30 every product that underflows, W and M being of order one. Where e may
// exceed W / 16 the bound is infinite: nothing is rejected.
HWY_INLINE V error_bound(V magnitude, V extent) {
    const D d;
    const V relative = hn::Add(hn::Add(hn::Mul(magnitude, hn::Set(d, 40 * 0x1p-24F * 1.01F)),
                                       hn::Mul(extent, hn::Set(d, 56 * 0x1p-24F * 1.01F))),
                               hn::Set(d, 0x1p-117F));
    const V bound = hn::Add(hn::Mul(hn::Mul(extent, extent), relative), hn::Set(d, 1e-30F));
    const V least_extent = hn::Add(hn::Mul(magnitude, hn::Set(d, 33 * 0x1p-24F)), hn::Set(d, 0x1p-119F));
    return hn::IfThenElse(hn::Gt(extent, least_extent), bound, hn::Inf(d));
}

// True where all three values are certainly of one sign.
HWY_INLINE hn::Mask<D> on_one_side(V s0, V s1, V s2, V bound) {
    const V lowest = hn::Min(s0, hn::Min(s1, s2));
    const V highest = hn::Max(s0, hn::Max(s1, s2));
    return hn::Or(hn::Gt(lowest, bound), hn::Lt(highest, hn::Neg(bound)));
}

HWY_INLINE void store_keep(hn::Mask<D> rejected, uint32_t lane, uint8_t* keep) {
    const D d;
    uint8_t bits[8] = {};
    hn::StoreMaskBits(d, rejected, bits);
    for (uint32_t i = 0; i < hn::Lanes(d); ++i) {
        keep[lane + i] = static_cast<uint8_t>(((bits[i / 8] >> (i % 8)) & 1) ^ 1);
    }
}

void KeepTrianglePairs(const GatheredCoordinates& c, uint32_t count, uint8_t* keep) {
    const D d;
    for (uint32_t lane = 0; lane < count; lane += static_cast<uint32_t>(hn::Lanes(d))) {
        const V3 p0 = load(c, 0, lane);
        const V3 p1 = load(c, 1, lane);
        const V3 p2 = load(c, 2, lane);
        const V3 q0 = load(c, 3, lane);
        const V3 q1 = load(c, 4, lane);
        const V3 q2 = load(c, 5, lane);
        V magnitude = hn::Zero(d);
        for (const V3* corner : {&p0, &p1, &p2, &q0, &q1, &q2}) magnitude = max_abs(magnitude, *corner);

        const V3 p10 = subtract(p1, p0);
        const V3 p20 = subtract(p2, p0);
        const V3 q10 = subtract(q1, q0);
        const V3 q20 = subtract(q2, q0);
        const V3 p0q0 = subtract(p0, q0);
        const V3 p1q0 = subtract(p1, q0);
        const V3 p2q0 = subtract(p2, q0);
        const V3 q1p0 = subtract(q1, p0);
        const V3 q2p0 = subtract(q2, p0);
        V extent = hn::Zero(d);
        for (const V3* side : {&p10, &p20, &q10, &q20, &p0q0, &p1q0, &p2q0, &q1p0, &q2p0}) {
            extent = max_abs(extent, *side);
        }
        const V bound = error_bound(magnitude, extent);

        const V3 q_normal = cross(q10, q20);
        const auto p_apart =
            on_one_side(dot(q_normal, p0q0), dot(q_normal, p1q0), dot(q_normal, p2q0), bound);
        const V3 p_normal = cross(p10, p20);
        const auto q_apart =
            on_one_side(hn::Neg(dot(p_normal, p0q0)), dot(p_normal, q1p0), dot(p_normal, q2p0), bound);
        store_keep(hn::Or(p_apart, q_apart), lane, keep);
    }
}

// Outside face abc, seen from the opposite corner d: the vertex is strictly on the other side than d.
HWY_INLINE hn::Mask<D> beyond_face(const V3& ab, const V3& ac, const V3& ad, const V3& av, V bound) {
    const V3 normal = cross(ab, ac);
    const V corner_side = dot(normal, ad);
    const V vertex_side = dot(normal, av);
    return hn::Or(hn::And(hn::Gt(corner_side, bound), hn::Lt(vertex_side, hn::Neg(bound))),
                  hn::And(hn::Lt(corner_side, hn::Neg(bound)), hn::Gt(vertex_side, bound)));
}

void KeepVerticesInTetrahedra(const GatheredCoordinates& c, uint32_t count, uint8_t* keep) {
    const D d;
    for (uint32_t lane = 0; lane < count; lane += static_cast<uint32_t>(hn::Lanes(d))) {
        const V3 t0 = load(c, 0, lane);
        const V3 t1 = load(c, 1, lane);
        const V3 t2 = load(c, 2, lane);
        const V3 t3 = load(c, 3, lane);
        const V3 v = load(c, 4, lane);
        V magnitude = hn::Zero(d);
        for (const V3* corner : {&t0, &t1, &t2, &t3, &v}) magnitude = max_abs(magnitude, *corner);
        const V3 t10 = subtract(t1, t0);
        const V3 t20 = subtract(t2, t0);
        const V3 t30 = subtract(t3, t0);
        const V3 t21 = subtract(t2, t1);
        const V3 t31 = subtract(t3, t1);
        const V3 v0 = subtract(v, t0);
        const V3 v1 = subtract(v, t1);
        const V3 t01 = {hn::Neg(t10.x), hn::Neg(t10.y), hn::Neg(t10.z)};
        V extent = hn::Zero(d);
        for (const V3* side : {&t10, &t20, &t30, &t21, &t31, &v0, &v1}) extent = max_abs(extent, *side);
        const V bound = error_bound(magnitude, extent);

        const auto outside =
            hn::Or(hn::Or(beyond_face(t10, t20, t30, v0, bound), beyond_face(t10, t30, t20, v0, bound)),
                   hn::Or(beyond_face(t20, t30, t10, v0, bound), beyond_face(t21, t31, t01, v1, bound)));
        store_keep(outside, lane, keep);
    }
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(KeepTrianglePairs);
HWY_EXPORT(KeepVerticesInTetrahedra);

void keep_triangle_pairs(int64_t simd_target, const GatheredCoordinates& coordinates, uint32_t count,
                         uint8_t* keep) {
    HWY_DISPATCH_TABLE(KeepTrianglePairs)[simd_dispatch_index(simd_target)](coordinates, count, keep);
}

void keep_vertices_in_tetrahedra(int64_t simd_target, const GatheredCoordinates& coordinates, uint32_t count,
                                 uint8_t* keep) {
    HWY_DISPATCH_TABLE(KeepVerticesInTetrahedra)
    [simd_dispatch_index(simd_target)](coordinates, count, keep);
}

}  // namespace defcol
#endif
