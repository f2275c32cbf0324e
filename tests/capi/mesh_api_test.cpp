// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "capi/session.hpp"

namespace capi_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> positions_of(defcol_mesh mesh) {
    const double* positions = nullptr;
    uint64_t count = 0;
    EXPECT_OK(defcol_mesh_get_positions(mesh, &positions, &count));
    return {positions, positions + 3 * count};
}

TEST(MeshTransform, IsCheckedAndApplied) {
    const Session session;
    const auto mesh = session.mesh(sheet(1));
    const double turned[12] = {0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7};
    ASSERT_OK(defcol_mesh_set_transform(mesh, turned));
    const std::vector<double> moved = {5, 6, 7, 5, 7, 7, 4, 6, 7, 4, 7, 7};
    EXPECT_EQ(positions_of(mesh), moved);
    double bad[12] = {2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    EXPECT_EQ(defcol_mesh_set_transform(mesh, bad), DEFCOL_ERROR_INVALID_ARGUMENT);
    bad[0] = nan;
    EXPECT_EQ(defcol_mesh_set_transform(mesh, bad), DEFCOL_ERROR_NON_FINITE);
    EXPECT_EQ(positions_of(mesh), moved);
    ASSERT_OK(defcol_mesh_set_transform(mesh, nullptr));
    EXPECT_EQ(positions_of(mesh), sheet(1).positions);
}

TEST(MeshUserData, IsKept) {
    const Session session;
    const MeshData data = sheet(1);
    auto desc = describe(data);
    desc.user_data = 42;
    defcol_mesh mesh;
    ASSERT_OK(defcol_mesh_create(session.context, &desc, &mesh));
    uint64_t value = 0;
    EXPECT_OK(defcol_mesh_get_user_data(mesh, &value));
    EXPECT_EQ(value, 42u);
    EXPECT_OK(defcol_mesh_set_user_data(mesh, UINT64_MAX));
    const auto replacement = describe(data);
    EXPECT_OK(defcol_mesh_set_topology(mesh, &replacement));
    EXPECT_OK(defcol_mesh_get_user_data(mesh, &value));
    EXPECT_EQ(value, UINT64_MAX);
}

TEST(MeshSurface, OfATetrahedronIsItsFourFacesTurnedOutward) {
    const Session session;
    const auto mesh = session.mesh(tetrahedron(1));
    auto surface = initialized(defcol_mesh_surface_init);
    ASSERT_OK(defcol_mesh_get_surface(mesh, &surface));
    ASSERT_EQ(surface.triangle_count, 4u);
    EXPECT_EQ(surface.active, nullptr);
    const std::vector<double> p = positions_of(mesh);
    for (uint32_t face = 0; face < 4; ++face) {
        EXPECT_EQ(surface.tetrahedra[face], 0u);
        const double* corner[3];
        for (uint32_t i = 0; i < 3; ++i) {
            EXPECT_NE(surface.triangles[3 * face + i], face);
            corner[i] = &p[3 * surface.triangles[3 * face + i]];
        }
        double normal[3];
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3;
            const int k = (i + 2) % 3;
            normal[i] = (corner[1][j] - corner[0][j]) * (corner[2][k] - corner[0][k]) -
                        (corner[1][k] - corner[0][k]) * (corner[2][j] - corner[0][j]);
        }
        const double* opposite = &p[3 * face];
        double side = 0;
        for (int i = 0; i < 3; ++i) side += normal[i] * (opposite[i] - corner[0][i]);
        EXPECT_LT(side, 0) << "face " << face;
    }
    const auto sheet_mesh = session.mesh(sheet(1));
    ASSERT_OK(defcol_mesh_get_surface(sheet_mesh, &surface));
    EXPECT_EQ(surface.triangle_count, 2u);
    EXPECT_EQ(surface.tetrahedra, nullptr);
}

}  // namespace
}  // namespace capi_test
