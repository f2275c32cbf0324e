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

}  // namespace

void CandidateSink::start(const Frame& frame, SearchControl& control,
                          const NarrowphaseOptions& options) noexcept {
    frame_ = &frame;
    control_ = &control;
    options_ = options;
    counts_ = {};
    triangle_contacts_.start(control.limits().max_contacts);
    vertex_contacts_.start(control.limits().max_contacts);
    volume_contacts_.start(control.limits().max_contacts);
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

// Copies corners side by side for the filter.
void CandidateSink::gather_triangles(uint32_t count) {
    const LocalVertex* vertices = frame_->vertices.data();
    const Triangle* triangles = frame_->triangles.data();
    for (uint32_t lane = 0; lane < count; ++lane) {
        const Triangle& a = triangles[triangles_.a[lane]];
        const Triangle& b = triangles[triangles_.b[lane]];
        for (uint32_t corner = 0; corner < 3; ++corner) {
            corners_.vertex[corner][lane] = vertices[a.vertex[corner]];
            corners_.vertex[3 + corner][lane] = vertices[b.vertex[corner]];
        }
    }
}

void CandidateSink::gather_vertices(uint32_t count) {
    const LocalVertex* vertices = frame_->vertices.data();
    const Tetrahedron* tetrahedra = frame_->tetrahedra.data();
    for (uint32_t lane = 0; lane < count; ++lane) {
        const Tetrahedron& t = tetrahedra[vertices_.b[lane]];
        for (uint32_t corner = 0; corner < 4; ++corner) {
            corners_.vertex[corner][lane] = vertices[t.vertex[corner]];
        }
        corners_.vertex[4][lane] = vertices[vertices_.a[lane]];
    }
}

// Pairs that share a vertex are sorted out after the filter, which can only find them possible: a shared
// corner lies in the other's plane. Most pairs never come that far.
void CandidateSink::decide_triangles() {
    const uint32_t count = take(triangles_);
    if (count == 0) return;
    gather_triangles(count);
    filter_triangle_pairs(options_.simd_target, corners_, count, lanes_);
    counts_.filter_rejected += count - lanes_.possible_count - lanes_.certain_count;
    counts_.filter_accepted += lanes_.certain_count;
    for (uint32_t i = 0; i < lanes_.certain_count; ++i) {
        const auto [a, b] = std::minmax(triangles_.a[lanes_.certain[i]], triangles_.b[lanes_.certain[i]]);
        triangle_contacts_.add(contact_key(a, b));
    }
    const uint64_t failures_before = exact_sign_count();
    for (uint32_t i = 0; i < lanes_.possible_count; ++i) {
        const auto [a, b] = std::minmax(triangles_.a[lanes_.possible[i]], triangles_.b[lanes_.possible[i]]);
        const bool shared = share_a_vertex(frame_->triangles[a], frame_->triangles[b]);
        if (shared && !options_.include_adjacent) continue;
        ++counts_.exact_tests;
        if (triangles_meet(a, b, shared)) triangle_contacts_.add(contact_key(a, b));
    }
    counts_.filter_failures += exact_sign_count() - failures_before;
}

void CandidateSink::decide_vertices() {
    const uint32_t count = take(vertices_);
    if (count == 0) return;
    gather_vertices(count);
    const uint32_t kept =
        find_possible_vertices_in_tetrahedra(options_.simd_target, corners_, count, lanes_.possible);
    counts_.filter_rejected += count - kept;
    const uint64_t failures_before = exact_sign_count();
    for (uint32_t i = 0; i < kept; ++i) {
        const uint32_t vertex = vertices_.a[lanes_.possible[i]];
        const uint32_t tetrahedron = vertices_.b[lanes_.possible[i]];
        const Tetrahedron& t = frame_->tetrahedra[tetrahedron];
        if ((vertex == t.vertex[0]) | (vertex == t.vertex[1]) | (vertex == t.vertex[2]) |
            (vertex == t.vertex[3])) {
            continue;
        }
        ++counts_.exact_tests;
        if (vertex_is_inside(vertex, tetrahedron)) vertex_contacts_.add(contact_key(vertex, tetrahedron));
    }
    counts_.filter_failures += exact_sign_count() - failures_before;
}

bool CandidateSink::triangles_meet(uint32_t a, uint32_t b, bool shared) const {
    const Triangle& triangle_a = frame_->triangles[a];
    const Triangle& triangle_b = frame_->triangles[b];
    Vec3 corners_a[3];
    Vec3 corners_b[3];
    frame_->exact_corners(triangle_a, corners_a);
    frame_->exact_corners(triangle_b, corners_b);
    if (shared) {
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
