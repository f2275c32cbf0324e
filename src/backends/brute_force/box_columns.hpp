// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/aligned_buffer.hpp"
#include "geometry/box.hpp"

namespace defcol {

// Boxes as six columns, so that one box is compared with many in a loop the compiler turns into vectors.
class BoxColumns {
  public:
    explicit BoxColumns(std::pmr::memory_resource& memory) noexcept : values_(memory) {}

    // Room for `count` boxes; their values are set one by one.
    void resize(uint32_t count);
    void set(uint32_t index, const Box& box) noexcept;
    Box get(uint32_t index) const noexcept;

    // Calls found(index) for each box of [begin, end) that overlaps the given one, upward.
    template <class Found>
    void for_each_overlap(const Box& box, uint32_t begin, uint32_t end, Found&& found) const {
        for (uint64_t wide = begin; wide < end; wide += block_size) {
            const auto block = static_cast<uint32_t>(wide);
            const uint32_t count = end - block < block_size ? end - block : block_size;
            uint64_t bits = overlap_bits(box, block, count);
            while (bits != 0) {
                found(block + static_cast<uint32_t>(__builtin_ctzll(bits)));
                bits &= bits - 1;
            }
        }
    }

  private:
    static constexpr uint32_t block_size = 64;

    // Bit i: the box at block + i overlaps.
    uint64_t overlap_bits(const Box& box, uint32_t block, uint32_t count) const noexcept;
    const float* column(uint32_t axis_end) const noexcept { return values_.data() + axis_end * stride_; }

    Buffer<float> values_;
    std::size_t stride_ = 0;
};

}  // namespace defcol
