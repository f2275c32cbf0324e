// SPDX-License-Identifier: MIT
#include "base/memory.hpp"

#include "base/entry.hpp"

namespace defcol {
namespace {

// A host's allocator may answer null to a request for nothing, which would read as out of memory.
constexpr std::size_t at_least_one(std::size_t size) {
    return size == 0 ? 1 : size;
}

}  // namespace

// The bytes are taken before the allocation: checking afterwards would let two threads that both
// saw room pass the cap together.
void Memory::reserve_bytes(uint64_t size) {
    uint64_t before = current_bytes_.load(std::memory_order_relaxed);
    do {
        const uint64_t limit = byte_cap_ == 0 ? UINT64_MAX : byte_cap_;
        if (before > limit || size > limit - before) throw std::bad_alloc();
    } while (!current_bytes_.compare_exchange_weak(before, before + size, std::memory_order_relaxed));
}

void* Memory::do_allocate(std::size_t size, std::size_t alignment) {
    size = at_least_one(size);
    reserve_bytes(size);
    void* pointer = nullptr;
    if (hooks_.allocate != nullptr) {
        HookScope scope;
        try {
            pointer = hooks_.allocate(hooks_.user, size, alignment);
        } catch (...) {
            pointer = nullptr;
        }
    } else {
        pointer = ::operator new(size, std::align_val_t(alignment), std::nothrow);
    }
    if (pointer == nullptr) {
        current_bytes_.fetch_sub(size, std::memory_order_relaxed);
        throw std::bad_alloc();
    }
    // The peak follows what was really given; a refused request does not count.
    const uint64_t now = current_bytes_.load(std::memory_order_relaxed);
    uint64_t peak = peak_bytes_.load(std::memory_order_relaxed);
    while (now > peak && !peak_bytes_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
    }
    allocation_count_.fetch_add(1, std::memory_order_relaxed);
    return pointer;
}

void Memory::do_deallocate(void* pointer, std::size_t size, std::size_t alignment) noexcept {
    size = at_least_one(size);
    if (hooks_.allocate != nullptr) {
        HookScope scope;
        try {
            if (hooks_.release != nullptr) hooks_.release(hooks_.user, pointer, size, alignment);
        } catch (...) {
        }
    } else {
        ::operator delete(pointer, std::align_val_t(alignment));
    }
    current_bytes_.fetch_sub(size, std::memory_order_relaxed);
}

}  // namespace defcol
