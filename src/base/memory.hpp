// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <new>
#include <type_traits>
#include <utility>

namespace defcol {

// The host's allocator. Both functions or neither; `allocate` returns null when it has no memory.
struct AllocatorHooks {
    void* (*allocate)(void* user, std::size_t size, std::size_t alignment) = nullptr;
    void (*release)(void* user, void* pointer, std::size_t size, std::size_t alignment) = nullptr;
    void* user = nullptr;
};

// All memory of one context: the host's allocator (or the C++ one), a cap, and the counts.
// Safe from several threads if the hooks are. Running out is std::bad_alloc, nothing else.
class Memory final : public std::pmr::memory_resource {
  public:
    // byte_cap 0 means no cap.
    explicit Memory(AllocatorHooks hooks = {}, uint64_t byte_cap = 0) noexcept
        : hooks_(hooks), byte_cap_(byte_cap) {}
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    // Counts a block that was allocated through another Memory with the same hooks.
    void adopt(uint64_t size) noexcept {
        peak_bytes_ = current_bytes_ += size;
        ++allocation_count_;
    }

    uint64_t byte_cap() const noexcept { return byte_cap_; }
    uint64_t current_bytes() const noexcept { return current_bytes_.load(std::memory_order_relaxed); }
    uint64_t peak_bytes() const noexcept { return peak_bytes_.load(std::memory_order_relaxed); }
    // Successful allocations since creation, whether released or not.
    uint64_t allocation_count() const noexcept { return allocation_count_.load(std::memory_order_relaxed); }

  private:
    void* do_allocate(std::size_t size, std::size_t alignment) override;
    void do_deallocate(void* pointer, std::size_t size, std::size_t alignment) noexcept override;
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
        return this == &other;
    }

    void reserve_bytes(uint64_t size);

    AllocatorHooks hooks_;
    uint64_t byte_cap_;
    std::atomic<uint64_t> current_bytes_{0};
    std::atomic<uint64_t> peak_bytes_{0};
    std::atomic<uint64_t> allocation_count_{0};
};

// Remembers the block as it was allocated, so that an Owned<Derived> may become an Owned<Base>.
class OwnedDeleter {
  public:
    OwnedDeleter() noexcept = default;
    OwnedDeleter(std::pmr::memory_resource& memory, void* block, std::size_t size,
                 std::size_t alignment) noexcept
        : memory_(&memory), block_(block), size_(size), alignment_(alignment) {}

    template <class T>
    void operator()(T* object) const noexcept {
        object->~T();
        memory_->deallocate(block_, size_, alignment_);
    }

  private:
    std::pmr::memory_resource* memory_ = nullptr;
    void* block_ = nullptr;
    std::size_t size_ = 0;
    std::size_t alignment_ = 0;
};

// A sole owner of an object that lives in a memory resource. The resource must outlive it.
// Turning it into an owner of a base class needs that base to have a virtual destructor.
template <class T>
using Owned = std::unique_ptr<T, OwnedDeleter>;

template <class T, class... Arguments>
Owned<T> make_owned(std::pmr::memory_resource& memory, Arguments&&... arguments) {
    void* block = memory.allocate(sizeof(T), alignof(T));
    try {
        T* object = ::new (block) T(std::forward<Arguments>(arguments)...);
        return Owned<T>(object, OwnedDeleter(memory, block, sizeof(T), alignof(T)));
    } catch (...) {
        memory.deallocate(block, sizeof(T), alignof(T));
        throw;
    }
}

}  // namespace defcol
