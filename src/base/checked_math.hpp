// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {

// False, and `product` untouched, when the product does not fit.
[[nodiscard]] constexpr bool checked_multiply(uint64_t a, uint64_t b, uint64_t& product) noexcept {
    if (a != 0 && b > UINT64_MAX / a) return false;
    product = a * b;
    return true;
}

[[nodiscard]] constexpr bool checked_add(uint64_t a, uint64_t b, uint64_t& sum) noexcept {
    if (b > UINT64_MAX - a) return false;
    sum = a + b;
    return true;
}

// The throwing forms; `what` names the size in the message.
[[nodiscard]] inline uint64_t multiply_sizes(uint64_t a, uint64_t b, const char* what) {
    uint64_t product = 0;
    if (!checked_multiply(a, b, product)) {
        throw Error(status::size_overflow, "%s: %llu * %llu does not fit in 64 bits", what,
                    static_cast<unsigned long long>(a), static_cast<unsigned long long>(b));
    }
    return product;
}

[[nodiscard]] inline uint64_t add_sizes(uint64_t a, uint64_t b, const char* what) {
    uint64_t sum = 0;
    if (!checked_add(a, b, sum)) {
        throw Error(status::size_overflow, "%s: %llu + %llu does not fit in 64 bits", what,
                    static_cast<unsigned long long>(a), static_cast<unsigned long long>(b));
    }
    return sum;
}

}  // namespace defcol
