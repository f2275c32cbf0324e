// SPDX-License-Identifier: MIT
#include "peers/contestants.hpp"

namespace bench {

std::vector<ContestantInfo> all_contestants() {
    Contestants contestants;
    add_lower_bounds(contestants);
    add_libdefcol(contestants);
#if DEFCOL_BENCH_EMBREE
    add_embree(contestants);
    add_embree_tetrahedra(contestants);
#endif
#if DEFCOL_BENCH_FCL
    add_fcl(contestants);
#endif
#if DEFCOL_BENCH_BULLET
    add_bullet_gimpact(contestants);
    add_bullet_cones(contestants);
#endif
#if DEFCOL_BENCH_CGAL
    add_cgal(contestants);
#endif
    return contestants;
}

}  // namespace bench
