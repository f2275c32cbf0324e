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

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

using D = hn::ScalableTag<float>;
using DU = hn::ScalableTag<uint32_t>;
using V = hn::Vec<D>;
using VU = hn::Vec<DU>;

// One triangle against a level. `own_level`: only those whose box begins at a larger x than its own, or at
// the same x and stands after it, so that each pair is found from one side.
template <bool hashed, bool own_level>
HWY_INLINE void search_level(const TriangleQuery& query, const TriangleLevel& level, uint32_t item,
                             CandidateSink& sink) {
    const D d;
    const DU du;
    const auto lanes = static_cast<uint32_t>(hn::Lanes(d));
    const TriangleLevels& all = query.triangles;
    const float* min_x = all.min(0) + level.base;
    const float* min_y = all.min(1) + level.base;
    const float* min_z = all.min(2) + level.base;
    const float* max_x = all.max(0) + level.base;
    const float* max_y = all.max(1) + level.base;
    const float* max_z = all.max(2) + level.base;
    const uint32_t* id = all.id() + level.base;
    const uint32_t* tags = all.tag() + level.base;
    const uint32_t* meshes = all.mesh() + level.base;
    const uint32_t own_place = item - level.base;  // if own_level

    const float low[3] = {all.min(0)[item], all.min(1)[item], all.min(2)[item]};
    const float high[3] = {all.max(0)[item], all.max(1)[item], all.max(2)[item]};
    // A partner's box begins at most its extent below; the last term is more than the two roundings.
    alignas(16) float from[4] = {0, 0, 0, 0};
    alignas(16) float to[4] = {high[0], high[1], high[2], 0};
    for (int axis = 0; axis < 3; ++axis) {
        const float extent = level.largest_extent[axis];
        from[axis] = (low[axis] - extent) - (std::fabs(low[axis]) + extent) * 0x1p-21F;
    }
    if (own_level) from[0] = low[0];

    const uint32_t mesh = all.mesh()[item];
    const bool skip_own_mesh = !query.interests[mesh].self;
    const bool skip_adjacent = !query.include_adjacent && !skip_own_mesh;
    const uint32_t corner[3] = {all.corner(0)[item], all.corner(1)[item], all.corner(2)[item]};
    const bool must_check_pairs = query.interests.must_check_pairs();

    visit_cells<hashed>(
        Cells(level.table), Point4::load(from), Point4::load(to),
        [&](uint32_t run_begin, uint32_t run_end, uint32_t tag) HWY_ATTR {
            for (uint32_t i = run_begin; i < run_end; i += lanes) {
                const V x = hn::LoadU(d, min_x + i);
                auto hit = hn::And(hn::And(hn::Le(x, hn::Set(d, high[0])),
                                           hn::Le(hn::LoadU(d, min_y + i), hn::Set(d, high[1]))),
                                   hn::And(hn::Le(hn::LoadU(d, min_z + i), hn::Set(d, high[2])),
                                           hn::Ge(hn::LoadU(d, max_x + i), hn::Set(d, low[0]))));
                hit = hn::And(hit, hn::And(hn::Ge(hn::LoadU(d, max_y + i), hn::Set(d, low[1])),
                                           hn::Ge(hn::LoadU(d, max_z + i), hn::Set(d, low[2]))));
                hit = hn::And(hit, hn::FirstN(d, run_end - i));
                if constexpr (own_level) {
                    const auto later = hn::RebindMask(d, hn::Gt(hn::Iota(du, i), hn::Set(du, own_place)));
                    const V own_x = hn::Set(d, low[0]);
                    hit = hn::And(hit, hn::Or(hn::Gt(x, own_x), hn::And(hn::Eq(x, own_x), later)));
                }
                if constexpr (hashed) {
                    if (tag != any_tag) {
                        const auto same = hn::Eq(hn::LoadU(du, tags + i), hn::Set(du, tag));
                        hit = hn::And(hit, hn::RebindMask(d, same));
                    }
                }
                if (hn::AllFalse(d, hit)) continue;
                if (skip_own_mesh) {
                    const auto same = hn::Eq(hn::LoadU(du, meshes + i), hn::Set(du, mesh));
                    hit = hn::AndNot(hn::RebindMask(d, same), hit);
                }
                if (skip_adjacent) {
                    for (uint32_t theirs = 0; theirs < 3; ++theirs) {
                        const VU v = hn::LoadU(du, all.corner(theirs) + level.base + i);
                        const auto shared = hn::Or(
                            hn::Eq(v, hn::Set(du, corner[0])),
                            hn::Or(hn::Eq(v, hn::Set(du, corner[1])), hn::Eq(v, hn::Set(du, corner[2]))));
                        hit = hn::AndNot(hn::RebindMask(d, shared), hit);
                    }
                }
                uint8_t bytes[8] = {};
                hn::StoreMaskBits(d, hit, bytes);
                uint64_t bits = 0;
                for (unsigned byte = 0; byte < 8; ++byte) bits |= uint64_t{bytes[byte]} << (8 * byte);
                for (; bits != 0; bits &= bits - 1) {
                    const uint32_t partner = i + static_cast<uint32_t>(__builtin_ctzll(bits));
                    if (must_check_pairs && !query.frame.pair_is_wanted(meshes[partner], mesh)) continue;
                    sink.propose_triangles(all.id()[item], id[partner]);
                }
            }
        });
}

void ProposePairs(const TriangleQuery& query, uint32_t begin, uint32_t end, CandidateSink& sink) {
    const uint32_t own = query.triangles.level_of(begin);
    for (uint32_t item = begin; item < end; ++item) {
        if ((item & 63U) == 0 && sink.poll()) return;
        for (uint32_t number = own; number < TriangleLevels::level_count; ++number) {
            const TriangleLevel& level = query.triangles.level(number);
            if (level.count == 0) continue;
            const bool hashed = level.table.grid().hashed;
            if (number == own) {
                if (hashed) {
                    search_level<true, true>(query, level, item, sink);
                } else {
                    search_level<false, true>(query, level, item, sink);
                }
            } else if (hashed) {
                search_level<true, false>(query, level, item, sink);
            } else {
                search_level<false, false>(query, level, item, sink);
            }
        }
    }
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(ProposePairs);

void propose_triangle_pairs(const TriangleQuery& query, uint32_t begin, uint32_t end, CandidateSink& sink) {
    HWY_DISPATCH_TABLE(ProposePairs)[simd_dispatch_index(query.simd_target)](query, begin, end, sink);
}

}  // namespace defcol
#endif
