// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "backends/backend_cases.hpp"

namespace suite {

using LimitsSuite = BackendSuite;
DEFCOL_FOR_EVERY_BACKEND(LimitsSuite);

namespace {

defcol_detect_options default_options() {
    defcol_detect_options options;
    check(defcol_detect_options_init(&options, sizeof options));
    return options;
}

bool is_subset(const Contacts& part, const Contacts& whole) {
    return std::ranges::includes(whole, part);
}

}  // namespace

TEST_P(LimitsSuite, MaxContactsKeepsTheFirstOfTheFullOrderAndTheTrueTotal) {
    for (const scenes::Scene& scene : few_scenes_for(GetParam())) {
        const Contacts all = detect_once(scene, GetParam().reference());
        for (const uint64_t limit :
             {uint64_t{0}, uint64_t{1}, all.size() / 2, all.size() - 1, all.size(), all.size() + 1}) {
            for (const uint32_t workers : {1U, 3U}) {
                SCOPED_TRACE(scene.name + " limit " + std::to_string(limit));
                SessionOptions session_options = GetParam().options();
                session_options.workers = workers;
                DetectorSession session(scene, session_options);
                defcol_detect_options options = default_options();
                options.max_contacts = limit;
                EXPECT_EQ(session.detect(&options), limit < all.size() ? DEFCOL_TRUNCATED : DEFCOL_OK);
                const defcol_contacts view = session.view();
                EXPECT_EQ(view.total, all.size());
                EXPECT_EQ(view.is_truncated, limit < all.size() ? 1U : 0U);
                EXPECT_EQ(view.is_incomplete, 0U);
                EXPECT_EQ(view.finished_fraction, 1.0);
                const Contacts first(all.begin(),
                                     all.begin() + static_cast<std::ptrdiff_t>(std::min(limit, all.size())));
                EXPECT_EQ(difference(scene, session.contacts(), first), "");
            }
        }
    }
}

TEST_P(LimitsSuite, ATestBudgetGivesTheSameTrueContactsForAnyNumberOfWorkers) {
    for (const scenes::Scene& scene : few_scenes_for(GetParam())) {
        const Contacts all = detect_once(scene, GetParam().reference());
        uint64_t last_count = 0;
        for (const uint64_t budget : {0U, 1U, 10U, 100U, 1000U}) {
            Contacts expected;
            defcol_status expected_status = 0;
            for (const uint32_t workers : {1U, 2U, 8U}) {
                SCOPED_TRACE(scene.name + " budget " + std::to_string(budget) + " workers " +
                             std::to_string(workers));
                SessionOptions session_options = GetParam().options();
                session_options.workers = workers;
                session_options.simd_level = workers == 8 ? 1 : 0;
                DetectorSession session(scene, session_options);
                defcol_detect_options options = default_options();
                options.test_budget = budget;
                const defcol_status status = session.detect(&options);
                const Contacts found = session.contacts();
                const defcol_contacts view = session.view();
                EXPECT_TRUE(status == DEFCOL_OK || status == DEFCOL_INCOMPLETE) << defcol_status_name(status);
                EXPECT_EQ(view.is_incomplete, status == DEFCOL_INCOMPLETE ? 1U : 0U);
                EXPECT_TRUE(is_subset(found, all));
                EXPECT_GE(view.finished_fraction, 0.0);
                EXPECT_LE(view.finished_fraction, 1.0);
                if (status == DEFCOL_OK) {
                    EXPECT_EQ(found, all);
                }
                if (budget == 0) {
                    EXPECT_EQ(status, DEFCOL_INCOMPLETE);
                }
                defcol_statistics statistics;
                check(defcol_statistics_init(&statistics, sizeof statistics));
                check(defcol_detector_get_statistics(session.detector(), &statistics));
                EXPECT_LE(statistics.candidate_count, budget);
                if (workers == 1) {
                    expected = found;
                    expected_status = status;
                }
                EXPECT_EQ(found, expected);
                EXPECT_EQ(status, expected_status);
            }
            EXPECT_GE(expected.size(), last_count) << "a larger budget lost contacts";
            last_count = expected.size();
        }
    }
}

TEST_P(LimitsSuite, ATimeBudgetOfZeroIsIncompleteAndTheNextFrameIsWhole) {
    for (const scenes::Scene& scene : few_scenes_for(GetParam())) {
        SCOPED_TRACE(scene.name);
        const Contacts all = detect_once(scene, GetParam().reference());
        DetectorSession session(scene, GetParam().options());
        defcol_detect_options options = default_options();
        options.time_budget_seconds = 0;
        EXPECT_EQ(session.detect(&options), DEFCOL_INCOMPLETE);
        EXPECT_TRUE(is_subset(session.contacts(), all));
        EXPECT_EQ(session.view().is_incomplete, 1U);
        EXPECT_EQ(difference(scene, session.run(), all), "");
    }
}

TEST_P(LimitsSuite, ASetCancelFlagEndsTheFrame) {
    for (const scenes::Scene& scene : few_scenes_for(GetParam())) {
        SCOPED_TRACE(scene.name);
        const Contacts all = detect_once(scene, GetParam().reference());
        DetectorSession session(scene, GetParam().options());
        defcol_detect_options options = default_options();
        const volatile int32_t cancel = 1;
        options.cancel = &cancel;
        EXPECT_EQ(session.detect(&options), DEFCOL_INCOMPLETE);
        EXPECT_TRUE(is_subset(session.contacts(), all));
        EXPECT_EQ(difference(scene, session.run(), all), "");
    }
}

TEST_P(LimitsSuite, BothLimitsAtOnceAreIncompleteWithBothFlags) {
    const scenes::Scene scene = few_scenes_for(GetParam()).front();
    const Contacts all = detect_once(scene, GetParam().reference());
    DetectorSession session(scene, GetParam().options());
    defcol_statistics statistics;
    check(defcol_statistics_init(&statistics, sizeof statistics));
    session.run();
    check(defcol_detector_get_statistics(session.detector(), &statistics));
    ASSERT_GT(statistics.candidate_count, 1U);
    defcol_detect_options options = default_options();
    options.test_budget = statistics.candidate_count - 1;
    options.max_contacts = 0;
    EXPECT_EQ(session.detect(&options), DEFCOL_INCOMPLETE);
    const defcol_contacts view = session.view();
    EXPECT_EQ(view.is_incomplete, 1U);
    EXPECT_EQ(view.is_truncated, view.total > 0 ? 1U : 0U);
    EXPECT_GT(view.total, 0U);
    EXPECT_LE(view.total, all.size());
    EXPECT_EQ(view.count, 0U);
}

TEST_P(LimitsSuite, RefusedOptionsLeaveTheContactsOfTheLastFrame) {
    const scenes::Scene scene = few_scenes_for(GetParam()).front();
    DetectorSession session(scene, GetParam().options());
    const Contacts all = session.run();
    defcol_detect_options options = default_options();
    for (const double bad : {std::nan(""), -1.0, -HUGE_VAL}) {
        options.time_budget_seconds = bad;
        EXPECT_EQ(session.detect(&options), DEFCOL_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(session.contacts(), all);
    }
}

}  // namespace suite
