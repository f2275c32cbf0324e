// SPDX-License-Identifier: MIT
#include "base/core_count.hpp"

#include <gtest/gtest.h>
#include <sched.h>

namespace defcol {
namespace {

TEST(UsableCoreCount, IsAtLeastOneAndFollowsTheAffinityOfTheThread) {
    const uint32_t before = usable_core_count();
    ASSERT_GE(before, 1U);
#if defined(__linux__)
    cpu_set_t all;
    ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
    EXPECT_EQ(before, static_cast<uint32_t>(CPU_COUNT(&all)));
    cpu_set_t one;
    CPU_ZERO(&one);
    for (std::size_t core = 0; core < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++core) {
        if (CPU_ISSET(core, &all)) CPU_SET(core, &one);
    }
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    const uint32_t restricted = usable_core_count();
    ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
    EXPECT_EQ(restricted, 1U);
#endif
}

}  // namespace
}  // namespace defcol
