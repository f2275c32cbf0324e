// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/aligned_buffer.hpp"
#include "geometry/box.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// Where the primitives of a mesh can have a partner at all: in the overlaps of its box with the boxes of the
// meshes it is paired with, or anywhere if it is paired with itself. Empty boxes: not at all.
struct MeshInterest {
    Box triangles;
    Box vertices;
    Box tetrahedra;
    bool self;
};

class MeshInterests {
  public:
    explicit MeshInterests(std::pmr::memory_resource& memory) noexcept : interests_(memory) {}

    void update(const Frame& frame, std::span<const MeshPair> pairs);

    const MeshInterest& operator[](uint32_t mesh) const noexcept { return interests_[mesh]; }
    // Boxes around all interests of a kind.
    const MeshInterest& all() const noexcept { return all_; }
    // Some pairs of different meshes are not wanted: each candidate's pair must be looked up.
    bool must_check_pairs() const noexcept { return must_check_pairs_; }

  private:
    Buffer<MeshInterest> interests_;
    MeshInterest all_{};
    bool must_check_pairs_ = false;
};

}  // namespace defcol
