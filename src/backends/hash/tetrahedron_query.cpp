// SPDX-License-Identifier: MIT
#include "backends/hash/tetrahedron_query.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/hash/tetrahedron_query.cpp"
// Highway wants this order.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "backends/hash/cell_visit-inl.hpp"
#include "backends/hash/tetrahedron_weights-inl.hpp"
// clang-format on

#include <algorithm>
#include <cmath>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

// Three numbers and a fourth for the place of the mesh in a LocalVertex, again and again: loaded at i % 4
// they line up with vertices in memory at every width of vectors.
struct Repeated {
    static constexpr uint32_t most_lanes = 16;

    Repeated(const float* xyz, float fourth) {
        for (uint32_t i = 0; i < most_lanes + 4; ++i) value[i] = i % 4 == 3 ? fourth : xyz[i % 4];
    }
    float value[most_lanes + 4];
};

// A few tetrahedra of one mesh pass through loops one after the other: the first copies their corners, the
// next finds boxes and cells, then come the runs of vertices in these cells, the comparison of runs with
// boxes and corners, and last the weights. How many runs a tetrahedron has and which runs have hits no
// processor can guess; written as lists that grow by nought or one, such surprises cost nothing.
template <bool hashed>
class TetrahedronBlock {
  public:
    TetrahedronBlock(const TetrahedronQuery& query, uint32_t mesh, CandidateSink& sink)
        : query_(query),
          sink_(sink),
          cells_(query.vertices.table()),
          grid_low_(cells_.grid.low, 0),
          grid_inverse_(cells_.grid.inverse, 0),
          grid_last_(cells_.grid.last, 0),
          where_min_(&query.interests[mesh].tetrahedra.min.x, 0),
          where_max_(&query.interests[mesh].tetrahedra.max.x, HUGE_VALF),
          mesh_(mesh),
          skips_own_mesh_(!query.interests[mesh].self) {}

    // Takes tetrahedra from `begin` on until the block is full; returns where it stopped.
    uint32_t fill(uint32_t begin, uint32_t end) {
        const Frame& frame = query_.frame;
        const LocalVertex* vertices = frame.vertices.data();
        count_ = 0;
        for (; begin < end && count_ < capacity; ++begin) {
            if (!frame.tetrahedron_is_usable(begin)) continue;
            const uint32_t(&v)[4] = frame.tetrahedra[begin].vertex;
            for (uint32_t i = 0; i < 4; ++i) corner_[i][count_] = vertices[v[i]];
            index_[count_++] = begin;
        }
        return begin;
    }

    // Returns how many were oversized.
    uint32_t propose() {
        find_cells();
        uint32_t oversized = 0;
        Segment* next = segments_;
        for (uint32_t t = 0; t < count_; ++t) {
            if ((outside_[t / 16] >> (t % 16 * 4) & 15U) != 0) continue;
            CellRange range;
            std::copy_n(first_ + 4 * std::size_t{t}, 3, range.first);
            std::copy_n(last_ + 4 * std::size_t{t}, 3, range.last);
            oversized += add_runs(t, range, next) ? 0U : 1U;
        }
        compare(next);
        return oversized;
    }

  private:
    static constexpr uint32_t capacity = 32;
    static constexpr uint32_t most_segments = 256;

    using D = hn::CappedTag<float, Repeated::most_lanes>;
    using DI = hn::RebindToSigned<D>;
    using DU = hn::RebindToUnsigned<D>;
    using V = hn::Vec<D>;

    // Up to one vector of vertices to compare with one tetrahedron.
    struct Segment {
        uint32_t begin;
        uint16_t length;
        uint16_t tetrahedron;  // its place in the block
        uint32_t tag;
    };
    // Those of a segment that are in the box and no corners.
    struct Hit {
        uint32_t begin;
        uint32_t tetrahedron;
        uint64_t lanes;
    };

    static HWY_INLINE uint32_t lanes() { return static_cast<uint32_t>(hn::Lanes(D())); }

