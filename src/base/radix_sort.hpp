// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace defcol {

class Workers;

// Sorts 64-bit keys upward. `scratch` holds at least as many elements and is overwritten; nothing is
// allocated. Bits in which all keys agree cost nothing, and keys already in order one reading.
void sort_keys(std::span<uint64_t> keys, std::span<uint64_t> scratch);

// The same result, on several workers when there is enough to share.
void sort_keys(std::span<uint64_t> keys, std::span<uint64_t> scratch, Workers& workers);

}  // namespace defcol
