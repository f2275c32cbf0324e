// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace fuzz {

// Decisions taken from the fuzzer's bytes; zeros when they are used up.
class ByteReader {
  public:
    ByteReader(const uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    bool is_empty() const { return size_ == 0; }

    template <class T>
    T take() {
        T value{};
        const std::size_t count = size_ < sizeof(T) ? size_ : sizeof(T);
        std::memcpy(&value, data_, count);
        data_ += count;
        size_ -= count;
        return value;
    }

    // 0 ... count-1
    uint32_t below(uint32_t count) { return count == 0 ? 0 : take<uint8_t>() % count; }
    // Once in `chances`, and never when the bytes are used up.
    bool rarely(uint32_t chances) { return !is_empty() && below(chances) == chances - 1; }

  private:
    const uint8_t* data_;
    std::size_t size_;
};

}  // namespace fuzz