    // Boxes, the cells they cover, and whether they can have partners at all.
    HWY_INLINE void find_cells() {
        const D d;
        const DI di;
        const float* corners[4];
        for (uint32_t i = 0; i < 4; ++i) corners[i] = &corner_[i][0].x;
        std::fill_n(outside_, capacity / 16, 0);
        for (uint32_t i = 0; i < 4 * count_; i += lanes()) {
            const uint32_t axis = i % 4;
            const V c0 = hn::LoadU(d, corners[0] + i);
            const V c1 = hn::LoadU(d, corners[1] + i);
            const V c2 = hn::LoadU(d, corners[2] + i);
            const V c3 = hn::LoadU(d, corners[3] + i);
            // Not rounded outward: local coordinates come from exact ones by rounding that keeps their order,
            // so an exact position between two others is between them here too.
            const V low = hn::Min(hn::Min(c0, c1), hn::Min(c2, c3));
            const V high = hn::Max(hn::Max(c0, c1), hn::Max(c2, c3));
            hn::StoreU(low, d, low_ + i);
            hn::StoreU(high, d, high_ + i);
            const auto outside = hn::Or(hn::Gt(low, hn::LoadU(d, where_max_.value + axis)),
                                        hn::Lt(high, hn::LoadU(d, where_min_.value + axis)));
            outside_[i / 64] |= bits_of(outside) << (i % 64);
            hn::StoreU(cell_of(low, axis), di, first_ + i);
            hn::StoreU(cell_of(high, axis), di, last_ + i);
        }
    }
    // As CellGrid::cell gives it.
    HWY_INLINE hn::Vec<DI> cell_of(V coordinate, uint32_t axis) const {
        const D d;
        const V cells = hn::Mul(hn::Sub(coordinate, hn::LoadU(d, grid_low_.value + axis)),
                                hn::LoadU(d, grid_inverse_.value + axis));
        return hn::ConvertTo(DI(),
                             hn::Min(hn::Max(cells, hn::Zero(d)), hn::LoadU(d, grid_last_.value + axis)));
    }

    // False: it covers more cells than it is worth to look up.
    HWY_INLINE bool add_runs(uint32_t t, const CellRange& range, Segment*& next) {
        const auto [x0, y0, z0] = range.first;
        const auto [x1, y1, z1] = range.last;
        if (!hashed && ((y1 - y0) | (z1 - z0)) <= 1) {
            // Most boxes: four rows at most.
            const std::size_t width = cells_.grid.count[0];
            const bool two_y = y1 != y0;
            const bool two_z = z1 != z0;
            const uint32_t* row = cells_.starts + (std::size_t{z0} * cells_.grid.count[1] + y0) * width;
            const std::size_t next_y = two_y ? width : 0;
            const std::size_t next_z = two_z ? width * cells_.grid.count[1] : 0;
            const std::size_t end = std::size_t{x1} + 1;
            next = add_run(t, row[x0], row[end], any_tag, next);
            next = add_run(t, row[next_y + x0], row[next_y + (two_y ? end : x0)], any_tag, next);
            next = add_run(t, row[next_z + x0], row[next_z + (two_z ? end : x0)], any_tag, next);
            const std::size_t next_yz = next_y + next_z;
            next = add_run(t, row[next_yz + x0], row[next_yz + ((two_y & two_z) ? end : x0)], any_tag, next);
            return true;
        }
        return visit_cells<hashed>(cells_, range,
                                   [this, t, &next](uint32_t begin, uint32_t end, uint32_t tag)
                                       HWY_ATTR { next = add_run(t, begin, end, tag, next); });
    }

    // Returns where the next segment goes. The list always has room for one more.
    HWY_INLINE Segment* add_run(uint32_t t, uint32_t begin, uint32_t end, uint32_t tag, Segment* next) {
        *next = {begin, static_cast<uint16_t>(std::min(end - begin, lanes())), static_cast<uint16_t>(t), tag};
        next += end != begin ? 1 : 0;
        if (HWY_UNLIKELY(end - begin > lanes() || next == segments_ + most_segments)) {
            next = add_rest(begin, end, next);
        }
        return next;
    }
    HWY_NOINLINE Segment* add_rest(uint32_t begin, uint32_t end, Segment* next) {
        Segment last = next[-1];
        while (true) {
            if (next == segments_ + most_segments) next = compare(next);
            if (end - begin <= lanes()) return next;
            begin += lanes();
            last.begin = begin;
            last.length = static_cast<uint16_t>(std::min(end - begin, lanes()));
            *next++ = last;
        }
    }

    // Takes the segments up to `end` off the list, which is empty then.
    HWY_NOINLINE Segment* compare(const Segment* end) {
        compare_boxes(end);
        compare_weights();
        return segments_;
    }

