// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory_resource>

namespace defcol {

// Passes everything on and counts what is held, so that one object can say how much of its context's memory
// is its own.
class CountingMemory final : public std::pmr::memory_resource {
  public:
    explicit CountingMemory(std::pmr::memory_resource& upstream) noexcept : upstream_(upstream) {}

    uint64_t current_bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }

  private:
    void* do_allocate(std::size_t size, std::size_t alignment) override {
        void* block = upstream_.allocate(size, alignment);
        bytes_.fetch_add(size, std::memory_order_relaxed);
        return block;
    }
    void do_deallocate(void* pointer, std::size_t size, std::size_t alignment) override {
        upstream_.deallocate(pointer, size, alignment);
        bytes_.fetch_sub(size, std::memory_order_relaxed);
    }
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
        return this == &other;
    }

    std::pmr::memory_resource& upstream_;
    std::atomic<uint64_t> bytes_{0};
};

}  // namespace defcol
