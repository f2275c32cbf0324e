// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace defcol {

// A growable array of plain values for SIMD and for hot loops: aligned to 64 bytes, never filled on
// growth, and followed by at least 64 bytes that may be read (their content means nothing), so that
// a vector load that starts at any element stays inside the block. An empty buffer that never held
// anything has no block: its data() is null.
// Growth that fails throws std::bad_alloc and leaves the buffer as it was.
template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    static constexpr std::size_t alignment = 64;
    static constexpr std::size_t readable_slack = 64;
    static constexpr std::size_t element_bytes =
        sizeof(T);  // NOLINT(bugprone-sizeof-expression): or a pointer
    static_assert(alignof(T) <= alignment);

    explicit Buffer(std::pmr::memory_resource& memory) noexcept : memory_(&memory) {}
    ~Buffer() { release(); }

    Buffer(Buffer&& other) noexcept
        : memory_(other.memory_),
          data_(std::exchange(other.data_, nullptr)),
          size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        Buffer moved(std::move(other));
        swap(moved);
        return *this;
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    void swap(Buffer& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    std::size_t size() const noexcept { return size_; }
    std::size_t capacity() const noexcept { return capacity_; }
    bool empty() const noexcept { return size_ == 0; }
    T* data() noexcept { return data_; }
    const T* data() const noexcept { return data_; }
    T* begin() noexcept { return data_; }
    T* end() noexcept { return data_ + size_; }
    const T* begin() const noexcept { return data_; }
    const T* end() const noexcept { return data_ + size_; }
    T& operator[](std::size_t index) noexcept { return data_[index]; }
    const T& operator[](std::size_t index) const noexcept { return data_[index]; }
    T& back() noexcept { return data_[size_ - 1]; }
    const T& back() const noexcept { return data_[size_ - 1]; }
    std::span<T> span() noexcept { return {data_, size_}; }
    std::span<const T> span() const noexcept { return {data_, size_}; }

    // Room for `count` elements in all, no more than asked for.
    void reserve(std::size_t count) {
        if (count > capacity_) reallocate(count);
    }

    // Elements added here hold no particular value; those before keep theirs.
    void resize_uninitialized(std::size_t count) {
        if (count > capacity_) reallocate(grown_capacity(count));
        size_ = count;
    }

    void resize(std::size_t count, T value) {
        const std::size_t before = size_;
        resize_uninitialized(count);
        if (count > before) std::fill(data_ + before, data_ + count, value);
    }

    void assign(std::size_t count, T value) {
        resize_uninitialized(count);
        std::fill(data_, data_ + count, value);
    }

    // By value, so that an element of this buffer may be pushed.
    void push_back(T value) {
        if (size_ == capacity_) [[unlikely]] {
            reallocate(grown_capacity(size_ + 1));
        }
        data_[size_++] = value;
    }

    // The values must not lie in this buffer.
    void append(std::span<const T> values) {
        if (values.empty()) return;
        if (values.size() > max_size() - size_) throw std::bad_alloc();
        const std::size_t before = size_;
        resize_uninitialized(before + values.size());
        std::memcpy(static_cast<void*>(data_ + before), values.data(), values.size_bytes());
    }

    void pop_back() noexcept { --size_; }
    void clear() noexcept { size_ = 0; }

    // Gives the block back; the buffer is as new.
    void release() noexcept {
        if (data_ != nullptr) memory_->deallocate(data_, block_bytes(capacity_), alignment);
        data_ = nullptr;
        size_ = 0;
        capacity_ = 0;
    }

    static constexpr std::size_t max_size() noexcept {
        return (static_cast<std::size_t>(PTRDIFF_MAX) - readable_slack) / element_bytes;
    }

  private:
    static constexpr std::size_t block_bytes(std::size_t capacity) noexcept {
        return capacity * element_bytes + readable_slack;
    }

    std::size_t grown_capacity(std::size_t least) const noexcept {
        constexpr std::size_t smallest = (4 * alignment + element_bytes - 1) / element_bytes;
        const std::size_t grown = capacity_ <= max_size() / 2 ? capacity_ + capacity_ / 2 : max_size();
        return std::max({least, grown, smallest});
    }

    void reallocate(std::size_t capacity) {
        if (capacity > max_size()) throw std::bad_alloc();
        T* data = static_cast<T*>(memory_->allocate(block_bytes(capacity), alignment));
        if (size_ != 0) std::memcpy(static_cast<void*>(data), data_, size_ * element_bytes);
        if (data_ != nullptr) memory_->deallocate(data_, block_bytes(capacity_), alignment);
        data_ = data;
        capacity_ = capacity;
    }

    std::pmr::memory_resource* memory_;
    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace defcol