    HWY_INLINE void compare_boxes(const Segment* end) {
        const D d;
        const DU du;
        const VertexCells& vertices = query_.vertices;
        const float* xs = vertices.x();
        const float* ys = vertices.y();
        const float* zs = vertices.z();
        const uint32_t* ids = vertices.id();
        const Tetrahedron* tetrahedra = query_.frame.tetrahedra.data();
        uint32_t hit_count = 0;
        for (const Segment* segment = segments_; segment != end; ++segment) {
            const auto [i, length, t, tag] = *segment;
            const float* low = low_ + 4 * std::size_t{t};
            const float* high = high_ + 4 * std::size_t{t};
            const V x = hn::LoadU(d, xs + i);
            const V y = hn::LoadU(d, ys + i);
            const V z = hn::LoadU(d, zs + i);
            auto hit =
                hn::And(hn::And(hn::And(hn::Ge(x, hn::Set(d, low[0])), hn::Le(x, hn::Set(d, high[0]))),
                                hn::And(hn::Ge(y, hn::Set(d, low[1])), hn::Le(y, hn::Set(d, high[1])))),
                        hn::And(hn::Ge(z, hn::Set(d, low[2])), hn::Le(z, hn::Set(d, high[2]))));
            if constexpr (hashed) {
                if (tag != any_tag) {
                    const auto same = hn::Eq(hn::LoadU(du, vertices.tag() + i), hn::Set(du, tag));
                    hit = hn::And(hit, hn::RebindMask(d, same));
                }
            }
            const auto id = hn::LoadU(du, ids + i);
            const uint32_t(&v)[4] = tetrahedra[index_[t]].vertex;
            auto skip = hn::Or(hn::Or(hn::Eq(id, hn::Set(du, v[0])), hn::Eq(id, hn::Set(du, v[1]))),
                               hn::Or(hn::Eq(id, hn::Set(du, v[2])), hn::Eq(id, hn::Set(du, v[3]))));
            if (skips_own_mesh_) {
                skip = hn::Or(skip, hn::Eq(hn::LoadU(du, vertices.mesh() + i), hn::Set(du, mesh_)));
            }
            const uint64_t in_segment = (uint64_t{2} << (length - 1)) - 1;
            const uint64_t bits = bits_of(hn::AndNot(hn::RebindMask(d, skip), hit)) & in_segment;
            hits_[hit_count] = {i, t, bits};
            hit_count += bits != 0 ? 1U : 0U;
        }
        hit_count_ = hit_count;
    }

    HWY_INLINE void compare_weights() {
        const D d;
        const VertexCells& vertices = query_.vertices;
        for (uint32_t h = 0; h < hit_count_; ++h) {
            const Hit& hit = hits_[h];
            const uint32_t t = hit.tetrahedron;
            const TetrahedronWeights weights(corner_[0][t], corner_[1][t], corner_[2][t], corner_[3][t],
                                             low_ + 4 * std::size_t{t}, high_ + 4 * std::size_t{t});
            const auto outside = weights.exclude(hn::LoadU(d, vertices.x() + hit.begin),
                                                 hn::LoadU(d, vertices.y() + hit.begin),
                                                 hn::LoadU(d, vertices.z() + hit.begin));
            const uint64_t kept = hit.lanes & ~bits_of(outside);
            if (kept != 0) propose(t, hit.begin, kept);
        }
    }

    void propose(uint32_t t, uint32_t first, uint64_t bits) {
        const VertexCells& vertices = query_.vertices;
        const bool must_check_pairs = query_.interests.must_check_pairs();
        for (; bits != 0; bits &= bits - 1) {
            const uint32_t item = first + static_cast<uint32_t>(__builtin_ctzll(bits));
            if (must_check_pairs && !query_.frame.pair_is_wanted(vertices.mesh()[item], mesh_)) continue;
            sink_.propose_vertex(vertices.id()[item], index_[t]);
        }
    }

    const TetrahedronQuery& query_;
    CandidateSink& sink_;
    const Cells cells_;
    const Repeated grid_low_;
    const Repeated grid_inverse_;
    const Repeated grid_last_;
    const Repeated where_min_;
    const Repeated where_max_;
    const uint32_t mesh_;
    const bool skips_own_mesh_;
    uint32_t count_ = 0;
    uint32_t hit_count_ = 0;

    // By place in the block; four numbers each where there are 4 * capacity.
    uint32_t index_[capacity];
    alignas(64) LocalVertex corner_[4][capacity];
    alignas(64) float low_[4 * capacity];
    alignas(64) float high_[4 * capacity];
    alignas(64) int32_t first_[4 * capacity];
    alignas(64) int32_t last_[4 * capacity];
    uint64_t outside_[capacity / 16];
    Segment segments_[most_segments + 1];
    Hit hits_[most_segments + 1];
};

template <bool hashed>
uint32_t propose_vertices(const TetrahedronQuery& query, const TetrahedronRange& range, CandidateSink& sink) {
    TetrahedronBlock<hashed> block(query, range.mesh, sink);
    uint32_t oversized = 0;
    for (uint32_t next = range.begin; next < range.end && !sink.poll();) {
        next = block.fill(next, range.end);
        oversized += block.propose();
    }
    return oversized;
}

uint32_t propose_from_cells(const TetrahedronQuery& query, const TetrahedronRange& range,
                            CandidateSink& sink) {
    return propose_vertices<false>(query, range, sink);
}
uint32_t propose_from_hash(const TetrahedronQuery& query, const TetrahedronRange& range,
                           CandidateSink& sink) {
    return propose_vertices<true>(query, range, sink);
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(propose_from_cells);
HWY_EXPORT(propose_from_hash);

uint32_t propose_vertices_in_tetrahedra(const TetrahedronQuery& query, const TetrahedronRange& range,
                                        CandidateSink& sink) {
    const std::size_t target = simd_dispatch_index(query.simd_target);
    if (query.vertices.table().grid().hashed) {
        return HWY_DISPATCH_TABLE(propose_from_hash)[target](query, range, sink);
    }
    return HWY_DISPATCH_TABLE(propose_from_cells)[target](query, range, sink);
}

}  // namespace defcol
#endif
