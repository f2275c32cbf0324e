// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>

#include "base/aligned_buffer.hpp"
#include "base/workers.hpp"
#include "mesh/element.hpp"
#include "mesh/mesh.hpp"

namespace defcol {

// Remembers that a mesh was found closed, so that queries which need a volume look again only when something
// changed. Closed: its usable triangles use every edge as often in one direction as in the other, so that the
// winding number is the same for every ray from a point. A mesh without triangles is closed.
class ClosedSurface {
  public:
    explicit ClosedSurface(std::pmr::memory_resource& memory) noexcept
        : memory_(&memory), representative_(memory), order_(memory) {}

    // Throws Error: NOT_CLOSED with the lowest edge that keeps it from being closed. `weld`: vertices at the
    // same place count as the lowest of them. `index` is the mesh's number in messages.
    void check(const Mesh& mesh, bool weld, Workers& workers, uint32_t index);

  private:
    bool is_known(const Mesh& mesh, bool weld) const;
    void find_representatives(const Mesh& mesh);

    std::pmr::memory_resource* memory_;
    uint64_t topology_ = 0;  // versions of the mesh that was found closed; no mesh has version 0
    uint64_t active_ = 0;
    uint64_t positions_ = 0;
    bool welded_ = false;
    Buffer<uint32_t> representative_;  // welded: by vertex
    Buffer<uint32_t> order_;
};

}  // namespace defcol
