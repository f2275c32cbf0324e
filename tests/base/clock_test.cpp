// SPDX-License-Identifier: MIT
#include "base/clock.hpp"

#include <gtest/gtest.h>

namespace defcol {
namespace {

TEST(MonotonicSeconds, NeverGoesBack) {
    double last = monotonic_seconds();
    for (int i = 0; i < 1000; ++i) {
        const double now = monotonic_seconds();
        ASSERT_GE(now, last);
        last = now;
    }
}

TEST(Deadline, InfinityNeverExpires) {
    EXPECT_FALSE(Deadline().expired());
    EXPECT_TRUE(Deadline().is_infinite());
    EXPECT_TRUE(Deadline::after(std::numeric_limits<double>::infinity()).is_infinite());
    EXPECT_FALSE(Deadline::after(std::numeric_limits<double>::infinity()).expired());
}

TEST(Deadline, ABudgetOfNothingHasExpiredAtOnce) {
    EXPECT_TRUE(Deadline::after(0.0).expired());
    EXPECT_TRUE(Deadline::after(-1.0).expired());
}

TEST(Deadline, AHugeBudgetHasNotExpired) {
    EXPECT_FALSE(Deadline::after(3600.0).expired());
    EXPECT_FALSE(Deadline::after(std::numeric_limits<double>::max()).expired());
}

TEST(Deadline, AShortBudgetExpires) {
    const Deadline deadline = Deadline::after(1e-4);
    const double start = monotonic_seconds();
    while (!deadline.expired()) {
    }
    EXPECT_GT(monotonic_seconds(), start);
    EXPECT_TRUE(deadline.expired());
}

TEST(StopWatch, LapsAddUpToTheWhole) {
    StopWatch whole;
    StopWatch laps;
    double sum = 0;
    for (int i = 0; i < 10; ++i) sum += laps.restart();
    EXPECT_GE(sum, 0.0);
    EXPECT_LE(sum, whole.seconds());
}

}  // namespace
}  // namespace defcol
