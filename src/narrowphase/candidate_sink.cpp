// SPDX-License-Identifier: MIT
#include "narrowphase/candidate_sink.hpp"

#include <algorithm>

#include "geometry/adjacent_triangles.hpp"
#include "geometry/orientation.hpp"
#include "geometry/point_tetrahedron.hpp"
#include "geometry/triangle_triangle.hpp"

namespace defcol {

namespace {

bool share_a_vertex(const Triangle& a, const Triangle& b) {
    // Bitwise or: nine comparisons without a branch.
    bool shared = false;
    for (const uint32_t v : a.vertex) {
        shared |= (v == b.vertex[0]) | (v == b.vertex[1]) | (v == b.vertex[2]);
    }
    return shared;
}

inline void store_corner(GatheredCoordinates& coordinates, uint32_t corner, uint32_t lane,
                         const LocalVertex& vertex) {
    coordinates.value[3 * corner][lane] = vertex.x;
    coordinates.value[3 * corner + 1][lane] = vertex.y;
    coordinates.value[3 * corner + 2][lane] = vertex.z;
}

}  // namespace

void CandidateSink::start(const Frame& frame, SearchControl& control,
                          const NarrowphaseOptions& options) noexcept {
    frame_ = &frame;
    control_ = &control;
    options_ = options;
    counts_ = {};
    triangle_contacts_.start(control.limits().max_contacts);
    vertex_contacts_.start(control.limits().max_contacts);
    triangles_.count = 0;
    vertices_.count = 0;
}

void CandidateSink::finish() {
    decide_triangles();
    decide_vertices();
}

// How many of the batch may still be tested; the batch is empty afterwards.
uint32_t CandidateSink::take(CandidateBatch& batch) noexcept {
    const uint32_t waiting = batch.count;
    batch.count = 0;
    if (waiting == 0 || control_->poll()) return 0;
    const auto taken = static_cast<uint32_t>(control_->take_tests(waiting));
    counts_.candidates += taken;
    return taken;
}

// Copies coordinates into rows for the filter and leaves out pairs that share a vertex, unless asked for.
uint32_t CandidateSink::gather_triangles(uint32_t count) {
    const LocalVertex* vertices = frame_->vertices.data();
    const Triangle* triangles = frame_->triangles.data();
    uint32_t lane = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const Triangle& a = triangles[triangles_.a[i]];
        const Triangle& b = triangles[triangles_.b[i]];
        if (!options_.include_adjacent && share_a_vertex(a, b)) continue;
        gathered_.a[lane] = triangles_.a[i];
        gathered_.b[lane] = triangles_.b[i];
        for (uint32_t corner = 0; corner < 3; ++corner) {
            store_corner(coordinates_, corner, lane, vertices[a.vertex[corner]]);
            store_corner(coordinates_, 3 + corner, lane, vertices[b.vertex[corner]]);
        }
        ++lane;
    }
    return lane;
}

uint32_t CandidateSink::gather_vertices(uint32_t count) {
    const LocalVertex* vertices = frame_->vertices.data();
    const Tetrahedron* tetrahedra = frame_->tetrahedra.data();
    uint32_t lane = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t vertex = vertices_.a[i];
        const Tetrahedron& t = tetrahedra[vertices_.b[i]];
        if ((vertex == t.vertex[0]) | (vertex == t.vertex[1]) | (vertex == t.vertex[2]) |
            (vertex == t.vertex[3])) {
            continue;
        }
        gathered_.a[lane] = vertex;
        gathered_.b[lane] = vertices_.b[i];
        for (uint32_t corner = 0; corner < 4; ++corner) {
            store_corner(coordinates_, corner, lane, vertices[t.vertex[corner]]);
        }
        store_corner(coordinates_, 4, lane, vertices[vertex]);
        ++lane;
    }
    return lane;
}

void CandidateSink::decide_triangles() {
    const uint32_t gathered = gather_triangles(take(triangles_));
    if (gathered == 0) return;
    keep_triangle_pairs(options_.simd_target, coordinates_, gathered, keep_);
    const uint64_t failures_before = exact_sign_count();
    for (uint32_t i = 0; i < gathered; ++i) {
        if (keep_[i] == 0) {
            ++counts_.filter_rejected;
            continue;
        }
        ++counts_.exact_tests;
        const auto [a, b] = std::minmax(gathered_.a[i], gathered_.b[i]);
        if (triangles_meet(a, b)) triangle_contacts_.add(contact_key(a, b));
    }
    counts_.filter_failures += exact_sign_count() - failures_before;
}

void CandidateSink::decide_vertices() {
    const uint32_t gathered = gather_vertices(take(vertices_));
    if (gathered == 0) return;
    keep_vertices_in_tetrahedra(options_.simd_target, coordinates_, gathered, keep_);
    const uint64_t failures_before = exact_sign_count();
    for (uint32_t i = 0; i < gathered; ++i) {
        if (keep_[i] == 0) {
            ++counts_.filter_rejected;
            continue;
        }
        ++counts_.exact_tests;
        if (vertex_is_inside(gathered_.a[i], gathered_.b[i])) {
            vertex_contacts_.add(contact_key(gathered_.a[i], gathered_.b[i]));
        }
    }
    counts_.filter_failures += exact_sign_count() - failures_before;
}

bool CandidateSink::triangles_meet(uint32_t a, uint32_t b) const {
    const Triangle& triangle_a = frame_->triangles[a];
    const Triangle& triangle_b = frame_->triangles[b];
    Vec3 corners_a[3];
    Vec3 corners_b[3];
    frame_->exact_corners(triangle_a, corners_a);
    frame_->exact_corners(triangle_b, corners_b);
    if (options_.include_adjacent && share_a_vertex(triangle_a, triangle_b)) {
        return triangles_intersect_beyond_shared(corners_a, corners_b,
                                                 find_shared_vertices(triangle_a.vertex, triangle_b.vertex));
    }
    return triangles_intersect(corners_a, corners_b);
}

bool CandidateSink::vertex_is_inside(uint32_t vertex, uint32_t tetrahedron) const {
    Vec3 corners[4];
    frame_->exact_corners(frame_->tetrahedra[tetrahedron], corners);
    return tetrahedron_contains(corners, frame_->exact_position(vertex));
}

}  // namespace defcol
