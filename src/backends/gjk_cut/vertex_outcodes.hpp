// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "geometry/box.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// Where vertices lie with respect to a region, in vectors of a Highway target: one byte per vertex: bit
// `axis` where it lies below the region, bit 3 + axis where above. Triangles whose three corners share a bit
// are outside. Writes up to 16 bytes more than there are vertices.
void compute_outcodes(int64_t target, const LocalVertex* vertices, uint32_t count, const Box& region,
                      uint8_t* codes);

}  // namespace defcol
