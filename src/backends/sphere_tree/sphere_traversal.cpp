// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/sphere_traversal.hpp"

#include <algorithm>

namespace defcol {

namespace {

// A look at the clock costs about as much as two tests.
constexpr uint32_t tests_per_look = 128;

bool rest_spheres_meet(const SphereTree& tree, uint32_t a, uint32_t b) {
    return spheres_meet(tree.rest_spheres[a], tree.rest_spheres[b]);
}

}  // namespace

void SphereTraversal::start(std::span<const TreeMeeting> meetings, SwapRule rule, uint64_t most_entries) {
    meetings_.clear();
    meetings_.append(meetings);
    turns_.clear();
    finals_.clear();
    counts_ = {};
    rule_ = rule;
    most_entries_ = std::max<uint64_t>(most_entries, meetings.size());
    next_turn_ = 0;
    queues_.start(static_cast<uint32_t>(meetings.size()));
    for (uint32_t i = 0; i < meetings.size(); ++i) {
        if (meetings[i].a.spheres[0].radius < 0 || meetings[i].b.spheres[0].radius < 0) continue;
        queues_.push(i, entry_of(0, 0, true));
        turns_.push_back({i, 0, 0});
    }
    begin_round();
}

void SphereTraversal::begin_round() {
    std::size_t kept = 0;
    highest_priority_ = 0;
    for (const Turn& turn : turns_) {
        if (queues_.empty(turn.meeting)) continue;
        turns_[kept++] = turn;
        highest_priority_ = std::max(highest_priority_, meetings_[turn.meeting].priority);
    }
    turns_.resize_uninitialized(kept);
    next_turn_ = 0;
}

void SphereTraversal::run(SearchControl& control, double seconds_per_entry) {
    uint32_t until_look = tests_per_look;
    const bool counts_tests = control.must_be_serial();
    while (!control.stopped()) {
        if (next_turn_ == turns_.size()) begin_round();
        if (turns_.empty()) return;
        Turn& turn = turns_[next_turn_];
        if (!queues_.empty(turn.meeting)) {
            // Where no one left has a priority all are alike.
            if (turn.credit < 1) {
                turn.credit +=
                    highest_priority_ > 0 ? meetings_[turn.meeting].priority / highest_priority_ : 1.0;
            }
            if (turn.credit >= 1) {
                if (counts_tests && control.take_tests(1) == 0) return;
                turn.credit -= 1;
                ++counts_.tests;
                test(turn.meeting, queues_.pop(turn.meeting));
            }
        }
        ++next_turn_;
        if (--until_look == 0) {
            until_look = tests_per_look;
            const auto entries = static_cast<double>(queues_.size() + finals_.size());
            if (control.poll(seconds_per_entry * entries)) return;
        }
    }
}

void SphereTraversal::test(uint32_t index, uint64_t entry) {
    const TreeMeeting& meeting = meetings_[index];
    const uint32_t a = entry_a(entry);
    const uint32_t b = entry_b(entry);
    if (meeting.is_self && a == b) {
        test_self(index, a);
        return;
    }
    const Sphere& sphere_a = meeting.a.spheres[a];
    const Sphere& sphere_b = meeting.b.spheres[b];
    if (!spheres_meet(sphere_a, sphere_b)) return;
    const bool a_is_leaf = meeting.a.tree->nodes[a].is_leaf();
    const bool b_is_leaf = meeting.b.tree->nodes[b].is_leaf();
    if (a_is_leaf && b_is_leaf) {
        // Neighbours on one surface overlap always: that says nothing.
        if (meeting.is_self && rest_spheres_meet(*meeting.a.tree, a, b)) return;
        finals_.push_back({index, a, b, 0});
        ++counts_.leaf_pairs;
        return;
    }
    // Figure 7 puts a pair whose second sphere is a leaf back with the two exchanged, to be tested again; the
    // first sphere is divided at once here instead.
    bool divide_b = divides_b(entry);
    if (rule_ == SwapRule::larger_first && sphere_a.radius != sphere_b.radius) {
        divide_b = sphere_b.radius > sphere_a.radius;
    }
    if (divide_b ? b_is_leaf : a_is_leaf) divide_b = !divide_b;
    divide(index, entry, divide_b);
}

void SphereTraversal::divide(uint32_t index, uint64_t entry, bool divide_b) {
    const TreeMeeting& meeting = meetings_[index];
    const TreeInFrame& side = divide_b ? meeting.b : meeting.a;
    const uint32_t a = entry_a(entry);
    const uint32_t b = entry_b(entry);
    const SphereNode& node = side.tree->nodes[divide_b ? b : a];
    if (!has_room(node.child_count)) {
        if (meeting.is_self) {
            ++counts_.unrefined_self_pairs;
        } else {
            finals_.push_back({index, a, b, 0});
            ++counts_.unrefined_pairs;
        }
        return;
    }
    for (uint32_t child = node.first_child; child < node.first_child + node.child_count; ++child) {
        if (side.spheres[child].radius < 0) continue;
        queues_.push(index, divide_b ? entry_of(a, child, false) : entry_of(child, b, true));
    }
}

void SphereTraversal::test_self(uint32_t index, uint32_t sphere) {
    const TreeInFrame& side = meetings_[index].a;
    const SphereNode& node = side.tree->nodes[sphere];
    const uint64_t count = node.child_count;
    if (!has_room(count * (count + 1) / 2)) {
        ++counts_.unrefined_self_pairs;
        return;
    }
    for (uint32_t i = node.first_child; i < node.first_child + node.child_count; ++i) {
        if (side.spheres[i].radius < 0) continue;
        queues_.push(index, entry_of(i, i, true));
        for (uint32_t k = i + 1; k < node.first_child + node.child_count; ++k) {
            if (side.spheres[k].radius >= 0) queues_.push(index, entry_of(i, k, true));
        }
    }
}

}  // namespace defcol
