// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "base/fp_environment.hpp"

namespace defcol {

// Around every host callback. Marks the thread, so that a callback which calls the library again is
// told BUSY instead of meeting a half-changed object, and gives it the host's floating-point mode.
// All thread-locals behind this are plain data: one with a destructor would keep the library
// mapped after dlclose.
class HookScope {
  public:
    HookScope() noexcept;
    ~HookScope();
    HookScope(const HookScope&) = delete;
    HookScope& operator=(const HookScope&) = delete;

  private:
    HostFloatingPointScope floating_point_;
};

bool inside_hook() noexcept;

inline constexpr std::size_t last_error_capacity = 512;

// The calling thread's last error message, truncated to last_error_capacity; null means empty.
void set_last_error(const char* message) noexcept;
const char* last_error() noexcept;

}  // namespace defcol
