// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "capi/session.hpp"
#include "scenes/spheres.hpp"

namespace capi_test {
namespace {

MeshData sphere(uint32_t frequency) {
    const scenes::Mesh mesh = scenes::icosphere(frequency);
    return {mesh.positions, mesh.triangles, {}};
}

std::vector<double> positions_of(defcol_mesh mesh) {
    const double* positions = nullptr;
    uint64_t count = 0;
    EXPECT_OK(defcol_mesh_get_positions(mesh, &positions, &count));
    return {positions, positions + 3 * count};
}

defcol_status set_positions(defcol_mesh mesh, const std::vector<double>& positions) {
    return defcol_mesh_set_positions(mesh, positions.data(), positions.size() / 3, 0, DEFCOL_SCALAR_FLOAT64);
}

class Steered : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_OK(defcol_mesh_create_cage(dense_, nullptr, &coarse_));
        cage_ = positions_of(coarse_);
        ASSERT_OK(defcol_mesh_link(dense_, coarse_, nullptr));
    }

    Session session_;
    const MeshData data_ = sphere(6);
    defcol_mesh dense_ = session_.mesh(data_);
    defcol_mesh coarse_{};
    std::vector<double> cage_;
};

TEST_F(Steered, TheDenseMeshFollowsTheCoarseMeshAndCanBeReadBack) {
    std::vector<double> moved = cage_;
    for (std::size_t i = 0; i < moved.size(); i += 3) {
        moved[i] = 5 - cage_[i + 1];
        moved[i + 1] = cage_[i];
    }
    ASSERT_OK(set_positions(coarse_, moved));
    const std::vector<double> dense = positions_of(dense_);
    ASSERT_EQ(dense.size(), data_.positions.size());
    for (std::size_t i = 0; i < dense.size(); i += 3) {
        EXPECT_NEAR(dense[i], 5 - data_.positions[i + 1], 1e-14);
        EXPECT_NEAR(dense[i + 1], data_.positions[i], 1e-14);
        EXPECT_NEAR(dense[i + 2], data_.positions[i + 2], 1e-14);
    }
}

TEST_F(Steered, EveryBackendRunsOnTheSteeredMeshAndContactsLeadToCoarseVertices) {
    MeshData wall = sheet(10);
    for (std::size_t i = 0; i < wall.positions.size(); i += 3) {
        wall.positions[i] = 4 * wall.positions[i] - 2;
        wall.positions[i + 1] = 4 * wall.positions[i + 1] - 2;
        wall.positions[i + 2] = 3.02;
    }
    const defcol_mesh other = session_.mesh(wall);
    uint32_t backends_run = 0;
    for (int32_t backend = 1; backend < static_cast<int32_t>(defcol_backend_count()); ++backend) {
        auto capabilities = initialized(defcol_backend_capabilities_init);
        ASSERT_OK(defcol_backend_get_capabilities(backend, &capabilities));
        if (capabilities.is_available == 0 || (capabilities.queries & DEFCOL_QUERY_TRIANGLE_PAIRS) == 0)
            continue;
        SCOPED_TRACE(capabilities.name);
        ++backends_run;
        auto desc = initialized(defcol_detector_desc_init);
        desc.backend = backend;
        desc.queries = DEFCOL_QUERY_TRIANGLE_PAIRS;
        desc.fields = DEFCOL_FIELD_FEATURES;
        defcol_detector detector{};
        ASSERT_OK(defcol_detector_create(session_.context, &desc, &detector));
        ASSERT_OK(defcol_detector_add_mesh(detector, dense_, 0));
        ASSERT_OK(defcol_detector_add_mesh(detector, other, 0));
        ASSERT_OK(set_positions(coarse_, cage_));
        ASSERT_OK(defcol_detector_detect(detector, nullptr));
        EXPECT_TRUE(contacts_of(detector).empty());

        std::vector<double> raised = cage_;
        for (std::size_t i = 2; i < raised.size(); i += 3) raised[i] += 2.5;
        ASSERT_OK(set_positions(coarse_, raised));
        ASSERT_OK(defcol_detector_detect(detector, nullptr));
        MeshData lifted = data_;
        lifted.positions = positions_of(dense_);
        EXPECT_EQ(contacts_of(detector), expected_contacts(lifted, wall));

        auto view = initialized(defcol_contacts_init);
        ASSERT_OK(defcol_detector_contacts(detector, &view));
        ASSERT_GT(view.count, 0u);
        std::vector<uint32_t> features(12 * view.count);
        std::vector<double> weights(12 * view.count);
        ASSERT_OK(defcol_mesh_map_to_coarse(dense_, view.features_a, view.weights_a, view.count,
                                            features.data(), weights.data()));
        for (uint64_t i = 0; i < view.count; ++i) {
            double sum = 0;
            for (uint64_t k = 12 * i; k < 12 * i + 12; ++k) {
                EXPECT_TRUE(features[k] == DEFCOL_NONE ? weights[k] == 0 : features[k] < cage_.size() / 3);
                EXPECT_GE(weights[k], 0);
                sum += weights[k];
            }
            EXPECT_NEAR(sum, 1, 1e-12);
        }
        ASSERT_OK(defcol_detector_destroy(detector));
    }
    EXPECT_GE(backends_run, 4u);
}

