// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include "capi/session.hpp"

namespace capi_test {
namespace {

// Which meshes meet, by their indices.
std::set<std::pair<uint32_t, uint32_t>> meeting_meshes(defcol_detector detector) {
    EXPECT_OK(defcol_detector_detect(detector, nullptr));
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    for (const Contact& contact : contacts_of(detector)) pairs.emplace(contact[1], contact[3]);
    return pairs;
}

using Pairs = std::set<std::pair<uint32_t, uint32_t>>;

TEST(Detector, MeshIndicesAreNeverUsedAgain) {
    const Session session;
    const auto detector = session.detector();
    const auto a = session.mesh(sheet(2));
    const auto b = session.mesh(sheet(2, 1));
    const auto c = session.mesh(sheet(2, -1));
    ASSERT_OK(defcol_detector_add_mesh(detector, a, 0));
    ASSERT_OK(defcol_detector_add_mesh(detector, b, 0));
    ASSERT_OK(defcol_detector_remove_mesh(detector, a));
    ASSERT_OK(defcol_detector_add_mesh(detector, a, 0));
    ASSERT_OK(defcol_mesh_destroy(b));
    ASSERT_OK(defcol_detector_add_mesh(detector, c, 0));
    uint32_t index = 0;
    EXPECT_OK(defcol_detector_get_mesh_index(detector, a, &index));
    EXPECT_EQ(index, 2u);
    EXPECT_OK(defcol_detector_get_mesh_index(detector, c, &index));
    EXPECT_EQ(index, 3u);
    const uint64_t expected[] = {0, 0, a.value, c.value};
    for (uint32_t i = 0; i < 4; ++i) {
        defcol_mesh mesh{77};
        EXPECT_OK(defcol_detector_get_mesh(detector, i, &mesh));
        EXPECT_EQ(mesh.value, expected[i]) << i;
    }
    defcol_mesh mesh{77};
    EXPECT_EQ(defcol_detector_get_mesh(detector, 4, &mesh), DEFCOL_ERROR_INDEX_RANGE);
    EXPECT_EQ(mesh.value, 0u);
    EXPECT_EQ(meeting_meshes(detector), (Pairs{{2, 3}}));
}

TEST(Detector, RefusesWhatMakesNoSense) {
    const Session session;
    const auto detector = session.detector();
    const auto a = session.mesh(sheet(2));
    const auto b = session.mesh(sheet(2, 1));
    uint32_t index = 5;
    EXPECT_EQ(defcol_detector_remove_mesh(detector, a), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_detector_get_mesh_index(detector, a, &index), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(index, 0u);
    EXPECT_EQ(defcol_detector_set_mesh_flags(detector, a, 0), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_detector_set_filter(detector, a, 1, 1), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_detector_add_mesh(detector, a, 2), DEFCOL_ERROR_INVALID_ARGUMENT);
    ASSERT_OK(defcol_detector_add_mesh(detector, a, 0));
    EXPECT_EQ(defcol_detector_add_mesh(detector, a, 0), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_detector_set_mesh_flags(detector, a, 4), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_detector_exclude_pair(detector, a, b, 1), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_detector_exclude_pair(detector, a, a, 1), DEFCOL_ERROR_INVALID_ARGUMENT);
    ASSERT_OK(defcol_detector_add_mesh(detector, b, 0));
    EXPECT_EQ(defcol_detector_exclude_pair(detector, a, b, 2), DEFCOL_ERROR_INVALID_ARGUMENT);
    auto desc = initialized(defcol_detector_desc_init);
    defcol_detector refused{77};
    desc.fields = 64;
    EXPECT_EQ(defcol_detector_create(session.context, &desc, &refused), DEFCOL_ERROR_UNSUPPORTED);
    desc = initialized(defcol_detector_desc_init);
    desc.backend = 99;
    EXPECT_EQ(defcol_detector_create(session.context, &desc, &refused), DEFCOL_ERROR_UNSUPPORTED);
    desc.backend = DEFCOL_BACKEND_BRUTE_FORCE;
    desc.queries = DEFCOL_QUERY_SPHERE_PAIRS;
    EXPECT_EQ(defcol_detector_create(session.context, &desc, &refused), DEFCOL_ERROR_UNSUPPORTED);
    EXPECT_TRUE(message_has("brute-force"));
    EXPECT_EQ(refused.value, 0u);
}

TEST(Detector, FiltersNeedACommonBitInBothDirections) {
    const Session session;
    const auto a = session.mesh(sheet(2));
    const auto b = session.mesh(sheet(2, 1));
    const auto c = session.mesh(sheet(2, -1));
    const auto detector = session.detector_of({a, b, c});
    EXPECT_EQ(meeting_meshes(detector), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
    ASSERT_OK(defcol_detector_set_filter(detector, a, 2, 4));
    EXPECT_EQ(meeting_meshes(detector), (Pairs{{1, 2}}));
    ASSERT_OK(defcol_detector_set_filter(detector, b, 4, 1));  // a would, b would not
    EXPECT_EQ(meeting_meshes(detector), (Pairs{{1, 2}}));
    ASSERT_OK(defcol_detector_set_filter(detector, b, 4, 2));
    EXPECT_EQ(meeting_meshes(detector), (Pairs{{0, 1}}));
    ASSERT_OK(defcol_detector_set_filter(detector, a, 1, UINT32_MAX));
    ASSERT_OK(defcol_detector_set_filter(detector, b, 1, UINT32_MAX));
    EXPECT_EQ(meeting_meshes(detector), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(Detector, ExcludedPairsAreLeftOutUntilIncludedAgain) {
    const Session session;
    const auto a = session.mesh(sheet(2));
    const auto b = session.mesh(sheet(2, 1));
    const auto c = session.mesh(sheet(2, -1));
    const auto detector = session.detector_of({a, b, c});
    ASSERT_OK(defcol_detector_exclude_pair(detector, c, a, 1));
    ASSERT_OK(defcol_detector_exclude_pair(detector, a, c, 1));
    EXPECT_EQ(meeting_meshes(detector), (Pairs{{0, 1}, {1, 2}}));
    ASSERT_OK(defcol_detector_exclude_pair(detector, a, c, 0));
    ASSERT_OK(defcol_detector_exclude_pair(detector, a, c, 0));
    EXPECT_EQ(meeting_meshes(detector), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
}

// Two crossing sheets in one mesh.
MeshData crossing_itself() {
    MeshData mesh = sheet(2);
    const MeshData other = sheet(2, 1);
    const auto first = static_cast<uint32_t>(mesh.vertex_count());
    mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
    for (const uint32_t vertex : other.triangles) mesh.triangles.push_back(first + vertex);
    return mesh;
}

TEST(Detector, SelfCollisionIsSwitchedPerMesh) {
    const Session session;
    const auto mesh = session.mesh(crossing_itself());
    const auto detector = session.detector_of({mesh});
    EXPECT_EQ(meeting_meshes(detector), (Pairs{}));
    ASSERT_OK(defcol_detector_set_mesh_flags(detector, mesh, DEFCOL_MESH_SELF_COLLISION));
    EXPECT_EQ(meeting_meshes(detector), (Pairs{{0, 0}}));
    ASSERT_OK(defcol_detector_set_filter(detector, mesh, 1, 0));  // filters do not touch self-collision
    EXPECT_EQ(meeting_meshes(detector), (Pairs{{0, 0}}));
    ASSERT_OK(defcol_detector_set_mesh_flags(detector, mesh, 0));
    EXPECT_EQ(meeting_meshes(detector), (Pairs{}));
}

TEST(Detector, ViewOutlivesItsMeshes) {
    const Session session;
    const MeshData flat = sheet(6);
    const MeshData tilted = sheet(6, 0.3, 0.41);
    const auto a = session.mesh(flat);
    const auto b = session.mesh(tilted);
    const auto detector = session.detector_of({a, b}, 0, DEFCOL_FIELD_ALL);
    ASSERT_OK(defcol_detector_detect(detector, nullptr));
    auto view = initialized(defcol_contacts_init);
    ASSERT_OK(defcol_detector_contacts(detector, &view));
    const std::vector<Contact> expected = expected_contacts(flat, tilted);
    ASSERT_EQ(view.count, expected.size());
    const std::vector<double> points(view.points, view.points + 6 * view.count);
    const std::vector<uint64_t> ids(view.ids, view.ids + view.count);

    ASSERT_OK(
        defcol_mesh_set_positions(b, flat.positions.data(), flat.vertex_count(), 0, DEFCOL_SCALAR_FLOAT64));
    ASSERT_OK(defcol_detector_remove_mesh(detector, b));
    ASSERT_OK(defcol_mesh_destroy(a));
    ASSERT_OK(defcol_mesh_destroy(b));
    EXPECT_EQ(defcol_detector_detect(detector, reinterpret_cast<defcol_detect_options*>(1)),
              DEFCOL_ERROR_INVALID_ARGUMENT);
    for (uint64_t i = 0; i < view.count; ++i) EXPECT_EQ(view.primitive_b[i], expected[i][4]);
    EXPECT_TRUE(std::equal(points.begin(), points.end(), view.points));
    EXPECT_TRUE(std::equal(ids.begin(), ids.end(), view.ids));
    EXPECT_EQ(contacts_of(detector), expected);
    ASSERT_OK(defcol_detector_detect(detector, nullptr));
    EXPECT_EQ(contacts_of(detector).size(), 0u);
}

TEST(Detector, BeforeTheFirstFrameThereAreNoContacts) {
    const Session session;
    const auto detector = session.detector(DEFCOL_FIELD_ALL);
    auto view = initialized(defcol_contacts_init);
    ASSERT_OK(defcol_detector_contacts(detector, &view));
    EXPECT_EQ(view.count, 0u);
    EXPECT_EQ(view.total, 0u);
    EXPECT_EQ(view.range_count, 0u);
    auto statistics = initialized(defcol_statistics_init);
    ASSERT_OK(defcol_detector_get_statistics(detector, &statistics));
    EXPECT_EQ(statistics.frame, 0u);
    ASSERT_OK(defcol_detector_detect(detector, nullptr));
    ASSERT_OK(defcol_detector_get_statistics(detector, &statistics));
    EXPECT_EQ(statistics.frame, 1u);
}

TEST(Detector, OnlyTheFieldsAskedForAreThere) {
    const Session session;
    const auto a = session.mesh(sheet(3));
    const auto b = session.mesh(sheet(3, 0.3, 0.41));
    for (uint32_t fields = 0; fields <= DEFCOL_FIELD_ALL; ++fields) {
        const auto detector = session.detector_of({a, b}, 0, fields);
        ASSERT_OK(defcol_detector_detect(detector, nullptr));
        auto view = initialized(defcol_contacts_init);
        ASSERT_OK(defcol_detector_contacts(detector, &view));
        ASSERT_GT(view.count, 0u);
        const auto wanted = [&](uint32_t field) { return (fields & field) != 0; };
        EXPECT_EQ(view.features_a != nullptr, wanted(DEFCOL_FIELD_FEATURES));
        EXPECT_EQ(view.features_b != nullptr, wanted(DEFCOL_FIELD_FEATURES));
        EXPECT_EQ(view.weights_a != nullptr, wanted(DEFCOL_FIELD_FEATURES));
        EXPECT_EQ(view.weights_b != nullptr, wanted(DEFCOL_FIELD_FEATURES));
        EXPECT_EQ(view.points != nullptr, wanted(DEFCOL_FIELD_POINTS));
        EXPECT_EQ(view.normals != nullptr, wanted(DEFCOL_FIELD_NORMALS));
        EXPECT_EQ(view.distances != nullptr, wanted(DEFCOL_FIELD_NORMALS));
        EXPECT_EQ(view.flags != nullptr, wanted(DEFCOL_FIELD_FLAGS));
        EXPECT_EQ(view.ids != nullptr, wanted(DEFCOL_FIELD_IDS));
        EXPECT_EQ(view.surface_b != nullptr, wanted(DEFCOL_FIELD_SURFACE));
        ASSERT_OK(defcol_detector_destroy(detector));
    }
}

TEST(Detector, BothQueriesInOneFrame) {
    const Session session;
    const auto large = session.mesh(tetrahedron(1));
    const auto small = session.mesh(tetrahedron(0.1, 0.2));  // wholly inside: four vertices, no triangle pair
    const auto crossing = session.mesh(tetrahedron(1, 0.25));  // one vertex inside, and triangles cross
    const auto detector =
        session.detector_of({large, small, crossing}, 0, DEFCOL_FIELD_ALL,
                            DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON);
    ASSERT_OK(defcol_detector_detect(detector, nullptr));
    uint64_t triangle_pairs = 0;
    std::set<std::pair<uint32_t, uint32_t>> inside;  // mesh and vertex inside the large one
    for (const Contact& contact : contacts_of(detector)) {
        if (contact[0] == DEFCOL_CONTACT_TRIANGLE_PAIR) {
            ++triangle_pairs;
            EXPECT_FALSE(contact[1] == 0 && contact[3] == 1);
        } else if (contact[3] == 0) {
            inside.emplace(contact[1], contact[2]);
        }
    }
    EXPECT_GT(triangle_pairs, 0u);
    EXPECT_EQ(inside, (std::set<std::pair<uint32_t, uint32_t>>{{1, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 0}}));
}

}  // namespace
}  // namespace capi_test
