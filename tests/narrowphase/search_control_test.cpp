// SPDX-License-Identifier: MIT
#include "narrowphase/search_control.hpp"

#include <gtest/gtest.h>

namespace defcol {
namespace {

SearchLimits test_budget_of(uint64_t tests) {
    SearchLimits limits;
    limits.test_budget = tests;
    return limits;
}

TEST(SearchControl, WithoutLimitsNeverStops) {
    SearchControl control({});
    EXPECT_FALSE(control.poll());
    EXPECT_FALSE(control.must_be_serial());
    EXPECT_EQ(control.take_tests(1000000), 1000000U);
    EXPECT_FALSE(control.stopped());
    EXPECT_EQ(control.finished_fraction(), 1.0);
}

TEST(SearchControl, ATestBudgetStopsOnlyWhenMoreIsWanted) {
    SearchControl control(test_budget_of(10));
    EXPECT_TRUE(control.must_be_serial());
    EXPECT_EQ(control.take_tests(10), 10U);
    EXPECT_FALSE(control.stopped());
    EXPECT_EQ(control.take_tests(1), 0U);
    EXPECT_TRUE(control.stopped());
}

TEST(SearchControl, ACancelFlagAndAnExpiredClockStop) {
    volatile int32_t cancel = 0;
    SearchLimits with_flag;
    with_flag.cancel = &cancel;
    SearchControl cancelled(with_flag);
    EXPECT_FALSE(cancelled.poll());
    cancel = 1;
    EXPECT_TRUE(cancelled.poll());
    SearchLimits with_clock;
    with_clock.deadline = Deadline::after(0);
    SearchControl late(with_clock);
    EXPECT_TRUE(late.poll());
}

TEST(SearchControl, TellsHowFarAStoppedSearchCame) {
    SearchControl control(test_budget_of(1));
    control.add_planned_work(8);
    control.add_finished_work(2);
    EXPECT_EQ(control.take_tests(2), 1U);
    EXPECT_EQ(control.finished_fraction(), 0.25);
    control.add_finished_work(6);
    EXPECT_LT(control.finished_fraction(), 1.0) << "a stopped search is not finished";
    SearchControl empty(test_budget_of(0));
    empty.add_planned_work(8);
    EXPECT_EQ(empty.take_tests(1), 0U);
    EXPECT_EQ(empty.finished_fraction(), 0.0);
}

}  // namespace
}  // namespace defcol
