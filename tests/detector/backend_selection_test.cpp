// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "backends/detector_session.hpp"
#include "scenes/registry.hpp"
#include "scenes/spheres.hpp"

// Auto as a host sees it: it tries several backends, keeps one, and no contact shows it.
namespace suite {

namespace {

SessionOptions automatic(uint32_t workers = 1) {
    return {.backend = DEFCOL_BACKEND_AUTO, .workers = workers};
}

defcol_statistics statistics_of(const DetectorSession& session) {
    defcol_statistics statistics;
    check(defcol_statistics_init(&statistics, sizeof statistics));
    check(defcol_detector_get_statistics(session.detector(), &statistics));
    return statistics;
}

}  // namespace

TEST(BackendSelection, EveryBackendThatAutoTriesFindsTheSameContacts) {
    for (const uint32_t workers : {1U, 2U}) {
        scenes::Scene scene = scenes::sphere_pair(8);
        DetectorSession session(scene, automatic(workers));
        std::set<int32_t> ran;
        for (uint32_t frame = 0; frame < 24; ++frame) {
            scene.advance(frame % 8);
            session.set_positions(scene);
            EXPECT_EQ(difference(scene, session.run(), detect_once(scene, {})), "") << frame;
            ran.insert(statistics_of(session).backend);
        }
        EXPECT_GE(ran.size(), 2U) << "nothing was compared";
    }
}

TEST(BackendSelection, SaysWhatItMeasured) {
    scenes::Scene scene = scenes::sphere_pair(8);
    DetectorSession session(scene, automatic());
    EXPECT_NE(std::string(statistics_of(session).choice), "");
    for (uint32_t frame = 0; frame < 12; ++frame) {
        scene.advance(frame % 8);
        session.set_positions(scene);
        check(session.detect());
    }
    const defcol_statistics statistics = statistics_of(session);
    const std::string choice = statistics.choice;
    EXPECT_NE(choice.find("measured to be the fastest"), std::string::npos) << choice;
    for (const char* name : {"cone-bvh", "gjk-cut", "hash"}) {
        EXPECT_NE(choice.find(name), std::string::npos) << choice;
    }
}

TEST(BackendSelection, ATestBudgetIsNeverAskedOfAnotherBackend) {
    scenes::Scene scene = scenes::sphere_pair(8);
    DetectorSession fresh(scene, automatic());
    DetectorSession seasoned(scene, automatic());
    for (uint32_t frame = 0; frame < 16; ++frame) check(seasoned.detect());
    defcol_detect_options options;
    check(defcol_detect_options_init(&options, sizeof options));
    options.test_budget = 40;
    EXPECT_EQ(fresh.detect(&options), DEFCOL_INCOMPLETE);
    EXPECT_EQ(seasoned.detect(&options), DEFCOL_INCOMPLETE);
    EXPECT_EQ(fresh.hash(), seasoned.hash());
    EXPECT_EQ(statistics_of(fresh).backend, statistics_of(seasoned).backend);
    EXPECT_EQ(difference(scene, seasoned.run(), detect_once(scene, {})), "");
}

TEST(BackendSelection, FollowsTopologyThatChangesWhileBackendsTakeTurns) {
    scenes::Scene scene = scenes::sphere_pair(6);
    DetectorSession session(scene, automatic());
    for (uint32_t frame = 0; frame < 30; ++frame) {
        if (frame % 7 == 3) {
            scene = scenes::sphere_pair(frame % 2 == 0 ? 5 : 6);
            session.set_topology(scene);
        }
        if (frame % 5 == 1) {
            const uint32_t active[] = {0, frame, 2 * frame};
            check(defcol_mesh_set_active_triangles(session.mesh(0), active, 3));
            check(session.detect());
            check(defcol_mesh_set_active_triangle_mask(session.mesh(0), nullptr, 0));
        }
        scene.advance(frame % 8);
        session.set_positions(scene);
        EXPECT_EQ(difference(scene, session.run(), detect_once(scene, {})), "") << frame;
    }
}

TEST(BackendSelection, ASettledAutoAllocatesNothing) {
    scenes::Scene scene = scenes::sphere_pair(8);
    DetectorSession session(scene, automatic());
    const auto allocations = [&] {
        defcol_context_statistics statistics;
        check(defcol_context_statistics_init(&statistics, sizeof statistics));
        check(defcol_context_get_statistics(session.context(), &statistics));
        return statistics.allocation_count;
    };
    const auto play = [&](uint32_t frames) {
        for (uint32_t frame = 0; frame < frames; ++frame) {
            scene.advance(frame % 8);
            session.set_positions(scene);
            check(session.detect());
        }
    };
    play(24);
    // A neighbour on the machine may make auto try again: then the frames after that count.
    uint64_t grown = UINT64_MAX;
    for (int attempt = 0; attempt < 20 && grown != 0; ++attempt) {
        const uint64_t before = allocations();
        play(8);
        grown = allocations() - before;
    }
    EXPECT_EQ(grown, 0U);
}

TEST(BackendSelection, AutoHasTheOptionsThatEveryBackendHas) {
    const DetectorSession session(scenes::sphere_pair(2), automatic());
    EXPECT_EQ(defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_INCLUDE_ADJACENT, 1),
              DEFCOL_OK);
    EXPECT_EQ(
        defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_CONE_BVH_MODE, DEFCOL_CONE_BVH_FAST),
        DEFCOL_ERROR_UNSUPPORTED);
}

TEST(BackendSelection, AnswersQueriesThatOnlyOneBackendKnowsWithoutMeasuring) {
    const scenes::Scene scene = scenes::make("tetrahedra_soup_small").value();
    const SessionOptions options{.backend = DEFCOL_BACKEND_AUTO,
                                 .queries = DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON};
    DetectorSession session(scene, options);
    const Contacts expected = detect_once(scene, {.queries = DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON});
    EXPECT_FALSE(expected.empty());
    for (int frame = 0; frame < 12; ++frame) EXPECT_EQ(difference(scene, session.run(), expected), "");
    EXPECT_EQ(statistics_of(session).backend, DEFCOL_BACKEND_HASH);
}

}  // namespace suite
