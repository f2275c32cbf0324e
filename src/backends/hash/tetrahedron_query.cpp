// SPDX-License-Identifier: MIT
#include "backends/hash/tetrahedron_query.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/hash/tetrahedron_query.cpp"
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

struct Lanes3 {
    V x, y, z;
};

HWY_INLINE Lanes3 broadcast(const float* values) {
    const D d;
    return {hn::Set(d, values[0]), hn::Set(d, values[1]), hn::Set(d, values[2])};
}

HWY_INLINE V dot(const Lanes3& a, const Lanes3& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

// The weights of a point p with respect to the corners of a tetrahedron, times its determinant (Teschner et
// al. 2003, section 4.4), and what their rounding errors can be: s1 = (p - c0) . (b x c) and so on with the
// sides a, b, c from corner c0, and s0 = det - s1 - s2 - s3.
//
// The bound is that of geometry/float_determinant_bound.hpp for a determinant of differences, with M the
// largest coordinate and W the longest side of the box: p is in the box, so its differences are no longer. s0
// adds up four such values and rounds three times at a magnitude of at most 24 W^3: less than 6 bounds in
// all.
struct Weights {
    float corner[4];
    float normal_a[4];
    float normal_b[4];
    float normal_c[4];
    float determinant;
    float bound;

    HWY_INLINE Weights(const LocalVertex* vertices, const Tetrahedron& t, float magnitude, float extent) {
        const LocalVertex& p0 = vertices[t.vertex[0]];
        const LocalVertex& p1 = vertices[t.vertex[1]];
        const LocalVertex& p2 = vertices[t.vertex[2]];
        const LocalVertex& p3 = vertices[t.vertex[3]];
        const float a[3] = {p1.x - p0.x, p1.y - p0.y, p1.z - p0.z};
        const float b[3] = {p2.x - p0.x, p2.y - p0.y, p2.z - p0.z};
        const float c[3] = {p3.x - p0.x, p3.y - p0.y, p3.z - p0.z};
        corner[0] = p0.x;
        corner[1] = p0.y;
        corner[2] = p0.z;
        cross(b, c, normal_a);
        cross(c, a, normal_b);
        cross(a, b, normal_c);
        determinant = a[0] * normal_a[0] + a[1] * normal_a[1] + a[2] * normal_a[2];
        bound = FloatDeterminantBound::of(magnitude, extent);
        if (determinant < 0) {  // the same tetrahedron, turned
            determinant = -determinant;
            for (float* normal : {normal_a, normal_b, normal_c}) {
                for (int i = 0; i < 3; ++i) normal[i] = -normal[i];
            }
        }
        // Too small to say anything: neither the bound nor the orientation holds.
        if (!(determinant > bound)) bound = HUGE_VALF;
    }

    static void cross(const float* u, const float* v, float* out) {
        out[0] = u[1] * v[2] - u[2] * v[1];
        out[1] = u[2] * v[0] - u[0] * v[2];
        out[2] = u[0] * v[1] - u[1] * v[0];
    }

    // True where the point is certainly outside.
    HWY_INLINE hn::Mask<D> exclude(V x, V y, V z) const {
        const D d;
        const Lanes3 p = {hn::Sub(x, hn::Set(d, corner[0])), hn::Sub(y, hn::Set(d, corner[1])),
                          hn::Sub(z, hn::Set(d, corner[2]))};
        const V s1 = dot(p, broadcast(normal_a));
        const V s2 = dot(p, broadcast(normal_b));
        const V s3 = dot(p, broadcast(normal_c));
        const V s0 = hn::Sub(hn::Sub(hn::Sub(hn::Set(d, determinant), s1), s2), s3);
        const V lowest = hn::Min(hn::Min(s1, s2), s3);
        return hn::Or(hn::Lt(lowest, hn::Set(d, -bound)), hn::Lt(s0, hn::Set(d, -6 * bound)));
    }
};

// The columns of the vertices in their cells.
struct VertexColumns {
    const float* x;
    const float* y;
    const float* z;
    const uint32_t* id;
    const uint32_t* mesh;
    const uint32_t* tag;
};

// One tetrahedron against runs of vertices.
template <bool hashed>
struct TetrahedronVisitor {
    const TetrahedronQuery& query;
    const VertexColumns& columns;
    CandidateSink& sink;
    const Tetrahedron& t;
    uint32_t index;
    uint32_t mesh;
    bool skip_own_mesh;
    Lanes3 low;
    Lanes3 high;
    Weights weights;

    HWY_INLINE void operator()(uint32_t begin, uint32_t end, uint32_t tag) const {
        const D d;
        const DU du;
        for (uint32_t i = begin; i < end; i += static_cast<uint32_t>(hn::Lanes(d))) {
            const V x = hn::LoadU(d, columns.x + i);
            const V y = hn::LoadU(d, columns.y + i);
            const V z = hn::LoadU(d, columns.z + i);
            auto hit = hn::And(hn::And(hn::And(hn::Ge(x, low.x), hn::Le(x, high.x)),
                                       hn::And(hn::Ge(y, low.y), hn::Le(y, high.y))),
                               hn::And(hn::Ge(z, low.z), hn::Le(z, high.z)));
            hit = hn::And(hit, hn::FirstN(d, end - i));
            if constexpr (hashed) {
                if (tag != any_tag) {
                    const auto same = hn::Eq(hn::LoadU(du, columns.tag + i), hn::Set(du, tag));
                    hit = hn::And(hit, hn::RebindMask(d, same));
                }
            }
            const auto id = hn::LoadU(du, columns.id + i);
            auto skip =
                hn::Or(hn::Or(hn::Eq(id, hn::Set(du, t.vertex[0])), hn::Eq(id, hn::Set(du, t.vertex[1]))),
                       hn::Or(hn::Eq(id, hn::Set(du, t.vertex[2])), hn::Eq(id, hn::Set(du, t.vertex[3]))));
            if (skip_own_mesh) {
                skip = hn::Or(skip, hn::Eq(hn::LoadU(du, columns.mesh + i), hn::Set(du, mesh)));
            }
            hit = hn::AndNot(hn::RebindMask(d, skip), hit);
            hit = hn::AndNot(weights.exclude(x, y, z), hit);
            if (hn::AllFalse(d, hit)) continue;
            propose(i, hit);
        }
    }

    void propose(uint32_t first, hn::Mask<D> hit) const {
        const bool must_check_pairs = query.interests.must_check_pairs();
        for (uint64_t bits = bits_of(hit); bits != 0; bits &= bits - 1) {
            const uint32_t item = first + static_cast<uint32_t>(__builtin_ctzll(bits));
            if (must_check_pairs && !query.frame.pair_is_wanted(columns.mesh[item], mesh)) continue;
            sink.propose_vertex(columns.id[item], index);
        }
    }
};

template <bool hashed>
uint32_t ProposeVertices(const TetrahedronQuery& query, uint32_t begin, uint32_t end, CandidateSink& sink) {
    const Frame& frame = query.frame;
    const LocalVertex* vertices = frame.vertices.data();
    const VertexCells& source = query.vertices;
    const VertexColumns columns{source.x(), source.y(), source.z(), source.id(), source.mesh(), source.tag()};
    const Cells cells(source.table());
    uint32_t oversized = 0;
    for (uint32_t index = begin; index < end; ++index) {
        if ((index & 63U) == 0 && sink.poll()) return oversized;
        if (!frame.tetrahedron_is_usable(index)) continue;
        const Tetrahedron& t = frame.tetrahedra[index];
        const uint32_t mesh = vertices[t.vertex[0]].mesh;
        const MeshInterest& interest = query.interests[mesh];
        const Point4 c0 = Point4::load(&vertices[t.vertex[0]].x);
        const Point4 c1 = Point4::load(&vertices[t.vertex[1]].x);
        const Point4 c2 = Point4::load(&vertices[t.vertex[2]].x);
        const Point4 c3 = Point4::load(&vertices[t.vertex[3]].x);
        // Not rounded outward: local coordinates come from exact ones by rounding that keeps their order, so
        // an exact position between two others is between them here too.
        const Point4 low4 = min(min(c0, c1), min(c2, c3));
        const Point4 high4 = max(max(c0, c1), max(c2, c3));
        alignas(16) float low[4];
        alignas(16) float high[4];
        low4.store(low);
        high4.store(high);
        const Box& where = interest.tetrahedra;
        if (!((low[0] <= where.max.x) & (where.min.x <= high[0]) & (low[1] <= where.max.y) &
              (where.min.y <= high[1]) & (low[2] <= where.max.z) & (where.min.z <= high[2]))) {
            continue;
        }
        const float extent = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
        const float magnitude = std::max({-low[0], high[0], -low[1], high[1], -low[2], high[2]});
        const bool fits = visit_cells<hashed>(
            cells, low4, high4,
            TetrahedronVisitor<hashed>{query, columns, sink, t, index, mesh, !interest.self, broadcast(low),
                                       broadcast(high), Weights(vertices, t, magnitude, extent)});
        oversized += fits ? 0 : 1;
    }
    return oversized;
}

uint32_t ProposeFromCells(const TetrahedronQuery& query, uint32_t begin, uint32_t end, CandidateSink& sink) {
    return ProposeVertices<false>(query, begin, end, sink);
}
uint32_t ProposeFromHash(const TetrahedronQuery& query, uint32_t begin, uint32_t end, CandidateSink& sink) {
    return ProposeVertices<true>(query, begin, end, sink);
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(ProposeFromCells);
HWY_EXPORT(ProposeFromHash);

uint32_t propose_vertices_in_tetrahedra(const TetrahedronQuery& query, uint32_t begin, uint32_t end,
                                        CandidateSink& sink) {
    const std::size_t target = simd_dispatch_index(query.simd_target);
    if (query.vertices.table().grid().hashed) {
        return HWY_DISPATCH_TABLE(ProposeFromHash)[target](query, begin, end, sink);
    }
    return HWY_DISPATCH_TABLE(ProposeFromCells)[target](query, begin, end, sink);
}

}  // namespace defcol
#endif
