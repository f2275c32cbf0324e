// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace defcol {

// Instruction sets this build and this machine have in common, counted from the lowest: 1, 2, ...
uint32_t simd_level_count() noexcept;

// The Highway target of a level; 0 or a level above the highest gives the highest.
int64_t simd_target_of_level(int64_t level) noexcept;

}  // namespace defcol
