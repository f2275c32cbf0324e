// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "backends/detector_session.hpp"
#include "scenes/tetrahedra.hpp"

namespace {

using suite::check;
using suite::DetectorSession;

// A slim block standing in the upper face (z = 4) of a broad one, three edges deep.
scenes::Scene pillar_in_block() {
    scenes::Scene scene;
    scene.name = "pillar_in_block";
    scenes::Mesh block = scenes::tetrahedral_block(8, 8, 8);
    scenes::Mesh pillar = scenes::tetrahedral_block(2, 2, 6);
    for (std::size_t i = 0; i < pillar.positions.size(); i += 3) {
        pillar.positions[i] = 0.5 * pillar.positions[i] + 0.13;
        pillar.positions[i + 1] = 0.5 * pillar.positions[i + 1] + 0.21;
        pillar.positions[i + 2] += 4.27;
    }
    scene.meshes = {block, pillar};
    return scene;
}

defcol_contacts run(DetectorSession& session, int64_t consistent) {
    check(
        defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_HASH_CONSISTENT_DEPTH, consistent));
    check(session.detect());
    return session.view();
}

suite::SessionOptions options(uint32_t workers) {
    return {.backend = DEFCOL_BACKEND_HASH,
            .queries = DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON,
            .fields = DEFCOL_FIELD_ALL,
            .workers = workers};
}

TEST(PenetrationDepth, DeepVerticesArePushedOutTheWayTheyCameIn) {
    const scenes::Scene scene = pillar_in_block();
    DetectorSession session(scene, options(1));
    const defcol_contacts view = run(session, 1);
    uint64_t of_pillar = 0;
    for (uint64_t i = 0; i < view.count; ++i) {
        if (view.mesh_a[i] != 1) continue;
        ++of_pillar;
        const double* position = scene.meshes[1].positions.data() + 3 * view.primitive_a[i];
        // Straight up, by exactly the distance to the upper face: that face is plane.
        EXPECT_NEAR(view.normals[3 * i + 2], -1.0, 1e-12);
        EXPECT_NEAR(view.distances[i], -(4.0 - position[2]), 1e-9);
        EXPECT_NEAR(view.points[6 * i + 5], 4.0, 1e-9);
        EXPECT_EQ(view.flags[i] & DEFCOL_CONTACT_NO_NORMAL, 0U);
    }
    EXPECT_GT(of_pillar, 20U);
}

TEST(PenetrationDepth, OffItIsTheNearestFaceOfTheTetrahedron) {
    const scenes::Scene scene = pillar_in_block();
    DetectorSession session(scene, options(1));
    const defcol_contacts view = run(session, 0);
    uint64_t without_normal = 0;
    for (uint64_t i = 0; i < view.count; ++i) {
        without_normal += (view.flags[i] & DEFCOL_CONTACT_NO_NORMAL) != 0 ? 1 : 0;
    }
    EXPECT_GT(without_normal, 0U) << "tetrahedra deep inside have no face on the surface";
}

TEST(PenetrationDepth, DoesNotDependOnTheNumberOfWorkers) {
    const scenes::Scene scene = pillar_in_block();
    DetectorSession one(scene, options(1));
    DetectorSession three(scene, options(3));
    const uint64_t count = run(one, 1).count;
    EXPECT_GT(count, 0U);
    EXPECT_EQ(run(three, 1).count, count);
    EXPECT_EQ(one.hash(), three.hash());
}

TEST(PenetrationDepth, ManyMeshesInEachOtherDoNotDependOnTheNumberOfWorkersEither) {
    scenes::Scene scene = scenes::teschner('A');
    DetectorSession one(scene, options(1));
    DetectorSession three(scene, options(3));
    for (uint32_t frame = 0; frame < 3; ++frame) {
        scene.advance(frame);
        one.set_positions(scene);
        three.set_positions(scene);
        EXPECT_GT(run(one, 1).count, 100U);
        run(three, 1);
        EXPECT_EQ(one.hash(), three.hash()) << frame;
    }
}

TEST(PenetrationDepth, AMeshAllInsideKeepsFiniteNumbers) {
    scenes::Scene scene = pillar_in_block();
    for (std::size_t i = 2; i < scene.meshes[1].positions.size(); i += 3)
        scene.meshes[1].positions[i] -= 4.27;
    DetectorSession session(scene, options(1));
    const defcol_contacts view = run(session, 1);
    EXPECT_GT(view.count, 0U);
    for (uint64_t i = 0; i < view.count; ++i) {
        EXPECT_TRUE(std::isfinite(view.distances[i]));
        for (int k = 0; k < 3; ++k)
            EXPECT_TRUE(std::isfinite(view.normals[3 * i + static_cast<uint64_t>(k)]));
    }
}

}  // namespace
