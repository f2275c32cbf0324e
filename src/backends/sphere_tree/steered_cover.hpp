// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>

#include "backends/sphere_tree/sphere_tree.hpp"
#include "base/aligned_buffer.hpp"
#include "mesh/steering.hpp"

namespace defcol {

// Bounds what the spheres of a steered mesh cover from the coarse mesh alone: the reduced update of Mendoza &
// O'Sullivan 2005, section 4.4, made safe.
//
// A dense vertex is p = F0 + a1 F1 + a2 F2 + c0 F3 + c1 F4 + c2 F5: rows of the frame of its three coarse
// vertices with constant coefficients. The vertices of one sphere that hang on the same three are taken
// together: their coefficients lie in a box with middle m and half sides h, so each is within
// h1 |F1| + h2 |F2| + |(h3, h4, h5)| of the point that m gives, the last three rows being orthonormal. A
// sphere that contains these balls contains the vertices, so the triangles, whatever the coarse mesh does.
class SteeredCover {
  public:
    explicit SteeredCover(std::pmr::memory_resource& memory) noexcept
        : begin_(memory), entries_(memory), edge_lengths_(memory) {}

    void build(const SphereTree& tree, const Steering& steering, std::pmr::memory_resource& memory);

    // Once per frame, before radii are asked for.
    void follow(const Steering& steering);

    // False where a sphere has so few vertices that looking at each is cheaper, or parts of triangles.
    bool bounds(uint32_t sphere) const noexcept { return begin_[sphere] != begin_[sphere + 1]; }
    // A radius around the centre that contains all that the sphere covers.
    double radius(uint32_t sphere, const Vec3& centre, const Steering& steering) const noexcept;

    uint64_t entry_count() const noexcept { return entries_.size(); }

  private:
    // Vertices of a sphere that hang on the same three coarse vertices.
    struct Entry {
        double middle[5];
        double half_edge[2];
        double half_link;
        uint32_t triple;
        uint32_t reserved;
    };
    static_assert(sizeof(Entry) == 72);

    Buffer<uint32_t> begin_;  // by sphere
    Buffer<Entry> entries_;
    Buffer<double> edge_lengths_;  // two per triple
};

}  // namespace defcol
