// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/leaf_refinement.hpp"

#include <algorithm>

#include "base/radix_sort.hpp"
#include "narrowphase/contact_keys.hpp"

namespace defcol {

namespace {

constexpr uint64_t boxes_per_range = 8192;
constexpr std::size_t enough_pairs = 512;
constexpr uint64_t candidates_per_task = 4096;

}  // namespace

void LeafRefinement::search(const Frame& frame, std::span<const RefinedMeeting> meetings, Workers& workers,
                            Narrowphase& narrowphase) {
    meetings_.clear();
    meetings_.append(meetings);
    compute_boxes(frame, workers);
    while (workspaces_.size() < workers.worker_count()) {
        workspaces_.push_back(make_owned<Workspace>(memory_, memory_));
    }
    for (const Owned<Workspace>& workspace : workspaces_) workspace->repeated.clear();

    divide_until_many();
    narrowphase.control().add_planned_work(pairs_.size() + 1);
    narrowphase.run_tasks(workers, pairs_.size(), [&](uint32_t i, CandidateSink& sink, uint32_t slot) {
        refine(frame, pairs_[i], sink, *workspaces_[slot]);
        if (!sink.stopped()) narrowphase.control().add_finished_work(1);
    });
    if (!narrowphase.control().stopped()) propose_repeated(workers, narrowphase);
}

void LeafRefinement::compute_boxes(const Frame& frame, Workers& workers) {
    boxes_.resize_uninitialized(frame.triangles.size());
    parallel_ranges(workers, frame.triangles.size(), boxes_per_range,
                    [&](uint64_t begin, uint64_t end, uint32_t) {
                        for (auto i = static_cast<uint32_t>(begin); i < end; ++i) {
                            boxes_[i] = frame.triangle_is_usable(i) ? frame.box_of_triangle(i) : Box{};
                        }
                    });
}

bool LeafRefinement::are_leaves(const SpherePair& pair) const {
    const TreeMeeting& trees = meetings_[pair.meeting].trees;
    return trees.a.tree->nodes[pair.a].is_leaf() && trees.b.tree->nodes[pair.b].is_leaf();
}

// Breadth first until there are enough pairs to share among workers; the number does not depend on theirs.
void LeafRefinement::divide_until_many() {
    pairs_.clear();
    for (uint32_t i = 0; i < meetings_.size(); ++i) pairs_.push_back({i, 0, 0, 0});
    bool divided = true;
    while (divided && pairs_.size() < enough_pairs) {
        divided = false;
        next_pairs_.clear();
        for (const SpherePair& pair : pairs_) {
            if (are_leaves(pair)) {
                next_pairs_.push_back(pair);
            } else {
                divide(pair, next_pairs_);
                divided = true;
            }
        }
        pairs_.swap(next_pairs_);
    }
}

void LeafRefinement::divide(const SpherePair& pair, Buffer<SpherePair>& out) const {
    const TreeMeeting& trees = meetings_[pair.meeting].trees;
    const SphereNode& node_a = trees.a.tree->nodes[pair.a];
    const SphereNode& node_b = trees.b.tree->nodes[pair.b];
    if (trees.is_self && pair.a == pair.b) {
        const uint32_t end = node_a.first_child + node_a.child_count;
        for (uint32_t i = node_a.first_child; i < end; ++i) {
            if (trees.a.spheres[i].radius < 0) continue;
            for (uint32_t k = i; k < end; ++k) {
                if (spheres_meet(trees.a.spheres[i], trees.a.spheres[k])) {
                    out.push_back({pair.meeting, i, k, 0});
                }
            }
        }
        return;
    }
    const double radius_a = trees.a.spheres[pair.a].radius;
    const double radius_b = trees.b.spheres[pair.b].radius;
    const bool divide_a = !node_a.is_leaf() && (node_b.is_leaf() || radius_a >= radius_b);
    const SphereNode& node = divide_a ? node_a : node_b;
    for (uint32_t child = node.first_child; child < node.first_child + node.child_count; ++child) {
        const SpherePair next = divide_a ? SpherePair{pair.meeting, child, pair.b, 0}
                                         : SpherePair{pair.meeting, pair.a, child, 0};
        if (spheres_meet(trees.a.spheres[next.a], trees.b.spheres[next.b])) out.push_back(next);
    }
}

void LeafRefinement::refine(const Frame& frame, const SpherePair& pair, CandidateSink& sink,
                            Workspace& workspace) const {
    workspace.stack.clear();
    workspace.stack.push_back(pair);
    while (!workspace.stack.empty()) {
        if (sink.poll()) return;
        const SpherePair next = workspace.stack.back();
        workspace.stack.pop_back();
        if (are_leaves(next)) {
            propose_leaf_pair(frame, next, sink, workspace);
        } else {
            divide(next, workspace.stack);
        }
    }
}

void LeafRefinement::propose_leaf_pair(const Frame& frame, const SpherePair& pair, CandidateSink& sink,
                                       Workspace& workspace) const {
    const RefinedMeeting& meeting = meetings_[pair.meeting];
    const SphereTree& tree_a = *meeting.trees.a.tree;
    const SphereTree& tree_b = *meeting.trees.b.tree;
    const SphereNode& node_a = tree_a.nodes[pair.a];
    const SphereNode& node_b = tree_b.nodes[pair.b];
    (void)frame;

    // What of a lies in the box of all of b, then one by one.
    Box box_b;
    for (uint32_t i = node_b.patch_begin; i < node_b.patch_end; ++i) {
        box_b.grow(boxes_[meeting.triangle_base_b + tree_b.patches.patches[i].triangle]);
    }
    const bool is_one_leaf = meeting.trees.is_self && pair.a == pair.b;
    for (uint32_t i = node_a.patch_begin; i < node_a.patch_end; ++i) {
        const uint32_t a = meeting.triangle_base_a + tree_a.patches.patches[i].triangle;
        const Box& box_a = boxes_[a];
        if (!overlap(box_a, box_b)) continue;
        if (sink.stopped()) return;
        for (uint32_t k = is_one_leaf ? i + 1 : node_b.patch_begin; k < node_b.patch_end; ++k) {
            const uint32_t b = meeting.triangle_base_b + tree_b.patches.patches[k].triangle;
            if (!overlap(box_a, boxes_[b]) || a == b) continue;
            const bool is_whole = tree_a.patches.split_points.empty() && tree_b.patches.split_points.empty();
            if (is_whole) {
                sink.propose_triangles(a, b);
            } else {
                workspace.repeated.push_back(contact_key(std::min(a, b), std::max(a, b)));
            }
        }
    }
}

// Triangles that were split lie in several leaves: their pairs come more than once and are proposed at the
// end.
void LeafRefinement::propose_repeated(Workers& workers, Narrowphase& narrowphase) {
    repeated_.clear();
    for (const Owned<Workspace>& workspace : workspaces_) repeated_.append(workspace->repeated.span());
    scratch_.resize_uninitialized(repeated_.size());
    sort_keys(repeated_.span(), scratch_.span(), workers);
    const auto end = std::unique(repeated_.begin(), repeated_.end());
    const auto count = static_cast<uint64_t>(end - repeated_.begin());
    narrowphase.run_tasks(workers, (count + candidates_per_task - 1) / candidates_per_task,
                          [&](uint32_t task, CandidateSink& sink) {
                              const uint64_t begin = task * candidates_per_task;
                              const uint64_t task_end = std::min(begin + candidates_per_task, count);
                              if (sink.poll()) return;
                              for (uint64_t i = begin; i < task_end; ++i) {
                                  sink.propose_triangles(key_a(repeated_[i]), key_b(repeated_[i]));
                              }
                          });
    if (!narrowphase.control().stopped()) narrowphase.control().add_finished_work(1);
}

}  // namespace defcol
