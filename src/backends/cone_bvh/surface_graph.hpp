// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "base/aligned_buffer.hpp"
#include "mesh/element.hpp"

namespace defcol {

// Which triangles meet at edges. Half-edge 3 t + k runs from corner k of triangle t to corner k + 1.
struct SurfaceGraph {
    explicit SurfaceGraph(std::pmr::memory_resource& memory) noexcept : twin(memory), next_on_edge(memory) {}

    void build(std::span<const Triangle> triangles, uint32_t vertex_count, std::pmr::memory_resource& memory);

    // The half-edge that cancels this one in the contour of a region that has both: it runs the other way.
    // Each has at most one; what is left over at flipped or crowded edges stays in every contour.
    Buffer<uint32_t> twin;
    // All half-edges of one edge, in either direction, as a ring: who is a neighbour of whom.
    Buffer<uint32_t> next_on_edge;
};

}  // namespace defcol
