// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/aligned_buffer.hpp"
#include "geometry/box.hpp"

namespace defcol {

struct ObjectPair {
    uint32_t a;
    uint32_t b;
};

class SweepAndPrune {
  public:
    explicit SweepAndPrune(std::pmr::memory_resource& memory) noexcept : pairs_(memory) {}

    template <class Wanted>
    std::span<const ObjectPair> find_pairs(std::span<const Box> boxes, Wanted&& wanted) {
        pairs_.clear();
        for (uint32_t a = 0; a < boxes.size(); ++a) {
            for (uint32_t b = a + 1; b < boxes.size(); ++b) {
                if (overlap(boxes[a], boxes[b]) && wanted(a, b)) pairs_.push_back({a, b});
            }
        }
        return pairs_.span();
    }

  private:
    Buffer<ObjectPair> pairs_;
};

}  // namespace defcol
