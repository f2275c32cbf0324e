// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>

#include "backends/cone_bvh/apart_search.hpp"
#include "backends/cone_bvh/contour_test.hpp"
#include "base/aligned_buffer.hpp"
#include "narrowphase/candidate_sink.hpp"

namespace defcol {

// Two trees to search against each other, or one with itself.
struct TreePair {
    TreeSide a;
    TreeSide b;
    bool is_self;  // a and b are one tree
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
        : contour_test_(memory), apart_(memory), stack_(memory) {}

    void reserve(uint32_t longest_contour);
    void start(const RegionSearchOptions& options) {
        options_ = options;
        counts_ = {};
        apart_.leaves_a.forget();
        apart_.leaves_b.forget();
    }

    // Makes one call: proves it free, proposes triangles, or writes what follows from it. Returns how many
    // follow. The boxes of two regions overlap: those of what follows are tested before it is written.
    uint32_t call(const TreePair& pair, const RegionCall& call, CandidateSink& sink, RegionCall* follow_ups);

    // Makes a first call and all that follow from it.
    void call_all(const TreePair& pair, const RegionCall& first, CandidateSink& sink);

    const SearchCounts& counts() const { return counts_; }

  private:
    uint32_t call_inside(const TreePair& pair, const RegionCall& call, CandidateSink& sink,
                         RegionCall* follow_ups);
    uint32_t call_between(const TreePair& pair, const RegionCall& call, CandidateSink& sink,
                          RegionCall* follow_ups);
    bool is_free(const TreePair& pair, uint32_t a, uint32_t b, bool& is_apart);
    bool boxes_meet(const RegionNode& a, const RegionNode& b) {
        ++counts_.region_calls;
        ++counts_.box_tests;
        return overlap(a, b);
    }
    void propose_inside(const TreePair& pair, uint32_t node, CandidateSink& sink);
    void propose_between(const TreePair& pair, const RegionCall& call, CandidateSink& sink);
    static void propose_rows(const LeafBoxes& a, const LeafBoxes& b, const uint32_t* rows,
                             CandidateSink& sink);

    RegionSearchOptions options_;
    SearchCounts counts_;
    ContourTest contour_test_;
    ApartSearch apart_;
    Buffer<RegionCall> stack_;
};

}  // namespace defcol
