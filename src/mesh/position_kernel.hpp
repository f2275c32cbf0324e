// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace defcol {

// What a block of positions looks like at a glance; only a block that is not plain is looked at one by one.
struct BlockSummary {
    double low[3];  // meaningless unless is_plain
    double high[3];
    bool is_plain;  // every coordinate is within +-2^60 and none is flushed to zero
};

inline constexpr double coordinate_limit = 0x1p60;
inline constexpr double flush_limit = 0x1p-300;

// Converts 3 * vertex_count packed scalars, which may lie at any address, and summarises them. `out` may not
// overlap the input.
BlockSummary convert_float32_block(const void* in, std::size_t vertex_count, double* out);
BlockSummary convert_float64_block(const void* in, std::size_t vertex_count, double* out);

}  // namespace defcol
