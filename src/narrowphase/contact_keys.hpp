// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/aligned_buffer.hpp"

namespace defcol {

// A contact while it is collected: global primitive a above global primitive b, so that order by key is the
// order contacts are reported in.
inline uint64_t contact_key(uint32_t a, uint32_t b) {
    return (uint64_t{a} << 32) | b;
}
inline uint32_t key_a(uint64_t key) {
    return static_cast<uint32_t>(key >> 32);
}
inline uint32_t key_b(uint64_t key) {
    return static_cast<uint32_t>(key);
}

// Collects keys and never holds many more than the `limit` smallest of them, so that a scene with more
// contacts than anyone wants costs time, but not memory. Counts all.
class ContactKeys {
  public:
    explicit ContactKeys(std::pmr::memory_resource& memory) noexcept : keys_(memory) {}

    void start(uint64_t limit) noexcept {
        keys_.clear();
        total_ = 0;
        limit_ = limit;
        // Twice the limit between two prunings makes their cost linear in the keys that pass.
        prune_size_ = limit > UINT64_MAX / 2 ? UINT64_MAX : std::max(2 * limit, least_prune_size);
    }

    void add(uint64_t key) {
        ++total_;
        if (keys_.size() >= prune_size_) [[unlikely]]
            prune();
        keys_.push_back(key);
    }

    // Room for so many keys in the next frame.
    void reserve(uint64_t count) { keys_.reserve(std::min(count, prune_size_)); }

    std::span<const uint64_t> kept() const noexcept { return keys_.span(); }
    uint64_t total() const noexcept { return total_; }

  private:
    static constexpr uint64_t least_prune_size = 4096;

    void prune() noexcept {
        std::nth_element(keys_.begin(), keys_.begin() + limit_, keys_.end());
        keys_.resize_uninitialized(limit_);
    }

    Buffer<uint64_t> keys_;
    uint64_t total_ = 0;
    uint64_t limit_ = UINT64_MAX;
    uint64_t prune_size_ = UINT64_MAX;
};

}  // namespace defcol
