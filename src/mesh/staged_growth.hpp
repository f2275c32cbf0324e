// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/aligned_buffer.hpp"

namespace defcol {

// Room for a buffer to grow, taken before anything is changed. Until commit() the buffer, and pointers into
// it, stay as they were; dropping the room without it undoes nothing because nothing was done.
template <class T>
class StagedGrowth {
  public:
    // Room for `count` elements in all. Throws std::bad_alloc.
    StagedGrowth(std::pmr::memory_resource& memory, Buffer<T>& target, std::size_t count)
        : target_(target), larger_(memory) {
        if (count <= target.capacity()) return;
        larger_.reserve(std::max(count, target.capacity() + target.capacity() / 2));
        larger_.append(target.span());
        is_larger_ = true;
    }

    // Of the whole block: elements past the target's size may be written before commit().
    T* data() noexcept { return is_larger_ ? larger_.data() : target_.data(); }

    void commit(std::size_t size) noexcept {
        if (is_larger_) target_.swap(larger_);
        is_larger_ = false;
        target_.resize_uninitialized(size);
    }

  private:
    Buffer<T>& target_;
    Buffer<T> larger_;
    bool is_larger_ = false;
};

}  // namespace defcol
