// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace defcol {

namespace log_level {
inline constexpr int32_t error = 1;
inline constexpr int32_t warning = 2;
inline constexpr int32_t info = 3;
inline constexpr int32_t debug = 4;
}  // namespace log_level

// The host's log callback, or silence. Messages are formatted in a fixed buffer on the stack:
// nothing is allocated and nothing shared, so any thread may write. The library's rule is to write
// only on the thread that called it, because few hosts expect a message from a worker.
class Log {
  public:
    using Callback = void (*)(void* user, int32_t level, const char* message);

    Log() noexcept = default;
    Log(Callback callback, void* user, int32_t highest_level = log_level::info) noexcept
        : callback_(callback), user_(user), highest_level_(highest_level) {}

    bool wants(int32_t level) const noexcept { return callback_ != nullptr && level <= highest_level_; }

    [[gnu::format(printf, 3, 4)]] void write(int32_t level, const char* format, ...) const noexcept;

  private:
    Callback callback_ = nullptr;
    void* user_ = nullptr;
    int32_t highest_level_ = log_level::info;
};

}  // namespace defcol