TEST_F(Steered, TheViewSaysOnWhichCoarseVerticesEachVertexHangs) {
    auto steering = initialized(defcol_mesh_steering_init);
    ASSERT_OK(defcol_mesh_get_steering(dense_, &steering));
    ASSERT_EQ(steering.vertex_count, data_.vertex_count());
    for (uint64_t v = 0; v < steering.vertex_count; ++v) {
        const double* weights = steering.weights + 3 * v;
        EXPECT_NEAR(weights[0] + weights[1] + weights[2], 1, 1e-15);
        EXPECT_LT(std::max({steering.coarse_vertices[3 * v], steering.coarse_vertices[3 * v + 1],
                            steering.coarse_vertices[3 * v + 2]}),
                  cage_.size() / 3);
        EXPECT_LT(steering.link_lengths[v], 1);
    }
    defcol_mesh coarse{};
    ASSERT_OK(defcol_mesh_get_coarse(dense_, &coarse));
    EXPECT_EQ(coarse.value, coarse_.value);
    ASSERT_OK(defcol_mesh_get_coarse(coarse_, &coarse));
    EXPECT_EQ(coarse.value, 0u);
}

TEST_F(Steered, WhatTheCoarseMeshDecidesIsRefused) {
    const auto desc = describe(data_);
    const double transform[12] = {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0};
    EXPECT_EQ(set_positions(dense_, data_.positions), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_TRUE(message_has("unlink"));
    EXPECT_EQ(defcol_mesh_set_transform(dense_, transform), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_mesh_set_topology(dense_, &desc), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_mesh_set_topology(coarse_, &desc), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_TRUE(message_has("unlink"));
    const uint32_t active = 3;
    EXPECT_OK(defcol_mesh_set_active_triangles(dense_, &active, 1));
    ASSERT_OK(defcol_mesh_unlink(dense_));
    EXPECT_OK(set_positions(dense_, data_.positions));
    EXPECT_OK(defcol_mesh_set_topology(coarse_, &desc));
    EXPECT_EQ(defcol_mesh_unlink(dense_), DEFCOL_ERROR_INVALID_ARGUMENT);
    auto steering = initialized(defcol_mesh_steering_init);
    EXPECT_EQ(defcol_mesh_get_steering(dense_, &steering), DEFCOL_ERROR_INVALID_ARGUMENT);
}

TEST_F(Steered, DestroyingTheCoarseMeshSetsTheDenseMeshFree) {
    ASSERT_OK(defcol_mesh_destroy(coarse_));
    defcol_mesh coarse{77};
    ASSERT_OK(defcol_mesh_get_coarse(dense_, &coarse));
    EXPECT_EQ(coarse.value, 0u);
    EXPECT_OK(set_positions(dense_, data_.positions));
    EXPECT_EQ(positions_of(dense_), data_.positions);
}

TEST_F(Steered, DestroyingOneDenseMeshLeavesTheOthersLinked) {
    const defcol_mesh second = session_.mesh(data_);
    const defcol_mesh third = session_.mesh(data_);
    ASSERT_OK(defcol_mesh_link(second, coarse_, nullptr));
    ASSERT_OK(defcol_mesh_link(third, coarse_, nullptr));
    ASSERT_OK(defcol_mesh_destroy(second));
    std::vector<double> moved = cage_;
    for (std::size_t i = 0; i < moved.size(); i += 3) moved[i] += 1;
    ASSERT_OK(set_positions(coarse_, moved));
    EXPECT_NEAR(positions_of(dense_)[0], data_.positions[0] + 1, 1e-14);
    EXPECT_EQ(positions_of(dense_), positions_of(third));
    ASSERT_OK(defcol_mesh_destroy(coarse_));
    ASSERT_OK(defcol_mesh_destroy(dense_));
    ASSERT_OK(defcol_mesh_destroy(third));
}

TEST_F(Steered, MappingRefusesWhatIsNotThere) {
    const uint32_t vertices = static_cast<uint32_t>(data_.vertex_count());
    uint32_t features[4] = {0, 1, DEFCOL_NONE, DEFCOL_NONE};
    double weights[4] = {0.5, 0.5, 0, 0};
    uint32_t out_features[12] = {77};
    double out_weights[12] = {77};
    EXPECT_OK(defcol_mesh_map_to_coarse(dense_, nullptr, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(defcol_mesh_map_to_coarse(dense_, nullptr, weights, 1, out_features, out_weights),
              DEFCOL_ERROR_NULL_POINTER);
    EXPECT_EQ(defcol_mesh_map_to_coarse(dense_, features, weights, 1, nullptr, out_weights),
              DEFCOL_ERROR_NULL_POINTER);
    EXPECT_EQ(defcol_mesh_map_to_coarse(dense_, features, weights, UINT64_MAX / 2, out_features, out_weights),
              DEFCOL_ERROR_SIZE_OVERFLOW);
    EXPECT_EQ(defcol_mesh_map_to_coarse(coarse_, features, weights, 1, out_features, out_weights),
              DEFCOL_ERROR_INVALID_ARGUMENT);
    features[1] = vertices;
    EXPECT_EQ(defcol_mesh_map_to_coarse(dense_, features, weights, 1, out_features, out_weights),
              DEFCOL_ERROR_INDEX_RANGE);
    features[1] = vertices - 1;
    weights[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(defcol_mesh_map_to_coarse(dense_, features, weights, 1, out_features, out_weights),
              DEFCOL_ERROR_NON_FINITE);
    EXPECT_EQ(out_features[0], 77u);
    EXPECT_EQ(out_weights[0], 77);
}

TEST(Linking, RefusesBadMeshesAndDescriptors) {
    const Session session;
    const Session elsewhere;
    const MeshData data = sphere(2);
    const defcol_mesh dense = session.mesh(data);
    const defcol_mesh coarse = session.mesh(tetrahedron(3, -1));
    const defcol_mesh foreign = elsewhere.mesh(tetrahedron(3, -1));
    EXPECT_EQ(defcol_mesh_link(dense, dense, nullptr), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_mesh_link(dense, foreign, nullptr), DEFCOL_ERROR_BAD_HANDLE);
    EXPECT_EQ(defcol_mesh_link(dense, {0}, nullptr), DEFCOL_ERROR_BAD_HANDLE);
    EXPECT_EQ(defcol_mesh_link({0}, coarse, nullptr), DEFCOL_ERROR_BAD_HANDLE);
    EXPECT_EQ(defcol_mesh_link(dense, {session.context.value}, nullptr), DEFCOL_ERROR_BAD_HANDLE);
    EXPECT_EQ(defcol_mesh_link(coarse, dense, nullptr), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_TRUE(message_has("tetrahedra"));
    const defcol_mesh nothing = session.mesh({});
    EXPECT_EQ(defcol_mesh_link(dense, nothing, nullptr), DEFCOL_ERROR_INVALID_ARGUMENT);
    const defcol_mesh far_away = session.mesh(tetrahedron(1, 50));
    EXPECT_EQ(defcol_mesh_link(dense, far_away, nullptr), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_TRUE(message_has("vertex 0 of the dense mesh"));
    auto desc = initialized(defcol_link_desc_init);
    for (const double distance : {-1.0, std::nan(""), -std::numeric_limits<double>::infinity()}) {
        desc.max_distance = distance;
        EXPECT_EQ(defcol_mesh_link(dense, coarse, &desc), DEFCOL_ERROR_INVALID_ARGUMENT);
    }
    desc.max_distance = std::numeric_limits<double>::infinity();
    desc.flags = 1;
    EXPECT_EQ(defcol_mesh_link(dense, far_away, &desc), DEFCOL_ERROR_INVALID_ARGUMENT);
    desc.flags = 0;
    EXPECT_OK(defcol_mesh_link(dense, far_away, &desc));
    EXPECT_EQ(defcol_mesh_link(dense, coarse, nullptr), DEFCOL_ERROR_INVALID_ARGUMENT);
    desc.struct_size = 4;
    EXPECT_EQ(defcol_mesh_link(dense, coarse, &desc), DEFCOL_ERROR_BAD_STRUCT_SIZE);
}

TEST(Cage, IsATetrahedralMeshWhoseElementsCanBeRead) {
    const Session session;
    const defcol_mesh surface = session.mesh(sphere(3));
    auto desc = initialized(defcol_cage_desc_init);
    EXPECT_EQ(desc.resolution, 8u);
    desc.resolution = 2;
    defcol_mesh cage{77};
    ASSERT_OK(defcol_mesh_create_cage(surface, &desc, &cage));
    const uint32_t* tetrahedra = nullptr;
    uint64_t count = 0;
    ASSERT_OK(defcol_mesh_get_tetrahedra(cage, &tetrahedra, &count));
    auto report = initialized(defcol_mesh_report_init);
    ASSERT_OK(defcol_mesh_get_report(cage, &report));
    EXPECT_EQ(count, report.tetrahedron_count);
    EXPECT_EQ(report.is_closed, 1u);
    EXPECT_LT(*std::max_element(tetrahedra, tetrahedra + 4 * count), report.vertex_count);
    ASSERT_OK(defcol_mesh_get_tetrahedra(surface, &tetrahedra, &count));
    EXPECT_EQ(tetrahedra, nullptr);
    EXPECT_EQ(count, 0u);
    for (const uint32_t resolution : {0U, 129U, UINT32_MAX}) {
        desc.resolution = resolution;
        EXPECT_EQ(defcol_mesh_create_cage(surface, &desc, &cage), DEFCOL_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(cage.value, 0u);
    }
    EXPECT_EQ(defcol_mesh_create_cage(session.mesh({}), nullptr, &cage), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_mesh_create_cage({0}, nullptr, &cage), DEFCOL_ERROR_BAD_HANDLE);
    EXPECT_EQ(defcol_mesh_create_cage(surface, nullptr, nullptr), DEFCOL_ERROR_NULL_POINTER);
}

}  // namespace
}  // namespace capi_test
