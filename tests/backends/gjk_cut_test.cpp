// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "backends/detector_session.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"
#include "scenes/spheres.hpp"

namespace suite {

namespace {

SessionOptions gjk_cut(uint32_t workers = 1, int64_t simd_level = 0) {
    return {.backend = DEFCOL_BACKEND_GJK_CUT, .workers = workers, .simd_level = simd_level};
}

scenes::Scene pair_of(const scenes::Mesh& a, const scenes::Mesh& b) {
    scenes::Scene scene;
    scene.name = "pair";
    scene.meshes = {a, b};
    return scene;
}

scenes::Mesh moved(scenes::Mesh mesh, scenes::Point shift) {
    scenes::map_vertices(mesh, [&](scenes::Point p) { return p + shift; });
    return mesh;
}

std::string compare_with_reference(const scenes::Scene& scene, const SessionOptions& options) {
    return difference(scene, detect_once(scene, options), detect_once(scene, {}));
}

// Large enough for the parallel first cut and for several rounds of tasks.
scenes::Scene large_pair() {
    return scenes::sphere_pair(24);
}
scenes::Scene large_self() {
    scenes::Scene scene = pair_of(scenes::icosphere(16), moved(scenes::icosphere(16), {0.5, 0.2, 0.1}));
    scenes::Mesh joined = scene.meshes[0];
    scenes::append(joined, scene.meshes[1]);
    scene.meshes = {joined};
    scene.self = true;
    return scene;
}

}  // namespace

TEST(GjkCut, FindsEveryPairOfDeepInterpenetration) {
    for (const double shift : {0.0, 0.01, 0.2, 0.7}) {
        const scenes::Scene scene =
            pair_of(scenes::icosphere(10), moved(scenes::icosphere(9), {shift, 0.3 * shift, 0.02}));
        EXPECT_EQ(compare_with_reference(scene, gjk_cut()), "") << shift;
    }
}

TEST(GjkCut, FindsNoPairWhereOneMeshIsInsideAnotherAndSaysSo) {
    EXPECT_TRUE(detect_once(scenes::nested_spheres(6), gjk_cut()).empty());
    defcol_backend_capabilities capabilities;
    check(defcol_backend_capabilities_init(&capabilities, sizeof capabilities));
    check(defcol_backend_get_capabilities(DEFCOL_BACKEND_GJK_CUT, &capabilities));
    EXPECT_NE(std::string(capabilities.limits).find("containment is another query"), std::string::npos);
    EXPECT_EQ(capabilities.exact_queries, uint32_t{DEFCOL_QUERY_TRIANGLE_PAIRS});
}

TEST(GjkCut, FindsEveryPairOfIdenticalMeshes) {
    EXPECT_EQ(compare_with_reference(scenes::identical_spheres(8), gjk_cut()), "");
}

TEST(GjkCut, FlatMeshesTouchInTheirPlane) {
    const scenes::Mesh sheet = scenes::grid(12, 12, [](double u, double v) {
        return scenes::Point{u, v, 0};
    });
    EXPECT_EQ(compare_with_reference(pair_of(sheet, moved(sheet, {0.3, 0.25, 0})), gjk_cut()), "");
    EXPECT_EQ(compare_with_reference(pair_of(sheet, moved(sheet, {1, 0.25, 0})), gjk_cut()), "");
    EXPECT_TRUE(detect_once(pair_of(sheet, moved(sheet, {0, 0, 0x1p-20})), gjk_cut()).empty());
}

TEST(GjkCut, CollinearMeshesMeetOnTheirLine) {
    // All triangles are segments of one line, in a direction that no axis has; barycentres coincide in pairs.
    const auto line = [](uint32_t count, double offset) {
        scenes::Mesh mesh;
        for (uint32_t i = 0; i <= count; ++i) {
            const double t = offset + i;
            add_vertex(mesh, {t, 2 * t, -3 * t});
        }
        for (uint32_t i = 0; i + 2 <= count; ++i) add_triangle(mesh, i, i + 1, i + 2);
        return mesh;
    };
    const scenes::Scene scene = pair_of(line(150, 0), line(150, 40));
    const Contacts found = detect_once(scene, gjk_cut());
    EXPECT_GT(found.size(), 300U);
    EXPECT_EQ(difference(scene, found, detect_once(scene, {})), "");
}

TEST(GjkCut, PointsOnTopOfEachOtherAreSplitToTheEnd) {
    // Every triangle is the same point: no direction, no plane and no median tells them apart.
    scenes::Mesh points;
    for (int i = 0; i < 3; ++i) add_vertex(points, {0.5, 0.25, 1});
    for (int i = 0; i < 100; ++i) add_triangle(points, 0, 1, 2);
    EXPECT_EQ(detect_once(pair_of(points, points), gjk_cut()).size(), 10000U);
}

TEST(GjkCut, EmptyListsAreNoWork) {
    scenes::Scene scene = pair_of(scenes::icosphere(3), moved(scenes::icosphere(3), {0.5, 0, 0}));
    DetectorSession session(scene, gjk_cut());
    EXPECT_FALSE(session.run().empty());
    check(defcol_mesh_set_active_triangles(session.mesh(0), nullptr, 0));
    EXPECT_TRUE(session.run().empty());
    check(defcol_mesh_set_active_triangles(session.mesh(1), nullptr, 0));
    EXPECT_TRUE(session.run().empty());
    check(defcol_mesh_set_active_triangle_mask(session.mesh(0), nullptr, 0));
    EXPECT_TRUE(session.run().empty());
    check(defcol_mesh_set_active_triangle_mask(session.mesh(1), nullptr, 0));
    EXPECT_EQ(difference(scene, session.run(), detect_once(scene, {})), "");
    scene.meshes[1].triangles.clear();
    EXPECT_TRUE(detect_once(scene, gjk_cut()).empty());
}

TEST(GjkCut, FewActiveTrianglesOfALargePoolAreFound) {
    const scenes::Scene scene = large_pair();
    const Contacts all = detect_once(scene, {});
    ASSERT_GT(all.size(), 20U);
    DetectorSession session(scene, gjk_cut());
    const uint32_t a[] = {all[3].primitive_a, all[10].primitive_a};
    const uint32_t b[] = {all[3].primitive_b};
    check(defcol_mesh_set_active_triangles(session.mesh(0), a, 2));
    check(defcol_mesh_set_active_triangles(session.mesh(1), b, 1));
    const Contacts found = session.run();
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front().primitive_a, all[3].primitive_a);
    EXPECT_EQ(found.front().primitive_b, b[0]);
}

