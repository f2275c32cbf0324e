// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "capi/guarded_memory.hpp"
#include "capi/session.hpp"

namespace capi_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<double> positions_of(defcol_mesh mesh) {
    const double* positions = nullptr;
    uint64_t count = 0;
    EXPECT_OK(defcol_mesh_get_positions(mesh, &positions, &count));
    return {positions, positions + 3 * count};
}

defcol_mesh_report report_of(defcol_mesh mesh) {
    auto report = initialized(defcol_mesh_report_init);
    EXPECT_OK(defcol_mesh_get_report(mesh, &report));
    return report;
}

// Tries to create a mesh that must be refused.
defcol_status create(const Session& session, const defcol_mesh_desc& desc) {
    defcol_mesh mesh{77};
    const defcol_status status = defcol_mesh_create(session.context, &desc, &mesh);
    EXPECT_EQ(mesh.value, 0u);
    return status;
}

TEST(MeshInput, NonFiniteVerticesAreNamedAndChangeNothing) {
    const Session session;
    const MeshData good = sheet(3);
    const auto mesh = session.mesh(good);
    for (const double bad : {nan, infinity, -infinity}) {
        for (const uint64_t coordinate : {0u, 16u, 47u}) {
            MeshData data = good;
            data.positions[coordinate] = bad;
            const std::string vertex = "vertex " + std::to_string(coordinate / 3);
            EXPECT_EQ(create(session, describe(data)), DEFCOL_ERROR_NON_FINITE);
            EXPECT_TRUE(message_has("defcol_mesh_create: "));
            EXPECT_TRUE(message_has(vertex));
            EXPECT_EQ(defcol_mesh_set_positions(mesh, data.positions.data(), 16, 0, DEFCOL_SCALAR_FLOAT64),
                      DEFCOL_ERROR_NON_FINITE);
            EXPECT_TRUE(message_has(vertex));
            const auto desc = describe(data);
            EXPECT_EQ(defcol_mesh_set_topology(mesh, &desc), DEFCOL_ERROR_NON_FINITE);
            EXPECT_EQ(positions_of(mesh), good.positions);
        }
    }
}

TEST(MeshInput, SkippingLeavesThePrimitivesOutAndCountsThem) {
    const Session session;
    MeshData data = sheet(3);
    auto desc = describe(data);
    desc.flags = DEFCOL_MESH_SKIP_NON_FINITE;
    defcol_mesh mesh;
    ASSERT_OK(defcol_mesh_create(session.context, &desc, &mesh));
    const MeshData tilted = sheet(3, 0.3, 0.41);
    const auto detector = session.detector_of({mesh, session.mesh(tilted)});
    data.positions[3 * 5] = nan;
    ASSERT_OK(defcol_mesh_set_positions(mesh, data.positions.data(), 16, 0, DEFCOL_SCALAR_FLOAT64));
    const auto uses_vertex_5 = [&](uint32_t triangle) {
        return std::find(&data.triangles[3 * triangle], &data.triangles[3 * triangle] + 3, 5u) !=
               &data.triangles[3 * triangle] + 3;
    };
    uint64_t skipped = 0;
    for (uint32_t i = 0; i < data.triangle_count(); ++i) skipped += uses_vertex_5(i) ? 1u : 0u;
    const auto report = report_of(mesh);
    EXPECT_EQ(report.skipped_vertex_count, 1u);
    EXPECT_EQ(report.skipped_triangle_count, skipped);
    EXPECT_EQ(report.active_triangle_count, data.triangle_count());

    std::vector<Contact> expected = expected_contacts(sheet(3), tilted);
    std::erase_if(expected, [&](const Contact& contact) { return uses_vertex_5(contact[2]); });
    ASSERT_OK(defcol_detector_detect(detector, nullptr));
    EXPECT_EQ(contacts_of(detector), expected);
    for (const double coordinate : positions_of(mesh)) EXPECT_TRUE(std::isfinite(coordinate));

    data = sheet(3);
    ASSERT_OK(defcol_mesh_set_positions(mesh, data.positions.data(), 16, 0, DEFCOL_SCALAR_FLOAT64));
    ASSERT_OK(defcol_detector_detect(detector, nullptr));
    EXPECT_EQ(contacts_of(detector), expected_contacts(data, tilted));
}

