// SPDX-License-Identifier: MIT
#include "narrowphase/plane_filter.hpp"

#include "geometry/float_determinant_bound.hpp"

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

HWY_INLINE V3 load(const GatheredCorners& c, uint32_t corner, uint32_t lane) {
    const D d;
    V3 position;
    V mesh;
    hn::LoadInterleaved4(d, &c.vertex[corner][lane].x, position.x, position.y, position.z, mesh);
    return position;
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

// What the error bound is made of: the largest coordinate and the largest difference of coordinates.
struct Range {
    V magnitude;
    V extent;
};

HWY_INLINE void widen(Range& range, V lowest, V highest) {
    range.magnitude = hn::Max(range.magnitude, hn::Max(hn::Abs(lowest), hn::Abs(highest)));
    range.extent = hn::Max(range.extent, hn::Sub(highest, lowest));
}

template <class... Corners>
HWY_INLINE Range range_of(const V3& first, const Corners&... others) {
    const D d;
    V3 lowest = first;
    V3 highest = first;
    for (const V3* corner : {&others...}) {
        lowest = {hn::Min(lowest.x, corner->x), hn::Min(lowest.y, corner->y), hn::Min(lowest.z, corner->z)};
        highest = {hn::Max(highest.x, corner->x), hn::Max(highest.y, corner->y),
                   hn::Max(highest.z, corner->z)};
    }
    Range range{hn::Zero(d), hn::Zero(d)};
    widen(range, lowest.x, highest.x);
    widen(range, lowest.y, highest.y);
    widen(range, lowest.z, highest.z);
    return range;
}

// FloatDeterminantBound::of in vectors. Where it is infinite nothing is rejected.
HWY_INLINE V error_bound(const Range& range) {
    using Bound = FloatDeterminantBound;
    const D d;
    const V magnitude = range.magnitude;
    const V extent = range.extent;
    const V relative = hn::Add(hn::Add(hn::Mul(magnitude, hn::Set(d, Bound::per_magnitude)),
                                       hn::Mul(extent, hn::Set(d, Bound::per_extent))),
                               hn::Set(d, Bound::smallest));
    const V bound = hn::Add(hn::Mul(hn::Mul(extent, extent), relative), hn::Set(d, Bound::underflow));
    const V least_extent = hn::Add(hn::Mul(magnitude, hn::Set(d, Bound::least_extent_per_magnitude)),
                                   hn::Set(d, Bound::least_extent));
    return hn::IfThenElse(hn::Gt(extent, least_extent), bound, hn::Inf(d));
}

// True where all three values are certainly of one sign.
HWY_INLINE hn::Mask<D> on_one_side(V s0, V s1, V s2, V bound) {
    const V lowest = hn::Min(s0, hn::Min(s1, s2));
    const V highest = hn::Max(s0, hn::Max(s1, s2));
    return hn::Or(hn::Gt(lowest, bound), hn::Lt(highest, hn::Neg(bound)));
}

// Appends the lanes of the mask.
HWY_INLINE uint32_t append_lanes(hn::Mask<D> mask, uint32_t first_lane, uint32_t count, uint16_t* lanes,
                                 uint32_t lane_count) {
    const D d;
    uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, mask, bytes);
    uint32_t bits = bytes[0] | (uint32_t{bytes[1]} << 8);
    const uint32_t present = count - first_lane;
    if (present < hn::Lanes(d)) bits &= (1U << present) - 1;
    while (bits != 0) {
        lanes[lane_count++] = static_cast<uint16_t>(first_lane + static_cast<uint32_t>(__builtin_ctz(bits)));
        bits &= bits - 1;
    }
    return lane_count;
}

using M = hn::Mask<D>;

struct Sides {
    V s0, s1, s2;
};

// Where each of the three is certainly positive or negative.
HWY_INLINE M all_certain(const Sides& sides, V bound) {
    return hn::Gt(hn::Min(hn::Abs(sides.s0), hn::Min(hn::Abs(sides.s1), hn::Abs(sides.s2))), bound);
}

struct Triangles {
    V3 p, q, r;
};

HWY_INLINE V3 select(M first, M second, const V3& a, const V3& b, const V3& c) {
    return {hn::IfThenElse(first, a.x, hn::IfThenElse(second, b.x, c.x)),
            hn::IfThenElse(first, a.y, hn::IfThenElse(second, b.y, c.y)),
            hn::IfThenElse(first, a.z, hn::IfThenElse(second, b.z, c.z))};
}

// Turns a triangle so that p is the corner alone on its side; tells whether that is the negative side.
HWY_INLINE Triangles turn(const V3& v0, const V3& v1, const V3& v2, const Sides& sides, M& is_negative) {
    const D d;
    const V zero = hn::Zero(d);
    const M n0 = hn::Lt(sides.s0, zero);
    const M n1 = hn::Lt(sides.s1, zero);
    const M n2 = hn::Lt(sides.s2, zero);
    const M alone1 = hn::Not(hn::Xor(n0, n2));
    const M alone0 = hn::Not(hn::Xor(n1, n2));
    // The lone corner is negative if at most one is.
    is_negative = hn::Not(hn::Or(hn::And(n0, n1), hn::Or(hn::And(n0, n2), hn::And(n1, n2))));
    return {select(alone0, alone1, v0, v1, v2), select(alone0, alone1, v1, v2, v0),
            select(alone0, alone1, v2, v0, v1)};
}

HWY_INLINE void swap_where(M mask, V3& a, V3& b) {
    const V3 old = a;
    a = {hn::IfThenElse(mask, b.x, a.x), hn::IfThenElse(mask, b.y, a.y), hn::IfThenElse(mask, b.z, a.z)};
    b = {hn::IfThenElse(mask, old.x, b.x), hn::IfThenElse(mask, old.y, b.y),
         hn::IfThenElse(mask, old.z, b.z)};
}

