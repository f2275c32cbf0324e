// SPDX-License-Identifier: MIT
#include "backends/hash/triangle_query.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/hash/triangle_query.cpp"
// Highway wants this order.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "backends/hash/cell_visit-inl.hpp"
// clang-format on

#include <algorithm>
#include <cmath>

#include "geometry/float_determinant_bound.hpp"

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

using D = hn::ScalableTag<float>;
using DU = hn::ScalableTag<uint32_t>;
using V = hn::Vec<D>;
using VU = hn::Vec<DU>;

struct Lanes3 {
    V x, y, z;
};
HWY_INLINE Lanes3 broadcast(const float* values) {
    const D d;
    return {hn::Set(d, values[0]), hn::Set(d, values[1]), hn::Set(d, values[2])};
}
HWY_INLINE Lanes3 subtract(const Lanes3& a, const Lanes3& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE Lanes3 cross(const Lanes3& a, const Lanes3& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
HWY_INLINE V dot(const Lanes3& a, const Lanes3& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

// The columns of one level.
struct TriangleColumns {
    TriangleColumns(const TriangleLevels& all, const TriangleLevel& level)
        : id(all.id() + level.base), mesh(all.mesh() + level.base), tag(all.tag() + level.base) {
        for (uint32_t i = 0; i < 3; ++i) {
            min[i] = all.min(i) + level.base;
            max[i] = all.max(i) + level.base;
            corner[i] = all.corner(i) + level.base;
            for (uint32_t axis = 0; axis < 3; ++axis) position[i][axis] = all.position(i, axis) + level.base;
        }
    }
    const float* min[3];
    const float* max[3];
    const uint32_t* corner[3];
    const float* position[3][3];  // of corner i, axis j
    const uint32_t* id;
    const uint32_t* mesh;
    const uint32_t* tag;
};

// One triangle of the columns.
struct OneTriangle {
    OneTriangle(const TriangleQuery& query, uint32_t item) {
        const TriangleLevels& all = query.triangles;
        for (uint32_t i = 0; i < 3; ++i) {
            low[i] = all.min(i)[item];
            high[i] = all.max(i)[item];
            corner[i] = all.corner(i)[item];
            for (uint32_t axis = 0; axis < 3; ++axis) position[i][axis] = all.position(i, axis)[item];
        }
        id = all.id()[item];
        mesh = all.mesh()[item];
        skips_own_mesh = !query.interests[mesh].self;
        skips_adjacent = !query.include_adjacent && !skips_own_mesh;
    }
    float low[3];
    float high[3];
    uint32_t corner[3];
    float position[3][3];
    uint32_t id;
    uint32_t mesh;
    bool skips_own_mesh;
    bool skips_adjacent;
};

// A bound on the error of a side, after geometry/float_determinant_bound.hpp, good for every partner on a
// level: boxes that overlap keep all differences below the sum W of the extents, and coordinates below M =
// |own| + W.
inline float bound_of_sides(const OneTriangle& one, const TriangleLevel& level) {
    float extent = 0;
    float magnitude = 0;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        extent = std::max(extent, (one.high[axis] - one.low[axis]) + level.largest_extent[axis]);
        magnitude = std::max({magnitude, -one.low[axis], one.high[axis]});
    }
    extent *= 1.0F + 0x1p-20F;
    magnitude = (magnitude + extent) * (1.0F + 0x1p-20F);
    return FloatDeterminantBound::of(magnitude, extent);
}

// Compares it with runs of triangles of a level. `own_level`: only those whose box begins at a larger x than
// its own, or at the same x and stands after it (its own place), so that each pair is found from one side.
template <bool hashed, bool own_level>
struct TriangleVisitor {
    const TriangleQuery& query;
    const TriangleColumns& columns;
    CandidateSink& sink;
    const OneTriangle& one;
    uint32_t own_place;
    V low_x, low_y, low_z, high_x, high_y, high_z;
    VU corner_0, corner_1, corner_2;
    V side_bound;

    HWY_INLINE void operator()(uint32_t begin, uint32_t end, uint32_t tag) const {
        const D d;
        const DU du;
        for (uint32_t i = begin; i < end; i += static_cast<uint32_t>(hn::Lanes(d))) {
            const V x = hn::LoadU(d, columns.min[0] + i);
            auto hit = hn::And(hn::And(hn::Le(x, high_x), hn::Le(hn::LoadU(d, columns.min[1] + i), high_y)),
                               hn::And(hn::Le(hn::LoadU(d, columns.min[2] + i), high_z),
                                       hn::Ge(hn::LoadU(d, columns.max[1] + i), low_y)));
            hit = hn::And(hit,
                          hn::And(hn::Ge(hn::LoadU(d, columns.max[2] + i), low_z), hn::FirstN(d, end - i)));
            if constexpr (own_level) {
                const auto later = hn::RebindMask(d, hn::Gt(hn::Iota(du, i), hn::Set(du, own_place)));
                hit = hn::And(hit, hn::Or(hn::Gt(x, low_x), hn::And(hn::Eq(x, low_x), later)));
            } else {
                hit = hn::And(hit, hn::Ge(hn::LoadU(d, columns.max[0] + i), low_x));
            }
            if constexpr (hashed) {
                if (tag != any_tag) {
                    const auto same = hn::Eq(hn::LoadU(du, columns.tag + i), hn::Set(du, tag));
                    hit = hn::And(hit, hn::RebindMask(d, same));
                }
            }
            if (hn::AllFalse(d, hit)) continue;
            if (one.skips_own_mesh) {
                const auto same = hn::Eq(hn::LoadU(du, columns.mesh + i), hn::Set(du, one.mesh));
                hit = hn::AndNot(hn::RebindMask(d, same), hit);
            }
            if (one.skips_adjacent) hit = hn::AndNot(hn::RebindMask(d, shares_corner(i)), hit);
            if (hn::AllFalse(d, hit)) continue;
            hit = hn::AndNot(is_apart(i), hit);
            propose(i, hit);
        }
    }

    // True where one of the two triangles is certainly on one side of the other's plane: the filter of
    // narrowphase/plane_filter.cpp, here where coordinates lie side by side and nothing has to be gathered.
    HWY_INLINE hn::Mask<D> is_apart(uint32_t i) const {
        const Lanes3 p0 = broadcast(one.position[0]);
        const Lanes3 p10 = subtract(broadcast(one.position[1]), p0);
        const Lanes3 p20 = subtract(broadcast(one.position[2]), p0);
        const Lanes3 q0 = load(0, i);
        const Lanes3 q0p0 = subtract(q0, p0);
        const Lanes3 q10 = subtract(load(1, i), q0);
        const Lanes3 q20 = subtract(load(2, i), q0);
        const Lanes3 p_normal = cross(p10, p20);
        const V of_q0 = dot(p_normal, q0p0);
        const auto q_apart = on_one_side(of_q0, dot(p_normal, subtract(load(1, i), p0)),
                                         dot(p_normal, subtract(load(2, i), p0)));
        const Lanes3 q_normal = cross(q10, q20);
        const auto p_apart = on_one_side(dot(q_normal, subtract(p0, q0)),
                                         dot(q_normal, subtract(broadcast(one.position[1]), q0)),
                                         dot(q_normal, subtract(broadcast(one.position[2]), q0)));
        return hn::Or(q_apart, p_apart);
    }
    HWY_INLINE hn::Mask<D> on_one_side(V a, V b, V c) const {
        return hn::Or(hn::Gt(hn::Min(a, hn::Min(b, c)), side_bound),
                      hn::Lt(hn::Max(a, hn::Max(b, c)), hn::Neg(side_bound)));
    }
    HWY_INLINE Lanes3 load(uint32_t corner, uint32_t i) const {
        const D d;
        return {hn::LoadU(d, columns.position[corner][0] + i), hn::LoadU(d, columns.position[corner][1] + i),
                hn::LoadU(d, columns.position[corner][2] + i)};
    }

    HWY_INLINE hn::Mask<DU> shares_corner(uint32_t i) const {
        const DU du;
        auto shared = hn::FirstN(du, 0);
        for (const uint32_t* column : columns.corner) {
            const VU v = hn::LoadU(du, column + i);
            shared =
                hn::Or(shared, hn::Or(hn::Eq(v, corner_0), hn::Or(hn::Eq(v, corner_1), hn::Eq(v, corner_2))));
        }
        return shared;
    }

    HWY_INLINE void propose(uint32_t first, hn::Mask<D> hit) const {
        const bool must_check_pairs = query.interests.must_check_pairs();
        for (uint64_t bits = bits_of(hit); bits != 0; bits &= bits - 1) {
            const uint32_t partner = first + static_cast<uint32_t>(__builtin_ctzll(bits));
            if (must_check_pairs && !query.frame.pair_is_wanted(columns.mesh[partner], one.mesh)) continue;
            sink.propose_triangles(one.id, columns.id[partner]);
        }
    }
};

template <bool hashed, bool own_level>
HWY_INLINE void search_level(const TriangleQuery& query, const TriangleLevel& level,
                             const TriangleColumns& columns, const OneTriangle& one, uint32_t own_place,
                             CandidateSink& sink) {
    const D d;
    const DU du;
    // A partner's box begins at most its extent below; the last term is more than the two roundings.
    const CellGrid& grid = level.table.grid();
    CellRange range;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        const float extent = level.largest_extent[axis];
        const float from = (one.low[axis] - extent) - (std::fabs(one.low[axis]) + extent) * 0x1p-21F;
        range.first[axis] = grid.cell(own_level && axis == 0 ? one.low[0] : from, axis);
        range.last[axis] = grid.cell(one.high[axis], axis);
    }
    visit_cells<hashed>(
        Cells(level.table), range,
        TriangleVisitor<hashed, own_level>{
            query, columns, sink, one, own_place, hn::Set(d, one.low[0]), hn::Set(d, one.low[1]),
            hn::Set(d, one.low[2]), hn::Set(d, one.high[0]), hn::Set(d, one.high[1]), hn::Set(d, one.high[2]),
            hn::Set(du, one.corner[0]), hn::Set(du, one.corner[1]), hn::Set(du, one.corner[2]),
            hn::Set(d, bound_of_sides(one, level))});
}

// The items [begin, end), all of level `own`, against one level.
template <bool hashed, bool own_level>
void search_items(const TriangleQuery& query, const TriangleLevel& level, uint32_t begin, uint32_t end,
                  CandidateSink& sink) {
    const TriangleColumns columns(query.triangles, level);
    for (uint32_t item = begin; item < end; ++item) {
        if ((item & 63U) == 0 && sink.poll()) return;
        const OneTriangle one(query, item);
        search_level<hashed, own_level>(query, level, columns, one, own_level ? item - level.base : 0, sink);
    }
}

void propose_pairs(const TriangleQuery& query, uint32_t begin, uint32_t end, CandidateSink& sink) {
    const uint32_t own = query.triangles.level_of(begin);
    for (uint32_t number = own; number < TriangleLevels::level_count; ++number) {
        const TriangleLevel& level = query.triangles.level(number);
        if (level.count == 0) continue;
        const bool hashed = level.table.grid().hashed;
        if (number == own) {
            (hashed ? search_items<true, true> : search_items<false, true>)(query, level, begin, end, sink);
        } else {
            (hashed ? search_items<true, false> : search_items<false, false>)(query, level, begin, end, sink);
        }
        if (sink.stopped()) return;
    }
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(propose_pairs);

void propose_triangle_pairs(const TriangleQuery& query, uint32_t begin, uint32_t end, CandidateSink& sink) {
    HWY_DISPATCH_TABLE(propose_pairs)[simd_dispatch_index(query.simd_target)](query, begin, end, sink);
}

}  // namespace defcol
#endif
