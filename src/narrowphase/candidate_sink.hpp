// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "mesh/frame.hpp"
#include "narrowphase/candidate_batch.hpp"
#include "narrowphase/contact_keys.hpp"
#include "narrowphase/plane_filter.hpp"
#include "narrowphase/search_control.hpp"

namespace defcol {

struct NarrowphaseOptions {
    bool include_adjacent = false;
    int64_t simd_target = 0;
};

struct NarrowphaseCounts {
    uint64_t candidates = 0;
    uint64_t filter_rejected = 0;
    uint64_t filter_accepted = 0;
    uint64_t exact_tests = 0;
    uint64_t filter_failures = 0;
};

// Where one worker hands in candidates. They are collected, rejected in vectors where rounding allows, and
// decided exactly one by one; what remains are contacts. A pair may be handed in once only, in either order.
class CandidateSink {
  public:
    explicit CandidateSink(std::pmr::memory_resource& memory) noexcept
        : triangle_contacts_(memory), vertex_contacts_(memory), volume_contacts_(memory) {}

    void start(const Frame& frame, SearchControl& control, const NarrowphaseOptions& options) noexcept;

    // Two triangles by global id; of one mesh, they may share vertices.
    void propose_triangles(uint32_t a, uint32_t b) {
        triangles_.a[triangles_.count] = a;
        triangles_.b[triangles_.count] = b;
        if (++triangles_.count == CandidateBatch::capacity) [[unlikely]]
            decide_triangles();
    }

    // The same many at a time: write up to `count` pairs, at most 16, and say how many they were. More lanes
    // may be written than are meant.
    struct Room {
        uint32_t* a;
        uint32_t* b;
    };
    Room room_for_triangles(uint32_t count) {
        if (triangles_.count + count > CandidateBatch::capacity) [[unlikely]]
            decide_triangles();
        return {triangles_.a + triangles_.count, triangles_.b + triangles_.count};
    }
    void add_triangles(uint32_t count) {
        triangles_.count += count;
        if (triangles_.count == CandidateBatch::capacity) [[unlikely]]
            decide_triangles();
    }

    // A vertex and a tetrahedron by global id; the vertex may be a corner.
    void propose_vertex(uint32_t vertex, uint32_t tetrahedron) {
        vertices_.a[vertices_.count] = vertex;
        vertices_.b[vertices_.count] = tetrahedron;
        if (++vertices_.count == CandidateBatch::capacity) [[unlikely]]
            decide_vertices();
    }

    // Vertices against whole volumes are decided by backends: whether one more such test is in the budget,
    // and a vertex (global id) that was found inside a mesh (index into Frame::meshes).
    uint64_t take_volume_tests(uint64_t wanted) noexcept {
        const uint64_t taken = control_->take_tests(wanted);
        counts_.candidates += taken;
        return taken;
    }
    void add_volume_contact(uint32_t vertex, uint32_t mesh) {
        volume_contacts_.add(contact_key(vertex, mesh));
    }
    // For backends that decide exactly: what they counted.
    void count_exact_tests(uint64_t tests, uint64_t failures) noexcept {
        counts_.exact_tests += tests;
        counts_.filter_failures += failures;
    }

    // Decides what is still waiting.
    void finish();

    // Whether the search should end: looks at clock and cancel flag. Backends ask once per row, node or cell.
    bool poll() noexcept { return control_->poll(); }
    bool stopped() const noexcept { return control_->stopped(); }

    // Which worker finds what differs from frame to frame: each makes room for all, so that no later frame
    // with as many contacts allocates.
    void reserve(uint64_t triangle_contacts, uint64_t vertex_contacts, uint64_t volume_contacts) {
        triangle_contacts_.reserve(triangle_contacts);
        vertex_contacts_.reserve(vertex_contacts);
        volume_contacts_.reserve(volume_contacts);
    }

    const ContactKeys& triangle_contacts() const noexcept { return triangle_contacts_; }
    const ContactKeys& vertex_contacts() const noexcept { return vertex_contacts_; }
    const ContactKeys& volume_contacts() const noexcept { return volume_contacts_; }
    const NarrowphaseCounts& counts() const noexcept { return counts_; }

  private:
    void decide_triangles();
    void decide_vertices();
    uint32_t take(CandidateBatch& batch) noexcept;
    void gather_triangles(uint32_t count);
    void gather_vertices(uint32_t count);
    bool triangles_meet(uint32_t a, uint32_t b, bool shared) const;
    bool vertex_is_inside(uint32_t vertex, uint32_t tetrahedron) const;

    const Frame* frame_ = nullptr;
    SearchControl* control_ = nullptr;
    NarrowphaseOptions options_;
    NarrowphaseCounts counts_;
    ContactKeys triangle_contacts_;
    ContactKeys vertex_contacts_;
    ContactKeys volume_contacts_;  // (vertex, mesh)
    CandidateBatch triangles_;
    CandidateBatch vertices_;
    GatheredCorners corners_;
    FilteredLanes lanes_;
};

}  // namespace defcol
