// SPDX-License-Identifier: MIT
#include "base/core_count.hpp"

#include <sched.h>
#include <unistd.h>

namespace defcol {

uint32_t usable_core_count() noexcept {
#if defined(__linux__)
    // Fails on a machine with more cores than the set has room for.
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        const int count = CPU_COUNT(&set);
        return count > 0 ? static_cast<uint32_t>(count) : 1;
    }
#endif
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? static_cast<uint32_t>(count) : 1;
}

}  // namespace defcol
