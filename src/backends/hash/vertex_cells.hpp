// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>

#include "backends/hash/cell_table.hpp"
#include "backends/hash/mesh_interest.hpp"
#include "base/aligned_buffer.hpp"
#include "base/workers.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// The first pass (Teschner et al. 2003, section 3): every vertex in the one cell that contains it, stored in
// the order of cells as columns, so that a query compares a run of them at a time.
class VertexCells {
  public:
    explicit VertexCells(std::pmr::memory_resource& memory) noexcept
        : table_(memory),
          places_(memory),
          x_(memory),
          y_(memory),
          z_(memory),
          id_(memory),
          mesh_(memory),
          tag_(memory) {}

    void build(const Frame& frame, const MeshInterests& interests, const CellGridRequest& request,
               Workers& workers);

    const CellTable& table() const noexcept { return table_; }
    const float* x() const noexcept { return x_.data(); }
    const float* y() const noexcept { return y_.data(); }
    const float* z() const noexcept { return z_.data(); }
    const uint32_t* id() const noexcept { return id_.data(); }
    const uint32_t* mesh() const noexcept { return mesh_.data(); }
    const uint32_t* tag() const noexcept { return tag_.data(); }  // only in a hash table

  private:
    CellTable table_;
    Buffer<uint32_t> places_;
    Buffer<float> x_;
    Buffer<float> y_;
    Buffer<float> z_;
    Buffer<uint32_t> id_;
    Buffer<uint32_t> mesh_;
    Buffer<uint32_t> tag_;
};

}  // namespace defcol
