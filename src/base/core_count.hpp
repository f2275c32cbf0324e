// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace defcol {

// Cores this process may use, which in a container or under taskset are fewer than there are. At least 1.
uint32_t usable_core_count() noexcept;

}  // namespace defcol
