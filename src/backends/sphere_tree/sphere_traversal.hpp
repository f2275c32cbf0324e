// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/sphere_tree/pair_queues.hpp"
#include "backends/sphere_tree/sphere_tree.hpp"
#include "base/aligned_buffer.hpp"
#include "narrowphase/search_control.hpp"

namespace defcol {

// Whether two spheres meet; touching counts, and what rounding leaves open counts too, so that spheres that
// cover their surfaces lose no contact.
inline bool spheres_meet(const Sphere& a, const Sphere& b) {
    const Vec3 apart = a.centre - b.centre;
    const double reach = a.radius + b.radius;
    return (reach >= 0) & (glm::dot(apart, apart) <= reach * reach * (1 + 0x1p-47));
}

// One mesh's tree in this frame.
struct TreeInFrame {
    const SphereTree* tree;
    const Sphere* spheres;
};

// Two meshes, or one with itself.
struct TreeMeeting {
    TreeInFrame a;
    TreeInFrame b;
    bool is_self;
    double priority;
};

enum class SwapRule { alternate, larger_first };

// Breadth-first traversal that can be interrupted and taken up again (Mendoza & O'Sullivan 2005, section 4.2
// and figure 7). A pair of spheres is in one of two lists: still to be tested (the paper's PAIRLIST), or
// tested, overlapping and final (COLLISIONLIST). Testing takes a pair from the first list; if its spheres
// meet, either it is final, or pairs that together cover the same surface take its place. So at every moment
// the two lists together cover every collision: no branch is lost, wherever the traversal stops.
//
// The pairs of meshes take turns. In one round a pair of meshes gets tests in proportion to its priority; the
// one with the highest priority among those left gets one. The order depends on nothing but the trees and the
// priorities: with a larger budget the same tests come first.
class SphereTraversal {
  public:
    explicit SphereTraversal(std::pmr::memory_resource& memory) noexcept
        : queues_(memory), meetings_(memory), turns_(memory), finals_(memory) {}

    struct Final {
        uint32_t meeting;
        uint32_t a;
        uint32_t b;
        uint32_t reserved;
    };

    struct Counts {
        uint64_t tests = 0;
        uint64_t leaf_pairs = 0;
        uint64_t unrefined_pairs = 0;  // overlapping, and not divided because the lists were full
        uint64_t unrefined_self_pairs = 0;
    };

    // Begins with the roots. `most_entries` bounds the two lists together; they always have room for the
    // roots.
    void start(std::span<const TreeMeeting> meetings, SwapRule rule, uint64_t most_entries);

    // Goes on until nothing is left to test or the control stops it. `seconds_per_entry`: what it takes to
    // hand out one entry of the lists, for which time is kept back.
    void run(SearchControl& control, double seconds_per_entry);

    bool finished() const noexcept { return queues_.size() == 0; }
    const Counts& counts() const noexcept { return counts_; }
    uint64_t untested_count() const noexcept { return queues_.size(); }
    std::span<const Final> finals() const noexcept { return finals_.span(); }

    // visit(meeting, sphere a, sphere b) for each pair still to be tested.
    template <class Visit>
    void for_each_untested(Visit&& visit) const {
        for (uint32_t meeting = 0; meeting < meetings_.size(); ++meeting) {
            queues_.for_each(meeting,
                             [&](uint64_t entry) { visit(meeting, entry_a(entry), entry_b(entry)); });
        }
    }
    const TreeMeeting& meeting(uint32_t index) const { return meetings_[index]; }

  private:
    // An entry: sphere of a, sphere of b, and in the top bit which of them is divided next.
    static uint64_t entry_of(uint32_t a, uint32_t b, bool divide_b) {
        return (divide_b ? uint64_t{1} << 63 : 0) | uint64_t{a} << 32 | b;
    }
    static uint32_t entry_a(uint64_t entry) { return static_cast<uint32_t>(entry >> 32) & 0x7fffffffU; }
    static uint32_t entry_b(uint64_t entry) { return static_cast<uint32_t>(entry); }
    static bool divides_b(uint64_t entry) { return (entry >> 63) != 0; }

    struct Turn {
        uint32_t meeting;
        uint32_t reserved;
        double credit;
    };

    void test(uint32_t meeting, uint64_t entry);
    void test_self(uint32_t meeting, uint32_t sphere);
    void divide(uint32_t meeting, uint64_t entry, bool divide_b);
    bool has_room(uint64_t more) const noexcept {
        return queues_.size() + finals_.size() + more <= most_entries_;
    }
    void begin_round();

    PairQueues queues_;
    Buffer<TreeMeeting> meetings_;
    Buffer<Turn> turns_;  // of the meetings with something left to test
    std::size_t next_turn_ = 0;
    double highest_priority_ = 0;
    Buffer<Final> finals_;
    SwapRule rule_ = SwapRule::alternate;
    uint64_t most_entries_ = UINT64_MAX;
    Counts counts_;
};

}  // namespace defcol
