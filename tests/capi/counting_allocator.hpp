// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "defcol/defcol.h"

namespace capi_test {

// An allocator hook that counts, and fails when told to.
class CountingAllocator {
  public:
    // Puts itself into the descriptor; must outlive the context.
    void install(defcol_context_desc& desc) {
        desc.user = this;
        desc.allocate = allocate;
        desc.release = release;
    }

    // The request after `count` more ones gets NULL, that one only.
    void fail_after(int64_t count) { until_failure_ = count; }
    bool has_failed() const { return until_failure_ < 0; }

    uint64_t allocation_count() const { return allocations_; }
    int64_t live_blocks() const { return live_blocks_; }
    int64_t live_bytes() const { return live_bytes_; }

  private:
    static constexpr int64_t never = INT64_MAX / 2;

    static void* allocate(void* user, size_t size, size_t alignment) {
        auto& self = *static_cast<CountingAllocator*>(user);
        if (self.until_failure_-- == 0) return nullptr;
        ++self.allocations_;
        ++self.live_blocks_;
        self.live_bytes_ += static_cast<int64_t>(size);
        return ::operator new(size, std::align_val_t(alignment));
    }
    static void release(void* user, void* memory, size_t size, size_t alignment) {
        auto& self = *static_cast<CountingAllocator*>(user);
        --self.live_blocks_;
        self.live_bytes_ -= static_cast<int64_t>(size);
        ::operator delete(memory, std::align_val_t(alignment));
    }

    std::atomic<int64_t> until_failure_{never};
    std::atomic<uint64_t> allocations_{0};
    std::atomic<int64_t> live_blocks_{0};
    std::atomic<int64_t> live_bytes_{0};
};

}  // namespace capi_test
