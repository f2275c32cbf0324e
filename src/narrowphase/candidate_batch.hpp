// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace defcol {

// Candidates wait here until there are enough to fill vectors; the size keeps the batch and its gathered
// coordinates in the first-level cache.
struct CandidateBatch {
    static constexpr uint32_t capacity = 128;

    alignas(64) uint32_t a[capacity];
    alignas(64) uint32_t b[capacity];
    uint32_t count = 0;
};

}  // namespace defcol
