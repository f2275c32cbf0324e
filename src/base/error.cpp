// SPDX-License-Identifier: MIT
#include "base/error.hpp"

#include <cstdio>
#include <cstring>

namespace defcol {

Error::Error(int32_t status, const char* format, ...) noexcept : status_(status) {
    static constexpr char ellipsis[] = "...";
    std::va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(message_, sizeof message_, format, arguments);
    va_end(arguments);
    if (length < 0) {
        message_[0] = '\0';
    } else if (static_cast<std::size_t>(length) >= sizeof message_) {
        std::memcpy(message_ + sizeof message_ - sizeof ellipsis, ellipsis, sizeof ellipsis);
    }
}

}  // namespace defcol
