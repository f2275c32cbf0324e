// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "mesh/frame.hpp"

namespace defcol {

enum class CellsFor : uint32_t { tetrahedra, triangles };

struct CellSize {
    float size;       // in local coordinates, > 0
    float mean_edge;  // of the sample, without the largest primitives; 0 if there is none
    bool fell_back;   // the host's own size would have made primitives cover too many cells
};

// The mean edge length of the primitives as they are now (Teschner et al. 2003, section 4.3), from a sample
// of fixed places, so that it follows a deformation at no cost; times `factor`. Primitives more than four
// times larger than the median are left out: a few huge ones must not make the cells of all others too large.
// `wanted` is the host's own size in local coordinates, 0 for none. If at that size a typical primitive
// covers more than 64 cells, the smallest size at which it does not is taken instead.
CellSize choose_cell_size(const Frame& frame, CellsFor what, float wanted, float factor);

}  // namespace defcol