TEST(MeshInput, CoordinatesBeyondTheRangeAreNamed) {
    const Session session;
    MeshData data = sheet(2);
    data.positions[3 * 7 + 1] = std::ldexp(1.0, 60);
    EXPECT_NE(session.mesh(data).value, 0u);
    data.positions[3 * 7 + 1] = std::nextafter(std::ldexp(1.0, 60), infinity);
    EXPECT_EQ(create(session, describe(data)), DEFCOL_ERROR_OUT_OF_RANGE);
    EXPECT_TRUE(message_has("vertex 7"));
}

TEST(MeshInput, IndicesOutOfRangeAreNamed) {
    const Session session;
    MeshData data = sheet(2);
    const auto mesh = session.mesh(data);
    for (const uint32_t bad : {9u, UINT32_MAX, UINT32_MAX - 1}) {
        MeshData broken = data;
        broken.triangles[3 * 5 + 2] = bad;
        EXPECT_EQ(create(session, describe(broken)), DEFCOL_ERROR_INDEX_RANGE);
        EXPECT_TRUE(message_has("triangle 5"));
        const auto desc = describe(broken);
        EXPECT_EQ(defcol_mesh_set_topology(mesh, &desc), DEFCOL_ERROR_INDEX_RANGE);
    }
    MeshData tetrahedra = tetrahedron(1);
    tetrahedra.tetrahedra[3] = 4;
    EXPECT_EQ(create(session, describe(tetrahedra)), DEFCOL_ERROR_INDEX_RANGE);
    EXPECT_TRUE(message_has("tetrahedron 0"));
    // Fewer vertices than the triangles need: the mesh as it was stays.
    auto fewer = describe(data);
    fewer.vertex_count = 8;
    EXPECT_EQ(defcol_mesh_set_topology(mesh, &fewer), DEFCOL_ERROR_INDEX_RANGE);
    EXPECT_EQ(report_of(mesh).vertex_count, 9u);
}

TEST(MeshInput, CountsAndStridesThatOverflowAreRefused) {
    const Session session;
    const MeshData data = sheet(2);
    const MeshData tetrahedral = tetrahedron(1);
    auto desc = describe(data);
    for (const uint64_t count : {(uint64_t{1} << 31) + 1, uint64_t{1} << 40, uint64_t{1} << 63, UINT64_MAX}) {
        desc = describe(data);
        desc.vertex_count = count;
        EXPECT_EQ(create(session, desc), DEFCOL_ERROR_SIZE_OVERFLOW) << count;
        desc = describe(data);
        desc.triangle_count = count;
        EXPECT_EQ(create(session, desc), DEFCOL_ERROR_SIZE_OVERFLOW) << count;
        desc = describe(tetrahedral);
        desc.tetrahedron_count = count;
        EXPECT_EQ(create(session, desc), DEFCOL_ERROR_SIZE_OVERFLOW) << count;
    }
    desc = describe(data);
    desc.position_stride = UINT64_MAX - 7;
    EXPECT_EQ(create(session, desc), DEFCOL_ERROR_SIZE_OVERFLOW);
    desc.position_stride = uint64_t{1} << 61;
    EXPECT_EQ(create(session, desc), DEFCOL_ERROR_SIZE_OVERFLOW);
    const auto mesh = session.mesh(data);
    EXPECT_EQ(
        defcol_mesh_set_positions(mesh, data.positions.data(), 9, UINT64_MAX - 7, DEFCOL_SCALAR_FLOAT64),
        DEFCOL_ERROR_SIZE_OVERFLOW);
    EXPECT_EQ(defcol_mesh_set_active_triangles(mesh, data.triangles.data(), UINT64_MAX),
              DEFCOL_ERROR_SIZE_OVERFLOW);
    auto edit = initialized(defcol_mesh_edit_desc_init);
    edit.added_positions = data.positions.data();
    edit.added_vertex_count = (uint64_t{1} << 31) - 5;
    EXPECT_EQ(defcol_mesh_edit(mesh, &edit), DEFCOL_ERROR_SIZE_OVERFLOW);
}

