// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace defcol {

// How a cell finds its place in the table (Teschner et al. 2003, section 4.1: the one with three primes, and
// the additive and rotating kinds they compared it with).
enum class HashFunction : uint32_t { primes = 0, additive = 1, rotating = 2 };

inline uint32_t hash_of_cell(HashFunction function, uint32_t i, uint32_t j, uint32_t k) {
    switch (function) {
        case HashFunction::additive:
            return i * 73856093U + j * 19349663U + k * 83492791U;
        case HashFunction::rotating:
            return std::rotl(std::rotl(i, 11) ^ j, 11) ^ k;
        default:
            return (i * 73856093U) ^ (j * 19349663U) ^ (k * 83492791U);
    }
}

}  // namespace defcol
