// SPDX-License-Identifier: MIT
#pragma once

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace defcol {

// Where a function exported by HWY_EXPORT stands in its table for one target. Choosing per call instead of
// once per process lets a detector be held to a lower level while others run at full width.
inline std::size_t simd_dispatch_index(int64_t target) noexcept {
    if constexpr ((HWY_TARGETS & (HWY_TARGETS - 1)) == 0) {
        (void)target;
        return 0;
    } else {
        const auto shifted = static_cast<uint64_t>(HWY_CHOSEN_TARGET_SHIFT(target));
        return shifted == 0 ? HWY_MAX_DYNAMIC_TARGETS + 1
                            : static_cast<std::size_t>(std::countr_zero(shifted));
    }
}

}  // namespace defcol