TEST(MeshInput, StridesScalarsFlagsAndMixedElementsAreChecked) {
    const Session session;
    const MeshData data = sheet(2);
    for (const uint64_t stride : {8u, 16u, 23u, 25u, 28u}) {
        auto desc = describe(data);
        desc.position_stride = stride;
        EXPECT_EQ(create(session, desc), DEFCOL_ERROR_INVALID_ARGUMENT) << stride;
    }
    for (const int32_t scalar : {0, 3, -1, INT32_MAX}) {
        auto desc = describe(data);
        desc.position_scalar = scalar;
        EXPECT_EQ(create(session, desc), DEFCOL_ERROR_INVALID_ARGUMENT) << scalar;
    }
    auto desc = describe(data);
    desc.flags = 2;
    EXPECT_EQ(create(session, desc), DEFCOL_ERROR_INVALID_ARGUMENT);
    desc = describe(data);
    desc.reserved = 1;
    EXPECT_EQ(create(session, desc), DEFCOL_ERROR_INVALID_ARGUMENT);
    desc = describe(data);
    const uint32_t corners[4] = {0, 1, 2, 3};
    desc.tetrahedra = corners;
    desc.tetrahedron_count = 1;
    EXPECT_EQ(create(session, desc), DEFCOL_ERROR_INVALID_ARGUMENT);
    const auto mesh = session.mesh(data);
    EXPECT_EQ(defcol_mesh_set_positions(mesh, data.positions.data(), 8, 0, DEFCOL_SCALAR_FLOAT64),
              DEFCOL_ERROR_INVALID_ARGUMENT);
}

