// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/aligned_buffer.hpp"
#include "geometry/vector.hpp"

namespace defcol {

// Finds the nearest of many points: a balanced k-d tree in an array, without pointers. The same answer in
// every run. Where many points are about equally near, as from the centre of a ball, it gives up after a
// bounded number of them and returns the best so far.
class PointIndex {
  public:
    explicit PointIndex(std::pmr::memory_resource& memory) noexcept : points_(memory), axes_(memory) {}

    // Over the points that `ids` names.
    void build(std::span<const Vec3> points, std::span<const uint32_t> ids);
    bool empty() const noexcept { return points_.empty(); }

    struct Nearest {
        uint32_t point;
        double squared_distance;
    };
    // There must be a point.
    Nearest find(const Vec3& to) const;

  private:
    struct Entry {
        Vec3 position;
        uint32_t point;
        uint32_t reserved;
    };
    void build(std::size_t begin, std::size_t end);
    struct Search {
        Nearest best;
        uint32_t visits_left;
    };
    void find(const Vec3& to, std::size_t begin, std::size_t end, Search& search) const;

    Buffer<Entry> points_;
    Buffer<uint8_t> axes_;  // by which the middle of a range divides it
};

}  // namespace defcol
