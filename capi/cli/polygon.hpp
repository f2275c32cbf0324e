// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cli {

// Appends the triangles of a polygon: n - 2 of them, for any polygon. A plane simple polygon is cut along
// diagonals inside it (ear clipping, Meisters 1975); others, and those of more than 512 corners, become a
// fan.
void append_polygon(std::span<const uint32_t> corners, std::span<const double> positions,
                    std::vector<uint32_t>& triangles);

}  // namespace cli
