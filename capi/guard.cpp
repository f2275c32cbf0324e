// SPDX-License-Identifier: MIT
#include "guard.hpp"

#include <cstdio>

namespace defcol {
namespace {

int32_t report(const char* function, int32_t status, const char* message) noexcept {
    char text[last_error_capacity];
    std::snprintf(text, sizeof text, "%s: %s", function, message);
    set_last_error(text);
    return status;
}

}  // namespace

int32_t report_error(const char* function, const Error& error) noexcept {
    return report(function, error.status(), error.message());
}

int32_t report_out_of_memory(const char* function) noexcept {
    return report(function, status::out_of_memory,
                  "out of memory: the allocator had none left, or the memory cap of the context was reached");
}

int32_t report_reentry(const char* function) noexcept {
    return report(function, status::busy, "called from inside a hook: call it after the hook has returned");
}

int32_t report_unknown_exception(const char* function) noexcept {
    return report(function, status::internal, "an unexpected exception: please report it");
}

}  // namespace defcol
