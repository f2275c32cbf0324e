// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "backends/detector_session.hpp"

// Thousands of small objects in one detector, from the public header to the contacts.
namespace suite {
namespace {

constexpr uint32_t row_length = 20;
constexpr uint32_t row_count = 200;

// Rows of triangles, each longer than the distance to the next one of its row, so that exactly those overlap.
scenes::Scene rows_of_triangles() {
    scenes::Scene scene;
    scene.name = "rows_of_triangles";
    for (uint32_t row = 0; row < row_count; ++row) {
        for (uint32_t place = 0; place < row_length; ++place) {
            const double x = place;
            const double y = row % 20;
            const double z = 0.5 * (row / 20);
            scenes::Mesh mesh;
            mesh.positions = {x, y, z, x + 1.25, y, z, x, y + 0.5, z};
            mesh.triangles = {0, 1, 2};
            scene.meshes.push_back(mesh);
        }
    }
    return scene;
}

Contacts neighbours_in_rows() {
    Contacts contacts;
    for (uint32_t mesh = 0; mesh < row_count * row_length; ++mesh) {
        if (mesh % row_length + 1 < row_length) {
            contacts.push_back({DEFCOL_CONTACT_TRIANGLE_PAIR, mesh, 0, mesh + 1, 0});
        }
    }
    return contacts;
}

TEST(ManyMeshes, FourThousandAreFoundFilteredMovedAndRemoved) {
    scenes::Scene scene = rows_of_triangles();
    Contacts expected = neighbours_in_rows();
    for (const int32_t backend : {DEFCOL_BACKEND_BRUTE_FORCE, DEFCOL_BACKEND_HASH}) {
        for (const uint32_t workers : {1U, 3U}) {
            SCOPED_TRACE("backend " + std::to_string(backend) + " workers " + std::to_string(workers));
            DetectorSession session(scene, {.backend = backend, .workers = workers});
            ASSERT_EQ(difference(scene, session.run(), expected), "");
            defcol_statistics statistics;
            check(defcol_statistics_init(&statistics, sizeof statistics));
            check(defcol_detector_get_statistics(session.detector(), &statistics));
            EXPECT_EQ(statistics.mesh_pair_count, expected.size())
                << "the broad phase left more than it must";

            // The even ones of each row see nobody, then leave, and nothing is left to meet.
            for (uint32_t mesh = 0; mesh < scene.meshes.size(); mesh += 2) {
                check(defcol_detector_set_filter(session.detector(), session.mesh(mesh), 0, 0));
            }
            EXPECT_TRUE(session.run().empty());
            for (uint32_t mesh = 0; mesh < scene.meshes.size(); mesh += 2) {
                check(defcol_detector_set_filter(session.detector(), session.mesh(mesh), 1, UINT32_MAX));
            }
            EXPECT_EQ(session.run(), expected);
            for (uint32_t mesh = 0; mesh < scene.meshes.size(); mesh += 2) {
                check(defcol_detector_remove_mesh(session.detector(), session.mesh(mesh)));
            }
            EXPECT_TRUE(session.run().empty());
        }
    }
}

TEST(ManyMeshes, AllOnOnePlaceGiveEveryPair) {
    scenes::Scene scene;
    scene.name = "all_on_one_place";
    constexpr uint32_t count = 300;
    for (uint32_t i = 0; i < count; ++i) {
        scenes::Mesh mesh;
        mesh.positions = {0, 0, 0, 1, 0, 0, 0, 1, 0};
        mesh.triangles = {0, 1, 2};
        scene.meshes.push_back(mesh);
    }
    EXPECT_EQ(detect_once(scene, {}).size(), std::size_t{count} * (count - 1) / 2);
}

}  // namespace
}  // namespace suite
