// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "harness/workload.hpp"

namespace bench {

// The exact pairs of one frame, sorted: candidates from a tree of boxes built for that frame alone, each
// decided by the library's exact predicates (which the tests hold against CGAL). No backend is involved.
std::vector<uint64_t> reference_pairs(const Workload& workload, uint32_t frame);

// The candidates of triangle pairs: boxes overlap and no vertex is shared. a < b.
std::vector<uint64_t> box_candidates(const Workload& workload, uint32_t frame);

}  // namespace bench
