// SPDX-License-Identifier: MIT
// Frames of backend ldi: what is kept, budgets, limits, workers, memory, devices.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "backends/ldi/device.hpp"
#include "backends/ldi_session.hpp"
#include "narrowphase/simd_level.hpp"
#include "scenes/closed_bodies.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/spheres.hpp"

namespace suite {

namespace {

scenes::Scene crowd() {
    std::vector<scenes::Mesh> meshes;
    for (int i = 0; i < 12; ++i) {
        meshes.push_back(moved(scenes::icosphere(6), {1.2 * (i % 4), 1.3 * (i / 4), 0.1 * i}));
    }
    meshes.push_back(moved(scenes::knot_tube(3, 7, 0.25, 1000, 10), {1.5, 1.5, 0.5}));
    scenes::Mesh points;
    for (int i = 0; i < 6000; ++i) add_vertex(points, {0.001 * i, 0.0005 * i, 0.3});
    meshes.push_back(points);
    return volume_scene(std::move(meshes), true);
}

defcol_detect_options default_limits() {
    defcol_detect_options limits;
    check(defcol_detect_options_init(&limits, sizeof limits));
    return limits;
}

}  // namespace

TEST(LdiFrames, ResultsDoNotDependOnWorkersOrSimd) {
    const scenes::Scene scene = crowd();
    uint64_t reference = 0;
    for (const uint32_t workers : {1U, 2U, 3U, 8U}) {
        for (const int64_t level : {int64_t{0}, int64_t{1}}) {
            LdiSession session(scene, volume_queries, workers, DEFCOL_FIELD_ALL, level);
            session.set(DEFCOL_OPTION_LDI_AXES, 3);
            session.set(DEFCOL_OPTION_LDI_GRADIENT, 1);
            session.set(DEFCOL_OPTION_LDI_RESOLUTION, 48);
            check(session.detect());
            EXPECT_GT(session.volumes().count, 10U);
            if (reference == 0) reference = session.hash_of_all();
            EXPECT_EQ(session.hash_of_all(), reference) << workers << " " << level;
        }
    }
}

TEST(LdiFrames, ImagesOfWhatDidNotMoveAreKeptAndChangeNothing) {
    scenes::Scene scene = volume_scene({scenes::icosphere(8), moved(scenes::icosphere(8), {0.5, 0.1, 0}),
                                        moved(scenes::icosphere(8), {0.2, 0.9, 0})});
    scene.meshes.push_back({});
    for (int i = 0; i < 100; ++i) add_vertex(scene.meshes[3], {0.01 * i, 0, 0});
    LdiSession session(scene, volume_queries);
    check(session.detect());
    const uint64_t first = session.hash_of_all();
    // Three pairs of surfaces, and each surface whole for the points.
    EXPECT_EQ(session.statistics().image_count, 9U);
    EXPECT_EQ(session.statistics().kept_image_count, 0U);
    check(session.detect());
    EXPECT_EQ(session.statistics().image_count, 0U);
    EXPECT_EQ(session.statistics().kept_image_count, 9U);
    EXPECT_EQ(session.hash_of_all(), first);
    // Points move: the surfaces' images stay.
    scene.meshes[3].positions[0] += 0.125;
    check(defcol_mesh_set_positions(session.mesh(3), scene.meshes[3].positions.data(), 100, 0,
                                    DEFCOL_SCALAR_FLOAT64));
    check(session.detect());
    EXPECT_EQ(session.statistics().image_count, 0U);
    // One surface moves a little, keeping its box: only its own images are made again.
    scenes::Mesh turned = scene.meshes[0];
    for (uint64_t v = 0; v < turned.vertex_count(); ++v) {
        const scenes::Point p = position(turned, v);
        if (std::abs(p.x) + std::abs(p.y) + std::abs(p.z) > 1.5) set_position(turned, v, 0.99 * p);
    }
    check(defcol_mesh_set_positions(session.mesh(0), turned.positions.data(), turned.vertex_count(), 0,
                                    DEFCOL_SCALAR_FLOAT64));
    check(session.detect());
    EXPECT_EQ(session.statistics().image_count, 3U);
    EXPECT_EQ(session.statistics().kept_image_count, 6U);
    scene.meshes[0] = turned;
    LdiSession fresh(scene, volume_queries);
    check(fresh.detect());
    // A new detector may choose another origin, and floats are rounded differently there.
    const defcol_volumes kept = session.volumes();
    const defcol_volumes anew = fresh.volumes();
    ASSERT_EQ(kept.count, anew.count);
    for (uint64_t i = 0; i < kept.count; ++i) EXPECT_NEAR(kept.volume[i] / anew.volume[i], 1, 1e-4);
}

TEST(LdiFrames, SteadyFramesAllocateNothing) {
    for (const uint32_t workers : {1U, 3U}) {
        scenes::Scene scene = crowd();
        LdiSession session(scene, volume_queries, workers, DEFCOL_FIELD_ALL);
        session.set(DEFCOL_OPTION_LDI_GRADIENT, 1);
        session.set(DEFCOL_OPTION_LDI_RESOLUTION, 64);
        // The same two poses in turn.
        scenes::Scene other = scene;
        for (scenes::Mesh& mesh : other.meshes) mesh = moved(mesh, {0.01, 0.02, 0});
        for (int i = 0; i < 4; ++i) {
            session.set_positions(i % 2 == 0 ? other : scene);
            check(session.detect());
        }
        const uint64_t allocations = session.allocation_count();
        for (int i = 0; i < 6; ++i) {
            session.set_positions(i % 2 == 0 ? other : scene);
            check(session.detect());
        }
        EXPECT_EQ(session.allocation_count(), allocations) << workers;
    }
}

TEST(LdiFrames, BudgetsCancelAndLimitsHold) {
    const scenes::Scene scene = crowd();
    LdiSession whole(scene, volume_queries);
    check(whole.detect());
    const Contacts all = whole.contacts();
    ASSERT_GT(all.size(), 100U);

    defcol_detect_options limits = default_limits();
    limits.max_contacts = 50;
    LdiSession session(scene, volume_queries);
    EXPECT_EQ(session.detect(&limits), DEFCOL_TRUNCATED);
    EXPECT_EQ(session.view().total, all.size());
    EXPECT_TRUE(session.contacts() == Contacts(all.begin(), all.begin() + 50));

    limits = default_limits();
    limits.time_budget_seconds = 0;
    EXPECT_EQ(session.detect(&limits), DEFCOL_INCOMPLETE);
    EXPECT_EQ(session.view().count, 0U);
    EXPECT_EQ(session.volumes().is_incomplete, 1U);
    EXPECT_LT(session.view().finished_fraction, 1);

    limits = default_limits();
    const volatile int32_t cancel = 1;
    limits.cancel = &cancel;
    EXPECT_EQ(session.detect(&limits), DEFCOL_INCOMPLETE);

    for (const uint64_t budget : {uint64_t{0}, uint64_t{5}, uint64_t{5000}}) {
        limits = default_limits();
        limits.test_budget = budget;
        uint64_t hash = 0;
        for (const uint32_t workers : {1U, 3U}) {
            LdiSession stopped(scene, volume_queries, workers);
            EXPECT_EQ(stopped.detect(&limits), DEFCOL_INCOMPLETE);
            EXPECT_TRUE(std::ranges::includes(all, stopped.contacts())) << budget;
            if (hash == 0) hash = stopped.hash_of_all();
            EXPECT_EQ(stopped.hash_of_all(), hash) << budget;
        }
    }
    // After a stop the next frame is whole.
    check(session.detect());
    EXPECT_EQ(session.hash_of_all(), whole.hash_of_all());
}

TEST(LdiFrames, DeviceAndReasonAreReported) {
    LdiSession session(volume_scene({scenes::icosphere(4), moved(scenes::icosphere(4), {0.5, 0, 0})}));
    session.set(DEFCOL_OPTION_LDI_DEVICE, DEFCOL_LDI_DEVICE_RASTER);
    check(session.detect());
    EXPECT_STREQ(session.statistics().device, "raster");
    EXPECT_STREQ(session.statistics().device_reason, "asked for");
    EXPECT_EQ(session.statistics().image_count, 2U);
    EXPECT_EQ(session.statistics().most_layers, 2U);
    EXPECT_EQ(session.statistics().unpaired_pixel_count, 0U);

    defcol_backend_capabilities capabilities;
    check(defcol_backend_capabilities_init(&capabilities, sizeof capabilities));
    check(defcol_backend_get_capabilities(DEFCOL_BACKEND_LDI, &capabilities));
    EXPECT_EQ(capabilities.is_available, 1U);
    EXPECT_EQ(capabilities.exact_queries, 0U);
    EXPECT_NE(*capabilities.device, '\0');
    EXPECT_NE(*capabilities.device_reason, '\0');
    check(defcol_backend_get_capabilities(DEFCOL_BACKEND_HASH, &capabilities));
    EXPECT_STREQ(capabilities.device, "");

    session.set(DEFCOL_OPTION_LDI_DEVICE, DEFCOL_LDI_DEVICE_AUTO);
    check(session.detect());
    check(defcol_backend_get_capabilities(DEFCOL_BACKEND_LDI, &capabilities));
    EXPECT_STREQ(session.statistics().device, capabilities.device);

    if (!defcol::gl_report().is_available) {
        session.set(DEFCOL_OPTION_LDI_DEVICE, DEFCOL_LDI_DEVICE_GL_APPEND);
        EXPECT_EQ(session.detect(), DEFCOL_ERROR_BACKEND_UNAVAILABLE);
        EXPECT_NE(std::strstr(defcol_last_error_message(), defcol::gl_report().reason), nullptr);
        session.set(DEFCOL_OPTION_LDI_DEVICE, DEFCOL_LDI_DEVICE_RASTER);
        EXPECT_EQ(session.detect(), DEFCOL_OK);
    }
}

TEST(LdiFrames, AutoChoosesLdiForVolumesAndSaysWhy) {
    defcol_detector_desc desc;
    check(defcol_detector_desc_init(&desc, sizeof desc));
    desc.queries = DEFCOL_QUERY_INTERSECTION_VOLUME;
    LdiSession session(volume_scene({scenes::icosphere(2)}));
    defcol_detector detector;
    check(defcol_detector_create(session.context(), &desc, &detector));
    check(defcol_detector_detect(detector, nullptr));
    defcol_statistics statistics;
    check(defcol_statistics_init(&statistics, sizeof statistics));
    check(defcol_detector_get_statistics(detector, &statistics));
    EXPECT_EQ(statistics.backend, DEFCOL_BACKEND_LDI);
    EXPECT_NE(*statistics.choice, '\0');
}

TEST(LdiFrames, TetrahedralMeshesCutsAndRemovalsAreFollowed) {
    // A mesh switched off triangle by triangle opens; removed, it is gone.
    scenes::Scene scene = volume_scene({scenes::icosphere(6), moved(scenes::icosphere(6), {0.6, 0, 0})});
    LdiSession session(scene);
    const double before = session.volume();
    EXPECT_GT(before, 0);
    check(defcol_mesh_set_active_triangles(session.mesh(1), nullptr, 0));
    EXPECT_EQ(session.volume(), 0);
    check(defcol_mesh_set_active_triangle_mask(session.mesh(1), nullptr, 0));
    EXPECT_EQ(session.volume(), before);
    check(defcol_detector_remove_mesh(session.detector(), session.mesh(1)));
    EXPECT_EQ(session.volume(), 0);
}

}  // namespace suite