TEST(GjkCut, LargeMeshesGiveTheSameContactsForAnyWorkersAndInstructionSet) {
    for (const scenes::Scene& scene : {large_pair(), large_self()}) {
        const Contacts expected = detect_once(scene, {});
        EXPECT_FALSE(expected.empty());
        for (const uint32_t workers : {1U, 2U, 5U}) {
            for (const int64_t level : {int64_t{0}, int64_t{1}}) {
                EXPECT_EQ(difference(scene, detect_once(scene, gjk_cut(workers, level)), expected), "")
                    << workers << " workers, level " << level;
            }
        }
    }
}

TEST(GjkCut, NoOptionChangesAContact) {
    scenes::Scene scene = scenes::sphere_pair(8);
    const Contacts expected = detect_once(scene, {});
    DetectorSession session(scene, gjk_cut());
    const auto set = [&](int32_t option, double value) {
        if (option == DEFCOL_OPTION_GJK_CUT_THRESHOLD || option == DEFCOL_OPTION_GJK_CUT_STOP_FRACTION) {
            check(defcol_detector_set_option_f64(session.detector(), option, value));
        } else {
            check(defcol_detector_set_option_i64(session.detector(), option, static_cast<int64_t>(value)));
        }
        EXPECT_EQ(difference(scene, session.run(), expected), "") << option << " = " << value;
    };
    for (const double leaf : {1.0, 2.0, 7.0, 300.0, 16.0}) set(DEFCOL_OPTION_GJK_CUT_LEAF_SIZE, leaf);
    for (const double threshold : {0.0, 0.4, 0.7, 1.0}) set(DEFCOL_OPTION_GJK_CUT_THRESHOLD, threshold);
    for (const double stop : {0.0, 0.5, 1.0, 0.0}) set(DEFCOL_OPTION_GJK_CUT_STOP_FRACTION, stop);
    for (const double rule : {1.0, 0.0}) set(DEFCOL_OPTION_GJK_CUT_SPLIT_RULE, rule);
    for (const double cuts : {0.0, 1.0, 1000.0}) set(DEFCOL_OPTION_GJK_CUT_MOST_CUTS, cuts);
}

