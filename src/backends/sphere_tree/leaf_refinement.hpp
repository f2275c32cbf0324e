// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "backends/sphere_tree/sphere_traversal.hpp"
#include "base/aligned_buffer.hpp"
#include "base/memory.hpp"
#include "base/workers.hpp"
#include "mesh/frame.hpp"
#include "narrowphase/narrowphase.hpp"

namespace defcol {

// A meeting of two trees, and where their meshes are in the frame.
struct RefinedMeeting {
    TreeMeeting trees;
    uint32_t triangle_base_a;
    uint32_t triangle_base_b;
};

// From overlapping leaves to the triangles they cover: proposes to the narrow phase every pair of triangles
// that may meet. The spheres must cover the surface as it is. Depth first, because nothing is kept when it is
// interrupted; on all workers.
class LeafRefinement {
  public:
    explicit LeafRefinement(std::pmr::memory_resource& memory) noexcept
        : memory_(memory),
          meetings_(memory),
          boxes_(memory),
          pairs_(memory),
          next_pairs_(memory),
          workspaces_(&memory),
          repeated_(memory),
          scratch_(memory) {}

    void search(const Frame& frame, std::span<const RefinedMeeting> meetings, Workers& workers,
                Narrowphase& narrowphase);

  private:
    struct SpherePair {
        uint32_t meeting;
        uint32_t a;
        uint32_t b;
        uint32_t reserved;
    };
    // Of one worker.
    struct Workspace {
        explicit Workspace(std::pmr::memory_resource& memory) noexcept
            : stack(memory), triangles(memory), repeated(memory) {}
        Buffer<SpherePair> stack;
        Buffer<uint32_t> triangles;
        Buffer<uint64_t> repeated;
    };

    void compute_boxes(const Frame& frame, Workers& workers);
    void divide_until_many();
    void divide(const SpherePair& pair, Buffer<SpherePair>& out) const;
    bool are_leaves(const SpherePair& pair) const;
    void refine(const Frame& frame, const SpherePair& pair, CandidateSink& sink, Workspace& workspace) const;
    void propose_leaf_pair(const Frame& frame, const SpherePair& pair, CandidateSink& sink,
                           Workspace& workspace) const;
    void propose_repeated(Workers& workers, Narrowphase& narrowphase);

    std::pmr::memory_resource& memory_;
    Buffer<RefinedMeeting> meetings_;
    Buffer<Box> boxes_;  // of all triangles of the frame; empty ones do not count
    Buffer<SpherePair> pairs_;
    Buffer<SpherePair> next_pairs_;
    std::pmr::vector<Owned<Workspace>> workspaces_;
    Buffer<uint64_t> repeated_;
    Buffer<uint64_t> scratch_;
};

}  // namespace defcol
