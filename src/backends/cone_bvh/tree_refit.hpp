// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/cone_bvh/region_tree.hpp"
#include "base/workers.hpp"
#include "mesh/frame.hpp"

namespace defcol {

struct RefitInput {
    const LocalVertex* vertices;  // of the mesh's own vertex 0
    const uint8_t* usable;        // of the mesh's own triangle 0; null if all are
    bool with_directions;
    const Box* region_of_interest;  // null, or leaves outside it are left empty
    int64_t simd_target;
};

// Brings boxes and directions up to date in one sweep from the leaves to the root.
void refit(RegionTree& tree, const RefitInput& input, Workers& workers);

}  // namespace defcol