TEST(GjkCut, ATestBudgetStopsAtTheSamePairForAnyWorkersAndInstructionSet) {
    for (const scenes::Scene& scene : {large_pair(), large_self()}) {
        for (const uint64_t budget : {uint64_t{1}, uint64_t{300}, uint64_t{1000}}) {
            uint64_t expected = 0;
            for (const uint32_t workers : {1U, 3U}) {
                for (const int64_t level : {int64_t{0}, int64_t{1}}) {
                    DetectorSession session(scene, gjk_cut(workers, level));
                    defcol_detect_options options;
                    check(defcol_detect_options_init(&options, sizeof options));
                    options.test_budget = budget;
                    EXPECT_EQ(session.detect(&options), DEFCOL_INCOMPLETE);
                    EXPECT_LT(session.view().finished_fraction, 1);
                    if (workers == 1 && level == 0) expected = session.hash();
                    EXPECT_EQ(session.hash(), expected);
                }
            }
        }
    }
}

TEST(GjkCut, AFrameAllocatesNothingAfterTheFirstOnes) {
    scenes::Scene scene = large_pair();
    for (const uint32_t workers : {1U, 2U, 3U}) {
        DetectorSession session(scene, gjk_cut(workers));
        const auto allocations = [&] {
            defcol_context_statistics statistics;
            check(defcol_context_statistics_init(&statistics, sizeof statistics));
            check(defcol_context_get_statistics(session.context(), &statistics));
            return statistics.allocation_count;
        };
        for (uint32_t frame = 0; frame < 16; ++frame) {
            scene.advance(frame % 8);
            session.set_positions(scene);
            check(session.detect());
        }
        const uint64_t before = allocations();
        for (uint32_t frame = 0; frame < 16; ++frame) {
            scene.advance(frame % 8);
            session.set_positions(scene);
            check(session.detect());
        }
        EXPECT_EQ(allocations(), before) << workers;
    }
}

TEST(GjkCut, CutsNeverLoseTrianglesThatOnlyTouch) {
    // Vertices of one mesh are exactly vertices of the other, the touching plane has any direction, and one
    // object far away costs the others their last digits.
    scenes::Random random(3);
    for (int round = 0; round < 30; ++round) {
        const scenes::Point normal =
            scenes::unit({random.between(-1, 1), random.between(-1, 1), random.between(0.1, 1)});
        const scenes::Mesh a = scenes::icosphere(5);
        scenes::Mesh b = a;
        scenes::map_vertices(b, [&](scenes::Point p) { return p + 1.9 * normal; });
        for (uint32_t i = 0; i < 40; ++i) {
            const uint32_t v = random.below(static_cast<uint32_t>(a.vertex_count()));
            scenes::set_position(b, v,
                                 scenes::position(a, random.below(static_cast<uint32_t>(a.vertex_count()))));
        }
        scenes::Scene scene = pair_of(a, b);
        scene.meshes.push_back(moved(scenes::icosphere(1), {3e5, 0, 0}));
        EXPECT_EQ(compare_with_reference(scene, gjk_cut()), "") << round;
    }
}

TEST(GjkCut, ManyObjectsMeetThroughTheBroadPhase) {
    scenes::Scene scene = scenes::teleporting_spheres(60, 2, 9);
    DetectorSession session(scene, gjk_cut(2));
    for (uint32_t frame = 0; frame < 6; ++frame) {
        scene.advance(frame);
        session.set_positions(scene);
        EXPECT_EQ(difference(scene, session.run(), detect_once(scene, {})), "") << frame;
    }
}

}  // namespace suite
