// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "base/aligned_buffer.hpp"
#include "base/workers.hpp"
#include "mesh/element.hpp"

namespace defcol {

// How often triangles use an edge, in the direction from the lower to the higher vertex id and back.
struct EdgeUse {
    uint32_t vertex[2];  // rising
    uint64_t upward;
    uint64_t downward;
};

// All edges of a set of triangles, ordered by (lower vertex, higher vertex). The "edge" of a triangle from a
// vertex to itself is none.
class EdgeTable {
  public:
    explicit EdgeTable(std::pmr::memory_resource& memory) : uses_(memory), scratch_(memory) {}

    // Removed triangles are passed over. `which`: the ids to take; null takes all.
    void build(std::span<const Triangle> triangles, const std::span<const uint32_t>* which, Workers& workers);

    // Calls function(EdgeUse) for each edge in order.
    template <class Function>
    void for_each(Function&& function) const {
        for (std::size_t begin = 0; begin < uses_.size();) {
            const uint64_t edge = uses_[begin] >> 1;
            EdgeUse use{{static_cast<uint32_t>(edge >> 31), static_cast<uint32_t>(edge & 0x7fffffff)}, 0, 0};
            std::size_t end = begin;
            for (; end < uses_.size() && uses_[end] >> 1 == edge; ++end) {
                ++((uses_[end] & 1) != 0 ? use.downward : use.upward);
            }
            function(use);
            begin = end;
        }
    }

  private:
    // Sorted: lower vertex (31 bits), higher vertex (31 bits), 1 if used downward.
    Buffer<uint64_t> uses_;
    Buffer<uint64_t> scratch_;
};

}  // namespace defcol
