// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>

#include "backends/cone_bvh/contour_test.hpp"
#include "backends/cone_bvh/leaf_boxes.hpp"
#include "base/aligned_buffer.hpp"
#include "narrowphase/candidate_sink.hpp"

namespace defcol {

// The paper's own measures of a search.
struct SearchCounts {
    uint64_t region_calls = 0;
    uint64_t box_tests = 0;
    uint64_t cone_culls = 0;
    uint64_t contour_tests = 0;

    void add(const SearchCounts& other) {
        region_calls += other.region_calls;
        box_tests += other.box_tests;
        cone_culls += other.cone_culls;
        contour_tests += other.contour_tests;
    }
};

// Two trees to search against each other, or one with itself.
struct TreePair {
    TreeSide a;
    TreeSide b;
    bool is_self;   // a and b are one tree
    bool one_mesh;  // triangles of a and b may share vertices
};

struct RegionSearchOptions {
    bool trusts_regular_regions = false;  // mode `fast`
    bool include_adjacent = false;
    int64_t simd_target = 0;
};

// A call of the paper's procedure that is still to be made: inside region a (b == no_index) or between two.
struct RegionCall {
    uint32_t pair;      // index into the tree pairs of the frame
    uint32_t is_apart;  // 1: the regions share no vertex, so no parts of them do
    uint32_t a;
    uint32_t b;
};

// What one worker needs to run such calls (Volino 1994, section 2.3.2).
class RegionSearch {
  public:
    static constexpr uint32_t most_follow_ups = 16;

    explicit RegionSearch(std::pmr::memory_resource& memory) noexcept
        : contour_test_(memory), stack_(memory) {}

    void reserve(uint32_t longest_contour);
    void start(const RegionSearchOptions& options) {
        options_ = options;
        counts_ = {};
        for (LeafBoxes& leaf : leaves_) leaf.tree = nullptr;
    }

    // Makes one call: proves it free, proposes triangles, or writes what follows from it. Returns how many
    // follow. The boxes of two regions overlap: those of what follows are tested before it is written.
    uint32_t call(const TreePair& pair, const RegionCall& call, CandidateSink& sink, RegionCall* follow_ups);

    // Makes the call and all that follow from it.
    void call_all(const TreePair& pair, const RegionCall& call, CandidateSink& sink);

    const SearchCounts& counts() const { return counts_; }

  private:
    uint32_t call_inside(const TreePair& pair, const RegionCall& call, CandidateSink& sink,
                         RegionCall* follow_ups);
    uint32_t call_between(const TreePair& pair, const RegionCall& call, CandidateSink& sink,
                          RegionCall* follow_ups);
    const LeafBoxes& leaf_boxes(const TreeSide& side, uint32_t node);
    bool is_free(const TreePair& pair, uint32_t a, uint32_t b, bool& is_apart);
    bool boxes_meet(const RegionNode& a, const RegionNode& b) {
        ++counts_.region_calls;
        ++counts_.box_tests;
        return overlap(a, b);
    }
    void propose_inside(const TreePair& pair, uint32_t node, CandidateSink& sink);
    void propose_between(const TreePair& pair, const RegionCall& call, CandidateSink& sink);

    RegionSearchOptions options_;
    SearchCounts counts_;
    ContourTest contour_test_;
    Buffer<RegionCall> stack_;
    // Leaves loaded last, by the low bits of their number: a search comes back to a leaf many times in a row.
    static constexpr uint32_t kept_leaves = 64;
    LeafBoxes leaves_[kept_leaves];
    LeafBoxes other_leaf_;
};

}  // namespace defcol
