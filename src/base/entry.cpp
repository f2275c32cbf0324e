// SPDX-License-Identifier: MIT
#include "base/entry.hpp"

#include <cstring>

namespace defcol {

constinit thread_local FloatingPointScope* current_floating_point_scope = nullptr;

namespace {

constinit thread_local int hook_depth = 0;
constinit thread_local char last_error_message[last_error_capacity] = {};

}  // namespace

HookScope::HookScope() noexcept {
    ++hook_depth;
}

HookScope::~HookScope() {
    --hook_depth;
}

bool inside_hook() noexcept {
    return hook_depth > 0;
}

void set_last_error(const char* message) noexcept {
    if (message == nullptr) message = "";
    const void* end = std::memchr(message, '\0', last_error_capacity);
    const std::size_t length = end != nullptr
                                   ? static_cast<std::size_t>(static_cast<const char*>(end) - message)
                                   : last_error_capacity - 1;
    // The message may be the buffer itself, handed back by a caller that read it.
    std::memmove(last_error_message, message, length);
    last_error_message[length] = '\0';
}

const char* last_error() noexcept {
    return last_error_message;
}

}  // namespace defcol