// The interval test of triangle_triangle.cpp, for lanes whose six sides are certain: apart if orient3d(pa,
// qa, pb, qb) > 0 or orient3d(pa, ra, pb, rb) < 0.
struct Intervals {
    M are_apart;
    M overlap;
};

HWY_INLINE Intervals compare_intervals(Triangles a, Triangles b, M a_is_negative, M b_is_negative, V bound) {
    swap_where(a_is_negative, b.q, b.r);
    swap_where(b_is_negative, a.q, a.r);
    const V3 between = subtract(b.p, a.p);
    const V first = dot(cross(subtract(a.q, a.p), between), subtract(b.q, a.p));
    const V second = dot(cross(subtract(a.r, a.p), between), subtract(b.r, a.p));
    const V minus = hn::Neg(bound);
    return {hn::Or(hn::Gt(first, bound), hn::Lt(second, minus)),
            hn::And(hn::Lt(first, minus), hn::Gt(second, bound))};
}

void filter_pairs(const GatheredCorners& c, uint32_t count, FilteredLanes& lanes) {
    const D d;
    lanes.possible_count = 0;
    lanes.certain_count = 0;
    for (uint32_t lane = 0; lane < count; lane += static_cast<uint32_t>(hn::Lanes(d))) {
        const V3 p0 = load(c, 0, lane);
        const V3 p1 = load(c, 1, lane);
        const V3 p2 = load(c, 2, lane);
        const V3 q0 = load(c, 3, lane);
        const V3 q1 = load(c, 4, lane);
        const V3 q2 = load(c, 5, lane);
        const V bound = error_bound(range_of(p0, p1, p2, q0, q1, q2));

        const V3 p0q0 = subtract(p0, q0);
        const V3 q_normal = cross(subtract(q1, q0), subtract(q2, q0));
        const Sides p_sides = {dot(q_normal, p0q0), dot(q_normal, subtract(p1, q0)),
                               dot(q_normal, subtract(p2, q0))};
        const V3 p_normal = cross(subtract(p1, p0), subtract(p2, p0));
        const Sides q_sides = {hn::Neg(dot(p_normal, p0q0)), dot(p_normal, subtract(q1, p0)),
                               dot(p_normal, subtract(q2, p0))};
        const M crosses = hn::Not(hn::Or(on_one_side(p_sides.s0, p_sides.s1, p_sides.s2, bound),
                                         on_one_side(q_sides.s0, q_sides.s1, q_sides.s2, bound)));
        if (hn::AllFalse(d, crosses)) continue;
        M p_is_negative;
        M q_is_negative;
        const Triangles p = turn(p0, p1, p2, p_sides, p_is_negative);
        const Triangles q = turn(q0, q1, q2, q_sides, q_is_negative);
        const M is_clear =
            hn::And(crosses, hn::And(all_certain(p_sides, bound), all_certain(q_sides, bound)));
        const Intervals intervals = compare_intervals(p, q, p_is_negative, q_is_negative, bound);
        const M certain = hn::And(is_clear, intervals.overlap);
        const M apart = hn::And(is_clear, intervals.are_apart);
        lanes.certain_count = append_lanes(certain, lane, count, lanes.certain, lanes.certain_count);
        lanes.possible_count = append_lanes(hn::AndNot(hn::Or(certain, apart), crosses), lane, count,
                                            lanes.possible, lanes.possible_count);
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

uint32_t possible_vertices(const GatheredCorners& c, uint32_t count, uint16_t* lanes) {
    const D d;
    uint32_t lane_count = 0;
    for (uint32_t lane = 0; lane < count; lane += static_cast<uint32_t>(hn::Lanes(d))) {
        const V3 t0 = load(c, 0, lane);
        const V3 t1 = load(c, 1, lane);
        const V3 t2 = load(c, 2, lane);
        const V3 t3 = load(c, 3, lane);
        const V3 v = load(c, 4, lane);
        const V bound = error_bound(range_of(t0, t1, t2, t3, v));
        const V3 t10 = subtract(t1, t0);
        const V3 t20 = subtract(t2, t0);
        const V3 t30 = subtract(t3, t0);
        const V3 t21 = subtract(t2, t1);
        const V3 t31 = subtract(t3, t1);
        const V3 v0 = subtract(v, t0);
        const V3 v1 = subtract(v, t1);
        const V3 t01 = {hn::Neg(t10.x), hn::Neg(t10.y), hn::Neg(t10.z)};
        const M outside =
            hn::Or(hn::Or(beyond_face(t10, t20, t30, v0, bound), beyond_face(t10, t30, t20, v0, bound)),
                   hn::Or(beyond_face(t20, t30, t10, v0, bound), beyond_face(t21, t31, t01, v1, bound)));
        lane_count = append_lanes(hn::Not(outside), lane, count, lanes, lane_count);
    }
    return lane_count;
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(filter_pairs);
HWY_EXPORT(possible_vertices);

void filter_triangle_pairs(int64_t simd_target, const GatheredCorners& corners, uint32_t count,
                           FilteredLanes& lanes) {
    HWY_DISPATCH_TABLE(filter_pairs)[simd_dispatch_index(simd_target)](corners, count, lanes);
}

uint32_t find_possible_vertices_in_tetrahedra(int64_t simd_target, const GatheredCorners& corners,
                                              uint32_t count, uint16_t* lanes) {
    return HWY_DISPATCH_TABLE(possible_vertices)[simd_dispatch_index(simd_target)](corners, count, lanes);
}

}  // namespace defcol
#endif
