// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "harness/contestant.hpp"

namespace bench {

// Everyone this build knows: lower bounds, the library's backends, and the peers found at configure time.
std::vector<ContestantInfo> all_contestants();

// What one file each adds.
using Contestants = std::vector<ContestantInfo>;
void add_lower_bounds(Contestants& contestants);
void add_libdefcol(Contestants& contestants);
void add_embree(Contestants& contestants);
void add_embree_tetrahedra(Contestants& contestants);
void add_fcl(Contestants& contestants);
void add_bullet_gimpact(Contestants& contestants);
void add_bullet_cones(Contestants& contestants);
void add_cgal(Contestants& contestants);

inline bool asks_for_triangle_pairs(const Workload& workload) {
    return workload.query == Query::triangle_pairs;
}
inline bool asks_for_vertices_in_tetrahedra(const Workload& workload) {
    return workload.query == Query::vertices_in_tetrahedra;
}

}  // namespace bench
