// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <type_traits>
#include <vector>

#include "backends/gjk_cut/triangle_list.hpp"
#include "base/aligned_buffer.hpp"

namespace defcol {

// Room for the lists of a recursion, taken and given back like a stack. Blocks never move: when one is full
// another follows, and the next frame begins with one block as large as all of them.
class ColumnArena {
  public:
    explicit ColumnArena(std::pmr::memory_resource& memory) : memory_(&memory), blocks_(&memory) {}

    struct Mark {
        std::size_t block;
        std::size_t used;
    };
    Mark mark() const noexcept { return {block_, used_}; }
    void release(Mark mark) noexcept {
        block_ = mark.block;
        used_ = mark.used;
    }

    float* take(std::size_t float_count);
    // Room for plain values of another kind.
    template <class T>
    T* take_array(std::size_t count) {
        static_assert(std::is_trivial_v<T> && alignof(T) <= alignof(float));
        return reinterpret_cast<T*>(take((count * sizeof(T) + sizeof(float) - 1) / sizeof(float)));
    }
    TriangleList take_list(uint32_t capacity) {
        TriangleList list;
        list.stride = TriangleList::stride_for(capacity);
        list.data = take(TriangleList::column_count * list.stride);
        return list;
    }

    // The most that was taken at a time, blocks that were left half empty included.
    std::size_t peak() const noexcept { return peak_; }
    // Empty, with room for that much in one block.
    void reset(std::size_t float_count);

  private:
    std::pmr::memory_resource* memory_;
    std::pmr::vector<Buffer<float>> blocks_;
    std::size_t block_ = 0;
    std::size_t used_ = 0;
    std::size_t peak_ = 0;
};

}  // namespace defcol
