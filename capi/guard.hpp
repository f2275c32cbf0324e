// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <new>
#include <type_traits>

#include "base/cancellation.hpp"
#include "base/entry.hpp"
#include "base/error.hpp"
#include "base/fp_environment.hpp"
#include "base/status.hpp"
#include "struct_io.hpp"

namespace defcol {

// Each keeps the message for defcol_last_error_message, "<function>: <message>", and returns the status.
int32_t report_error(const char* function, const Error& error) noexcept;
int32_t report_out_of_memory(const char* function) noexcept;
int32_t report_reentry(const char* function) noexcept;
int32_t report_unknown_exception(const char* function) noexcept;

// Runs `body`, which returns nothing or a status, and lets no exception out.
template <class Body>
int32_t caught(const char* function, Body&& body) noexcept {
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Body&>>) {
            body();
            return status::ok;
        } else {
            return body();
        }
    } catch (const Error& error) {
        return report_error(function, error);
    } catch (const std::bad_alloc&) {
        return report_out_of_memory(function);
    } catch (...) {
        return report_unknown_exception(function);
    }
}

// The barrier between the host and the library, around everything that touches an object: no exception
// passes, a thread is not cancelled halfway, the host's floating-point modes neither matter nor change, and a
// hook that calls back is turned away before it meets an object in the middle of a change.
template <class Body>
int32_t guarded(const char* function, Body&& body) noexcept {
    if (inside_hook()) return report_reentry(function);
    const CancellationShield shield;
    const FloatingPointScope floating_point;
    return caught(function, body);
}

// The same for functions with an output, which is zero on every path that does not write it.
template <class Output, class Body>
int32_t guarded(const char* function, Output* output, Body&& body) noexcept {
    clear_output(output);
    return guarded(function, [&] {
        check_output(output);
        return body();
    });
}

}  // namespace defcol
