// SPDX-License-Identifier: MIT
#include <set>

#include "backends/backend_cases.hpp"

namespace suite {

using ScenesSuite = BackendSuite;
DEFCOL_FOR_EVERY_BACKEND(ScenesSuite);

TEST(BackendCases, CoverEveryExactQueryOfEveryAvailableBackend) {
    std::set<std::pair<int32_t, uint32_t>> covered;
    for (const BackendCase& backend : backend_cases()) {
        for (const uint32_t query : {DEFCOL_QUERY_TRIANGLE_PAIRS, DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON}) {
            if ((backend.queries & query) != 0) covered.insert({backend.backend, query});
        }
    }
    for (int32_t id = 1; id < static_cast<int32_t>(defcol_backend_count()); ++id) {
        defcol_backend_capabilities capabilities;
        check(defcol_backend_capabilities_init(&capabilities, sizeof capabilities));
        check(defcol_backend_get_capabilities(id, &capabilities));
        if (capabilities.is_available == 0) continue;
        for (const uint32_t query : {DEFCOL_QUERY_TRIANGLE_PAIRS, DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON}) {
            if ((capabilities.exact_queries & query) == 0) continue;
            EXPECT_TRUE(covered.contains({id, query})) << capabilities.name << " query " << query;
        }
    }
}

TEST_P(ScenesSuite, FindsWhatTheOracleFinds) {
    for (scenes::Scene& scene : scenes_for(GetParam())) {
        for (const uint32_t frame : {0U, 3U}) {
            SCOPED_TRACE(scene.name + " frame " + std::to_string(frame));
            scene.advance(frame);
            EXPECT_EQ(difference(scene, detect_once(scene, GetParam().options()),
                                 oracle_contacts(scene, GetParam().queries, false)),
                      "");
        }
    }
}

TEST_P(ScenesSuite, FindsAdjacentPairsWhereAskedAsTheOracleDoes) {
    for (const scenes::Scene& scene : scenes_for(GetParam())) {
        if (!scene.self || scene.triangle_count() > 1000) continue;
        SCOPED_TRACE(scene.name);
        SessionOptions options = GetParam().options();
        options.include_adjacent = true;
        EXPECT_EQ(
            difference(scene, detect_once(scene, options), oracle_contacts(scene, GetParam().queries, true)),
            "");
    }
}

TEST_P(ScenesSuite, FindsFrameAfterFrameWhatTheReferenceFindsFromScratch) {
    for (scenes::Scene& scene : scenes_for(GetParam())) {
        DetectorSession session(scene, GetParam().options());
        for (const uint32_t frame : {0U, 1U, 2U, 3U, 7U, 4U, 0U, 0U, 50U}) {
            SCOPED_TRACE(scene.name + " frame " + std::to_string(frame));
            scene.advance(frame);
            session.set_positions(scene);
            EXPECT_EQ(difference(scene, session.run(), detect_once(scene, GetParam().reference())), "");
        }
    }
}

TEST_P(ScenesSuite, FollowsTeleportsOfOneMeshAndOfAll) {
    for (scenes::Scene& scene : few_scenes_for(GetParam())) {
        DetectorSession session(scene, GetParam().options());
        for (const double jump : {1000.0, -3.5e6, 0x1p40, 0.25, -0x1p50, 0.0}) {
            for (const bool all : {false, true}) {
                SCOPED_TRACE(scene.name + " jump " + std::to_string(jump) + (all ? " all" : " one"));
                scenes::Scene moved = scene;
                for (scenes::Mesh& mesh : moved.meshes) {
                    if (!all && &mesh != &moved.meshes[0]) continue;
                    for (double& coordinate : mesh.positions) coordinate += jump;
                }
                session.set_positions(moved);
                EXPECT_EQ(difference(moved, session.run(), detect_once(moved, GetParam().reference())), "");
            }
        }
    }
}

TEST_P(ScenesSuite, OneVertexFarAwayChangesNothingForTheOthers) {
    for (scenes::Scene& scene : few_scenes_for(GetParam())) {
        SCOPED_TRACE(scene.name);
        scene.meshes[0].positions[0] = 0x1p59;
        EXPECT_EQ(difference(scene, detect_once(scene, GetParam().options()),
                             oracle_contacts(scene, GetParam().queries, false)),
                  "");
    }
}

}  // namespace suite
