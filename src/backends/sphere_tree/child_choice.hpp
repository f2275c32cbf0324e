// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/sphere_tree/medial_balls.hpp"
#include "base/aligned_buffer.hpp"

namespace defcol {

// Chooses the spheres below one sphere: few that cover its patches and rise above the surface as little as
// possible. Candidates are medial balls of samples of its own part of the surface, so that the medial axis is
// refined where the tree is (Bradshaw & O'Sullivan 2004, section 4), and balls around what a child has to
// cover. Greedy like their selection: each next child is the ball that covers the patch which the children so
// far cover worst; then patches and balls are exchanged between the children a few times.
//
// Holds scratch memory; one per worker.
class ChildChoice {
  public:
    explicit ChildChoice(std::pmr::memory_resource& memory) noexcept
        : candidates_(memory),
          children_(memory),
          owner_(memory),
          growth_(memory),
          order_(memory),
          sorted_patches_(memory),
          sorted_ids_(memory) {}

    // Divides the patches, in place, among at most `branching` children; fewer where more are of no use.
    // Afterwards child i has the patches [begin_of(i), begin_of(i + 1)).
    void divide(MedialBalls& balls, std::span<Patch> patches, std::span<uint32_t> ids, uint32_t branching,
                uint32_t sample_count);

    uint32_t child_count() const noexcept { return static_cast<uint32_t>(children_.size()); }
    const Vec3& centre_of(uint32_t child) const { return children_[child].ball.centre; }
    uint32_t begin_of(uint32_t child) const { return children_[child].begin; }

  private:
    struct Child {
        MedialBall ball;
        double growth;  // how far it must rise above the surface to cover its patches
        uint32_t begin;
        uint32_t count;
    };

    double attempt(MedialBalls& balls, std::span<const Patch> patches, std::span<const uint32_t> ids,
                   uint32_t branching, uint32_t sample_count);
    void choose_first_children(MedialBalls& balls, std::span<const Patch> patches,
                               std::span<const uint32_t> ids, uint32_t branching);
    double assign_patches(const MedialBalls& balls, std::span<const Patch> patches);
    void improve_child(MedialBalls& balls, std::span<const Patch> patches, std::span<const uint32_t> ids,
                       uint32_t child);
    void sort_patches(std::span<Patch> patches, std::span<uint32_t> ids);

    Buffer<MedialBall> candidates_;
    Buffer<Child> children_;
    Buffer<uint32_t> owner_;  // child of each patch
    Buffer<double> growth_;   // least so far of each patch
    Buffer<uint32_t> order_;
    Buffer<Patch> sorted_patches_;
    Buffer<uint32_t> sorted_ids_;
};

}  // namespace defcol
