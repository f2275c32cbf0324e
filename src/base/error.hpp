// SPDX-License-Identifier: MIT
#pragma once

#include <cstdarg>
#include <cstdint>

namespace defcol {

// An error on its way to the border. It carries its message by value in a fixed buffer, so that
// reporting a failure never allocates.
class Error {
  public:
    [[gnu::format(printf, 3, 4)]] Error(int32_t status, const char* format, ...) noexcept;

    int32_t status() const noexcept { return status_; }
    const char* message() const noexcept { return message_; }

  private:
    int32_t status_;
    char message_[508];
};

}  // namespace defcol