TEST(MeshInput, NullAndMisalignedArraysAreRefused) {
    const Session session;
    const MeshData data = sheet(2);
    const auto mesh = session.mesh(data);
    const auto misplaced = [](const auto* pointer) {
        using T = std::remove_reference_t<decltype(*pointer)>;
        return reinterpret_cast<T*>(reinterpret_cast<const char*>(pointer) + 1);
    };
    auto desc = describe(data);
    desc.positions = nullptr;
    EXPECT_EQ(create(session, desc), DEFCOL_ERROR_NULL_POINTER);
    EXPECT_TRUE(message_has("positions"));
    desc = describe(data);
    desc.triangles = nullptr;
    EXPECT_EQ(create(session, desc), DEFCOL_ERROR_NULL_POINTER);
    EXPECT_TRUE(message_has("triangles"));
    desc = describe(data);
    desc.triangles = misplaced(data.triangles.data());
    EXPECT_EQ(create(session, desc), DEFCOL_ERROR_INVALID_ARGUMENT);
    desc = describe(data);
    desc.positions = misplaced(data.positions.data());
    EXPECT_EQ(create(session, desc), DEFCOL_ERROR_INVALID_ARGUMENT);
    desc = describe(data);
    desc.transform = misplaced(data.positions.data());
    EXPECT_EQ(create(session, desc), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_mesh_set_positions(mesh, nullptr, 9, 0, DEFCOL_SCALAR_FLOAT64),
              DEFCOL_ERROR_NULL_POINTER);
    EXPECT_EQ(defcol_mesh_set_transform(mesh, misplaced(data.positions.data())),
              DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_mesh_set_active_triangles(mesh, nullptr, 1), DEFCOL_ERROR_NULL_POINTER);
    EXPECT_EQ(defcol_mesh_set_active_triangles(mesh, misplaced(data.triangles.data()), 1),
              DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_mesh_set_active_triangle_mask(mesh, nullptr, 8), DEFCOL_ERROR_NULL_POINTER);
    EXPECT_EQ(defcol_mesh_get_user_data(mesh, nullptr), DEFCOL_ERROR_NULL_POINTER);
    alignas(8) char place[16] = {};
    EXPECT_EQ(defcol_mesh_get_user_data(mesh, reinterpret_cast<uint64_t*>(place + 4)),
              DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_mesh_get_positions(mesh, reinterpret_cast<const double**>(place + 4), nullptr),
              DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(positions_of(mesh), data.positions);
}

TEST(MeshInput, NothingIsReadPastTheLastElement) {
    const Session session;
    const MeshData data = sheet(2);
    const GuardedMemory triangles(data.triangles.data(), data.triangles.size() * sizeof(uint32_t));
    for (const uint64_t stride : {3u, 4u, 7u}) {
        std::vector<double> strided((9 - 1) * stride + 3);
        std::vector<float> strided_floats(strided.size());
        for (uint64_t i = 0; i < 9; ++i) {
            for (uint64_t axis = 0; axis < 3; ++axis) {
                strided[stride * i + axis] = data.positions[3 * i + axis];
                strided_floats[stride * i + axis] = static_cast<float>(data.positions[3 * i + axis]);
            }
        }
        const GuardedMemory doubles(strided.data(), strided.size() * sizeof(double));
        const GuardedMemory floats(strided_floats.data(), strided_floats.size() * sizeof(float));
        auto desc = describe(data);
        desc.positions = doubles.as<double>();
        desc.position_stride = stride * sizeof(double);
        desc.triangles = triangles.as<uint32_t>();
        defcol_mesh mesh;
        ASSERT_OK(defcol_mesh_create(session.context, &desc, &mesh));
        EXPECT_EQ(positions_of(mesh), data.positions);
        ASSERT_OK(defcol_mesh_set_positions(mesh, floats.as<float>(), 9, stride * sizeof(float),
                                            DEFCOL_SCALAR_FLOAT32));
        EXPECT_EQ(positions_of(mesh), data.positions);
    }
    const auto mesh = session.mesh(data);
    const uint32_t ids[2] = {1, 7};
    const GuardedMemory listed(ids, sizeof ids);
    EXPECT_OK(defcol_mesh_set_active_triangles(mesh, listed.as<uint32_t>(), 2));
    const uint8_t mask = 0x81;
    const GuardedMemory bits(&mask, 1);
    EXPECT_OK(defcol_mesh_set_active_triangle_mask(mesh, bits.as<uint8_t>(), 8));
    EXPECT_EQ(report_of(mesh).active_triangle_count, 2u);
}

TEST(MeshInput, OddButLegalMeshesAreCounted) {
    const Session session;
    EXPECT_EQ(report_of(session.mesh({})).vertex_count, 0u);
    MeshData points;
    points.positions = {0, 0, 0, 1, 1, 1};
    const auto point_report = report_of(session.mesh(points));
    EXPECT_EQ(point_report.unused_vertex_count, 2u);
    EXPECT_EQ(point_report.box_max[1], 1.0);

    MeshData odd;
    odd.positions = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1e-100, 0, 0};
    odd.triangles = {0, 1, 2, 1, 0, 3, 0, 1, 4, 2, 2, 2};
    const auto report = report_of(session.mesh(odd));
    EXPECT_EQ(report.degenerate_triangle_count, 2u);
    EXPECT_EQ(report.duplicate_vertex_count, 2u);
    EXPECT_EQ(report.flushed_coordinate_count, 1u);
    EXPECT_EQ(report.non_manifold_edge_count, 1u);
    EXPECT_EQ(report.is_closed, 0u);
}

TEST(MeshInput, TheHostKeepsItsArrays) {
    const Session session;
    MeshData data = sheet(2);
    const auto mesh = session.mesh(data);
    const auto original = data.positions;
    std::fill(data.positions.begin(), data.positions.end(), nan);
    std::fill(data.triangles.begin(), data.triangles.end(), UINT32_MAX);
    EXPECT_EQ(positions_of(mesh), original);
}

}  // namespace
}  // namespace capi_test
