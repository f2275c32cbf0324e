// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "base/aligned_buffer.hpp"
#include "mesh/element.hpp"
#include "mesh/staged_growth.hpp"

namespace defcol {

// The elements without a vertex to be skipped. Only a mesh with such vertices needs one.
class UsableElements {
  public:
    explicit UsableElements(std::pmr::memory_resource& memory)
        : triangles_(memory), triangle_flags_(memory), tetrahedron_flags_(memory) {}

    // Room that rebuild() needs, taken before anything is changed.
    class Room {
      public:
        Room(std::pmr::memory_resource& memory, UsableElements& elements, uint64_t triangle_count,
             uint64_t tetrahedron_count)
            : triangles_(memory, elements.triangles_, triangle_count),
              triangle_flags_(memory, elements.triangle_flags_, triangle_count),
              tetrahedron_flags_(memory, elements.tetrahedron_flags_, tetrahedron_count),
              triangle_count_(triangle_count),
              tetrahedron_count_(tetrahedron_count) {}

        void commit() noexcept {
            triangles_.commit(0);
            triangle_flags_.commit(triangle_count_);
            tetrahedron_flags_.commit(tetrahedron_count_);
        }

      private:
        StagedGrowth<uint32_t> triangles_;
        StagedGrowth<uint8_t> triangle_flags_;
        StagedGrowth<uint8_t> tetrahedron_flags_;
        uint64_t triangle_count_;
        uint64_t tetrahedron_count_;
    };

    // `selected` is empty or has a flag for each triangle. Removed triangles are not usable.
    void rebuild(std::span<const Triangle> triangles, std::span<const uint8_t> selected,
                 std::span<const Tetrahedron> tetrahedra, std::span<const uint8_t> vertex_usable) noexcept;

    std::span<const uint32_t> triangles() const { return triangles_.span(); }
    std::span<const uint8_t> triangle_flags() const { return triangle_flags_.span(); }
    std::span<const uint8_t> tetrahedron_flags() const { return tetrahedron_flags_.span(); }
    uint64_t tetrahedron_count() const { return tetrahedron_count_; }

  private:
    Buffer<uint32_t> triangles_;
    Buffer<uint8_t> triangle_flags_;
    Buffer<uint8_t> tetrahedron_flags_;
    uint64_t tetrahedron_count_ = 0;
};

}  // namespace defcol
