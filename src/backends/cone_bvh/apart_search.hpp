// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>

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

// Two regions of two trees, or disjoint ones of one.
struct NodePair {
    uint32_t a;
    uint32_t b;
};

// What one worker needs to search regions that share no vertex: of two meshes, or of one where the adjacency
// says so. Nothing but boxes can tell them apart, so this is the classical search (Volino 1994, section
// 2.3.2), down to regions of a vector of leaves; these are compared with each other at once.
struct ApartSearch {
    static constexpr uint32_t most_block_leaves = 16;

    explicit ApartSearch(std::pmr::memory_resource& memory) noexcept : stack(memory) {}

    LeafCache leaves_a;
    LeafCache leaves_b;
    Buffer<NodePair> stack;
};

// Proposes every pair of usable triangles of two regions, of `a` and of `b`, whose boxes overlap; the boxes
// of the regions do. The order of proposals depends on the trees only.
void search_apart(int64_t simd_target, ApartSearch& search, const TreeSide& a, const TreeSide& b,
                  NodePair regions, CandidateSink& sink, SearchCounts& counts);

}  // namespace defcol
