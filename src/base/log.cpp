// SPDX-License-Identifier: MIT
#include "base/log.hpp"

#include <cstdarg>
#include <cstdio>

#include "base/entry.hpp"

namespace defcol {

void Log::write(int32_t level, const char* format, ...) const noexcept {
    if (!wants(level)) return;
    char message[512];
    std::va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    HookScope scope;
    try {
        callback_(user_, level, message);
    } catch (...) {
        // A message is not worth a failed frame.
    }
}

}  // namespace defcol
