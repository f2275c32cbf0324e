// SPDX-License-Identifier: MIT
#pragma once

#include "harness/contestant.hpp"

namespace bench {

struct PlainHashSettings {
    uint32_t table_size = 0;  // 0: a prime-like odd number above twice the vertices
    double cell_factor = 1;   // cell size against mean edge length
    // Section 7: tetrahedra instead of vertices in the table, and pairs of tetrahedra tested within a cell.
    bool one_pass = false;
};

// Teschner et al. 2003 as written down there, single-threaded: a table of time-stamped places with linked
// vertices, tetrahedra visiting the cells of their boxes, a box test, the exact test. The baseline only.
ContestantInfo plain_hash(const PlainHashSettings& settings = {});

}  // namespace bench
