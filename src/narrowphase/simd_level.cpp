// SPDX-License-Identifier: MIT
#include "narrowphase/simd_level.hpp"

#include <hwy/highway.h>

#include <atomic>
#include <bit>

namespace defcol {

namespace {

// Highway numbers targets so that a lower bit is a better one. Asked once: in a virtual machine the
// processor's answer takes tens of microseconds, as long as a small frame.
int64_t usable_targets() noexcept {
    static std::atomic<int64_t> known{0};
    int64_t targets = known.load(std::memory_order_relaxed);
    if (targets == 0) {
        targets = hwy::SupportedTargets() & HWY_TARGETS;
        known.store(targets, std::memory_order_relaxed);
    }
    return targets;
}

}  // namespace

uint32_t simd_level_count() noexcept {
    return static_cast<uint32_t>(std::popcount(static_cast<uint64_t>(usable_targets())));
}

int64_t simd_target_of_level(int64_t level) noexcept {
    auto targets = static_cast<uint64_t>(usable_targets());
    const auto count = static_cast<int64_t>(simd_level_count());
    const int64_t skipped = level <= 0 || level >= count ? 0 : count - level;
    for (int64_t i = 0; i < skipped; ++i) targets &= targets - 1;
    return static_cast<int64_t>(targets & (~targets + 1));
}

}  // namespace defcol
