// SPDX-License-Identifier: MIT
#include "pins.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "capi/session.hpp"

namespace capi_test {
namespace {

constexpr defcol_status bad_handle = DEFCOL_ERROR_BAD_HANDLE;

// Every function that takes a handle, with arguments that are right but for it.
std::vector<defcol_status> call_all_mesh_functions(uint64_t value) {
    const defcol_mesh mesh{value};
    const MeshData data = sheet(1);
    const auto desc = describe(data);
    auto edit = initialized(defcol_mesh_edit_desc_init);
    auto report = initialized(defcol_mesh_report_init);
    auto surface = initialized(defcol_mesh_surface_init);
    const double* positions = nullptr;
    uint64_t number = 0;
    return {defcol_mesh_set_positions(mesh, data.positions.data(), 4, 0, DEFCOL_SCALAR_FLOAT64),
            defcol_mesh_set_transform(mesh, nullptr),
            defcol_mesh_set_topology(mesh, &desc),
            defcol_mesh_edit(mesh, &edit),
            defcol_mesh_set_active_triangles(mesh, nullptr, 0),
            defcol_mesh_set_active_triangle_mask(mesh, nullptr, 0),
            defcol_mesh_get_report(mesh, &report),
            defcol_mesh_get_surface(mesh, &surface),
            defcol_mesh_get_positions(mesh, &positions, &number),
            defcol_mesh_set_user_data(mesh, 1),
            defcol_mesh_get_user_data(mesh, &number)};
}

std::vector<defcol_status> call_all_detector_functions(uint64_t value, defcol_mesh mesh) {
    const defcol_detector detector{value};
    auto contacts = initialized(defcol_contacts_init);
    auto statistics = initialized(defcol_statistics_init);
    uint32_t index = 0;
    int64_t integer = 0;
    double real = 0;
    defcol_mesh out{};
    uint64_t size = 0;
    auto level = initialized(defcol_sphere_level_init);
    return {defcol_detector_add_mesh(detector, mesh, 0),
            defcol_detector_remove_mesh(detector, mesh),
            defcol_detector_get_mesh_index(detector, mesh, &index),
            defcol_detector_get_mesh(detector, 0, &out),
            defcol_detector_set_mesh_flags(detector, mesh, 0),
            defcol_detector_set_filter(detector, mesh, 1, 1),
            defcol_detector_exclude_pair(detector, mesh, mesh, 1),
            defcol_detector_set_option_i64(detector, DEFCOL_OPTION_INCLUDE_ADJACENT, 0),
            defcol_detector_set_option_f64(detector, DEFCOL_OPTION_INCLUDE_ADJACENT, 0),
            defcol_detector_get_option_i64(detector, DEFCOL_OPTION_INCLUDE_ADJACENT, &integer),
            defcol_detector_get_option_f64(detector, DEFCOL_OPTION_INCLUDE_ADJACENT, &real),
            defcol_detector_detect(detector, nullptr),
            defcol_detector_contacts(detector, &contacts),
            defcol_detector_get_statistics(detector, &statistics),
            defcol_detector_resume(detector, nullptr),
            defcol_detector_set_pair_priority(detector, mesh, mesh, 1),
            defcol_detector_build_sphere_tree(detector, mesh, nullptr),
            defcol_detector_save_sphere_tree(detector, mesh, nullptr, 0, &size),
            defcol_detector_load_sphere_tree(detector, mesh, &size, sizeof size),
            defcol_detector_get_sphere_level(detector, mesh, 0, &level)};
}

std::vector<defcol_status> call_all_context_functions(uint64_t value) {
    const defcol_context context{value};
    auto statistics = initialized(defcol_context_statistics_init);
    const MeshData data = sheet(1);
    const auto desc = describe(data);
    defcol_mesh mesh{};
    defcol_detector detector{};
    return {defcol_context_get_statistics(context, &statistics), defcol_mesh_create(context, &desc, &mesh),
            defcol_detector_create(context, nullptr, &detector)};
}

void expect_all_bad(const std::vector<defcol_status>& statuses) {
    for (std::size_t i = 0; i < statuses.size(); ++i) EXPECT_EQ(statuses[i], bad_handle) << "call " << i;
}

TEST(Handles, NoneIsRefusedByEveryFunction) {
    const Session session;
    expect_all_bad(call_all_mesh_functions(0));
    expect_all_bad(call_all_detector_functions(0, session.mesh(sheet(1))));
    expect_all_bad(call_all_context_functions(0));
}

TEST(Handles, DestroyingNoneIsFine) {
    EXPECT_OK(defcol_mesh_destroy({0}));
    EXPECT_OK(defcol_detector_destroy({0}));
    EXPECT_OK(defcol_context_destroy({0}));
}

TEST(Handles, StaleOnesAreRefusedByEveryFunction) {
    const Session session;
    const auto mesh = session.mesh(sheet(1));
    const auto detector = session.detector();
    ASSERT_OK(defcol_mesh_destroy(mesh));
    ASSERT_OK(defcol_detector_destroy(detector));
    const auto living = session.mesh(sheet(1));  // takes the place of the dead one
    session.detector();
    expect_all_bad(call_all_mesh_functions(mesh.value));
    expect_all_bad(call_all_detector_functions(detector.value, living));
    EXPECT_TRUE(message_has("stale"));
}

TEST(Handles, DestroyingTwiceIsRefused) {
    const Session session;
    const auto mesh = session.mesh(sheet(1));
    const auto detector = session.detector();
    EXPECT_OK(defcol_mesh_destroy(mesh));
    EXPECT_EQ(defcol_mesh_destroy(mesh), bad_handle);
    EXPECT_OK(defcol_detector_destroy(detector));
    EXPECT_EQ(defcol_detector_destroy(detector), bad_handle);
    defcol_context context;
    ASSERT_OK(defcol_context_create(nullptr, &context));
    EXPECT_OK(defcol_context_destroy(context));
    EXPECT_EQ(defcol_context_destroy(context), bad_handle);
}

TEST(Handles, WrongTypesAreRefusedByEveryFunction) {
    const Session session;
    const auto mesh = session.mesh(sheet(1));
    const auto detector = session.detector();
    expect_all_bad(call_all_mesh_functions(detector.value));
    expect_all_bad(call_all_mesh_functions(session.context.value));
    expect_all_bad(call_all_detector_functions(mesh.value, mesh));
    EXPECT_EQ(defcol_detector_add_mesh(detector, {detector.value}, 0), bad_handle);
    expect_all_bad(call_all_context_functions(mesh.value));
    EXPECT_EQ(defcol_mesh_destroy({detector.value}), bad_handle);
    EXPECT_EQ(defcol_detector_destroy({session.context.value}), bad_handle);
    EXPECT_EQ(defcol_context_destroy({mesh.value}), bad_handle);
}

TEST(Handles, AMeshOfAnotherContextIsRefused) {
    const Session session;
    const Session other;
    const auto foreign = other.mesh(sheet(1));
    const auto own = session.mesh(sheet(1));
    const auto detector = session.detector_of({own});
    uint32_t index = 0;
    EXPECT_EQ(defcol_detector_add_mesh(detector, foreign, 0), bad_handle);
    EXPECT_TRUE(message_has("another context"));
    EXPECT_EQ(defcol_detector_remove_mesh(detector, foreign), bad_handle);
    EXPECT_EQ(defcol_detector_get_mesh_index(detector, foreign, &index), bad_handle);
    EXPECT_EQ(defcol_detector_set_filter(detector, foreign, 1, 1), bad_handle);
    EXPECT_EQ(defcol_detector_exclude_pair(detector, own, foreign, 1), bad_handle);
}

TEST(Handles, ForgedOnesAreRefused) {
    const Session session;
    const auto mesh = session.mesh(sheet(1));
    for (int bit = 0; bit < 64; ++bit) {
        const uint64_t forged = mesh.value ^ (uint64_t{1} << bit);
        double unused = 0;
        const double* positions = &unused;
        EXPECT_EQ(defcol_mesh_get_positions({forged}, &positions, nullptr), bad_handle) << bit;
        EXPECT_EQ(positions, nullptr);
    }
    EXPECT_EQ(defcol_mesh_destroy({UINT64_MAX}), bad_handle);
    EXPECT_EQ(defcol_context_destroy({UINT64_MAX}), bad_handle);
}

TEST(Handles, DestroyingAContextEndsTheHandlesOfItsContents) {
    defcol_context context;
    ASSERT_OK(defcol_context_create(nullptr, &context));
    const MeshData data = sheet(1);
    const auto desc = describe(data);
    defcol_mesh mesh;
    defcol_detector detector;
    ASSERT_OK(defcol_mesh_create(context, &desc, &mesh));
    ASSERT_OK(defcol_detector_create(context, nullptr, &detector));
    ASSERT_OK(defcol_detector_add_mesh(detector, mesh, 0));
    ASSERT_OK(defcol_context_destroy(context));
    EXPECT_EQ(defcol_mesh_destroy(mesh), bad_handle);
    EXPECT_EQ(defcol_detector_detect(detector, nullptr), bad_handle);
}

}  // namespace
}  // namespace capi_test
