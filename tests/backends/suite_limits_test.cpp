// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <thread>

#include "backends/backend_cases.hpp"
#include "oracle/oracle.hpp"
#include "scenes/soup.hpp"

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

template <std::size_t corner_count>
std::array<double, 3 * corner_count> corners(const scenes::Mesh& mesh, const uint32_t* vertices) {
    std::array<double, 3 * corner_count> result{};
    for (std::size_t i = 0; i < corner_count; ++i) {
        std::copy_n(&mesh.positions[3 * std::size_t{vertices[i]}], 3, &result[3 * i]);
    }
    return result;
}

// Whether the oracle agrees.
bool is_true(const scenes::Scene& scene, const Contact& contact) {
    const scenes::Mesh& a = scene.meshes[contact.mesh_a];
    const scenes::Mesh& b = scene.meshes[contact.mesh_b];
    if (contact.kind == DEFCOL_CONTACT_TRIANGLE_PAIR) {
        return oracle::triangles_intersect(
            corners<3>(a, &a.triangles[3 * std::size_t{contact.primitive_a}]).data(),
            corners<3>(b, &b.triangles[3 * std::size_t{contact.primitive_b}]).data());
    }
    return oracle::tetrahedron_contains(
        corners<4>(b, &b.tetrahedra[4 * std::size_t{contact.primitive_b}]).data(),
        corners<1>(a, &contact.primitive_a).data());
}

// Large primitives, each meeting most others: a search of many times the pause below.
scenes::Scene long_search(const BackendCase& backend) {
    return (backend.queries & DEFCOL_QUERY_TRIANGLE_PAIRS) != 0
               ? scenes::triangle_soup(2, 4000, 1.0, true, 5)
               : scenes::tetrahedron_soup(2, 3000, 1.0, true, 5);
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
        double last_fraction = 0;
        for (const uint64_t budget : {0U, 1U, 10U, 100U, 1000U}) {
            Contacts expected;
            defcol_status expected_status = 0;
            double expected_fraction = 0;
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
                    expected_fraction = view.finished_fraction;
                }
                EXPECT_EQ(found, expected);
                EXPECT_EQ(status, expected_status);
                EXPECT_EQ(view.finished_fraction, expected_fraction);
            }
            EXPECT_GE(expected.size(), last_count) << "a larger budget lost contacts";
            last_count = expected.size();
            EXPECT_GE(expected_fraction, last_fraction) << "a larger budget finished less";
            last_fraction = expected_fraction;
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

TEST_P(LimitsSuite, ACancelFlagSetByAnotherThreadEndsTheSearch) {
    const scenes::Scene scene = long_search(GetParam());
    for (const uint32_t workers : {1U, 2U}) {
        SessionOptions session_options = GetParam().options();
        session_options.workers = workers;
        DetectorSession session(scene, session_options);
        volatile int32_t cancel = 0;
        std::thread canceller([&] {
            // The detector is busy for others from the moment it runs.
            defcol_contacts contacts;
            check(defcol_contacts_init(&contacts, sizeof contacts));
            while (defcol_detector_contacts(session.detector(), &contacts) != DEFCOL_ERROR_BUSY) {
                std::this_thread::yield();
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            __atomic_store_n(&cancel, 1, __ATOMIC_RELAXED);
        });
        defcol_detect_options options = default_options();
        options.cancel = &cancel;
        options.max_contacts = 1000;
        defcol_status status = DEFCOL_ERROR_BUSY;
        while (status == DEFCOL_ERROR_BUSY)
            status = session.detect(&options);  // the other one may be reading
        canceller.join();
        EXPECT_EQ(status, DEFCOL_INCOMPLETE);
        const defcol_contacts view = session.view();
        EXPECT_EQ(view.is_incomplete, 1U);
        EXPECT_GE(view.finished_fraction, 0.0);
        EXPECT_LT(view.finished_fraction, 1.0);
        for (const Contact& contact : session.contacts()) ASSERT_TRUE(is_true(scene, contact));
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
