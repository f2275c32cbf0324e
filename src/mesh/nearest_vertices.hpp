// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "base/aligned_buffer.hpp"
#include "geometry/vector.hpp"

namespace defcol {

// A k-d tree over some vertices of a mesh, for questions asked once when meshes are linked. Building and
// asking give the same answer in every run; asking is safe from several threads.
class NearestVertices {
  public:
    // Both spans must outlive the tree; the positions of the ids named must be finite.
    NearestVertices(std::span<const Vec3> positions, std::span<const uint32_t> ids,
                    std::pmr::memory_resource& memory);

    struct Neighbour {
        double squared_distance;
        uint32_t id;
    };

    // Fills `out` with the nearest vertices, nearest first, the lower id first among equals, and returns how
    // many there are: out.size(), or all vertices of the tree.
    std::size_t find(const Vec3& point, std::span<Neighbour> out) const;

  private:
    struct Search;
    void split(std::size_t begin, std::size_t end);
    void visit(std::size_t begin, std::size_t end, Search& search) const;

    static constexpr std::size_t leaf_size = 8;

    std::span<const Vec3> positions_;
    Buffer<uint32_t> ids_;  // a range is split at its middle element
    Buffer<uint8_t> axes_;  // of the split at each middle element
};

}  // namespace defcol
