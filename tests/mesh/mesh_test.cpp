// SPDX-License-Identifier: MIT
#include "mesh/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/status.hpp"
#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

const double not_a_number = std::nan("");

TEST_F(MeshTest, KeepsWhatItWasGiven) {
    const MeshArrays arrays = two_triangles();
    MeshSource source = arrays.source();
    source.user_data = 42;
    Mesh mesh(memory_, workers_, nullptr, source);
    const MeshState state = state_of(mesh);
    EXPECT_EQ(state.positions, arrays.positions);
    EXPECT_EQ(state.triangles, arrays.triangles);
    EXPECT_TRUE(state.all_triangles);
    EXPECT_TRUE(state.all_vertices);
    EXPECT_TRUE(state.all_tetrahedra);
    EXPECT_EQ(mesh.box_min(), Vec3(0, 0, 0));
    EXPECT_EQ(mesh.box_max(), Vec3(1, 1, 0));
    EXPECT_EQ(mesh.handle_type(), HandleType::mesh);
    EXPECT_EQ(mesh.user_data(), 42u);
    mesh.set_user_data(43);
    EXPECT_EQ(mesh.user_data(), 43u);
}

TEST_F(MeshTest, MayBeEmptyOrAPointSet) {
    const Mesh empty = make({});
    EXPECT_TRUE(empty.positions().empty());
    EXPECT_TRUE(empty.all_triangles_usable());
    EXPECT_GT(empty.box_min().x, empty.box_max().x);
    MeshArrays points;
    points.positions = {1, 2, 3, 4, 5, 6};
    EXPECT_EQ(make(points).positions().size(), 2u);
}

TEST_F(MeshTest, IsNotMadeFromBadSources) {
    const MeshArrays arrays = two_triangles();
    const MeshArrays tetrahedron = one_tetrahedron();
    const auto status_of = [&](const MeshSource& source) {
        const uint64_t bytes = memory_.current_bytes();
        const Outcome outcome = outcome_of([&] { const Mesh mesh(memory_, workers_, nullptr, source); });
        EXPECT_EQ(memory_.current_bytes(), bytes);
        return outcome.status;
    };
    MeshSource source = arrays.source();
    source.flags = 2;
    EXPECT_EQ(status_of(source), status::invalid_argument);
    source = arrays.source();
    source.tetrahedra = tetrahedron.tetrahedra.data();
    source.tetrahedron_count = 1;
    EXPECT_EQ(status_of(source), status::invalid_argument);
    source = arrays.source();
    source.triangles = nullptr;
    EXPECT_EQ(status_of(source), status::null_pointer);
    source = arrays.source();
    source.triangles = reinterpret_cast<const uint32_t*>(reinterpret_cast<const char*>(source.triangles) + 1);
    EXPECT_EQ(status_of(source), status::invalid_argument);
    source = arrays.source();
    source.triangle_count = (uint64_t{1} << 31) + 1;
    EXPECT_EQ(status_of(source), status::size_overflow);
    source = tetrahedron.source();
    source.tetrahedron_count = UINT64_MAX;
    EXPECT_EQ(status_of(source), status::size_overflow);
    source = tetrahedron.source();
    source.tetrahedra = nullptr;
    EXPECT_EQ(status_of(source), status::null_pointer);
    source = arrays.source();
    source.positions.count = 3;
    EXPECT_EQ(status_of(source), status::index_range);
    source = tetrahedron.source();
    source.positions.count = 3;
    EXPECT_EQ(status_of(source), status::index_range);
    const double mirror[12] = {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    source = arrays.source();
    source.transform = mirror;
    EXPECT_EQ(status_of(source), status::invalid_argument);
}

TEST_F(MeshTest, NamesTheFirstElementOutOfRange) {
    MeshArrays arrays = sheet(3, 3);
    arrays.triangles[3 * 5 + 1] = 90;
    arrays.triangles[3 * 6] = 91;
    EXPECT_EQ(outcome_of([&] { make(arrays); }).message,
              "triangle 5 names vertex 90, but the mesh has 16 vertices");
    MeshArrays tetrahedron = one_tetrahedron();
    tetrahedron.tetrahedra[3] = no_index;
    EXPECT_EQ(outcome_of([&] { make(tetrahedron); }).message,
              "tetrahedron 0 names vertex 4294967295, but the mesh has 4 vertices");
}

TEST_F(MeshTest, MovesAllVertices) {
    MeshArrays arrays = two_triangles();
    Mesh mesh = make(arrays);
    for (int frame = 0; frame < 5; ++frame) {
        for (double& x : arrays.positions) x += 0.5;
        mesh.set_positions(arrays.position_source());
        EXPECT_EQ(state_of(mesh).positions, arrays.positions);
        EXPECT_EQ(mesh.box_min(), Vec3(arrays.positions[0]));
    }
    const float floats[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.5F};
    mesh.set_positions({floats, 4, 0, scalar_float32});
    EXPECT_EQ(mesh.positions()[3], Vec3(10, 11, 12.5));
}

TEST_F(MeshTest, RefusesPositionsOfAnotherCount) {
    const MeshArrays arrays = two_triangles();
    Mesh mesh = make(arrays);
    EXPECT_EQ(outcome_of([&] {
                  mesh.set_positions({arrays.positions.data(), 3, 0, scalar_float64});
              }).status,
              status::invalid_argument);
    EXPECT_EQ(outcome_of([&] {
                  mesh.set_positions({nullptr, 4, 0, scalar_float64});
              }).status,
              status::null_pointer);
}

TEST_F(MeshTest, KeepsThePreviousPositionsWhenNewOnesAreRefused) {
    MeshArrays arrays = two_triangles();
    Mesh mesh = make(arrays);
    for (double& x : arrays.positions) x += 1;
    mesh.set_positions(arrays.position_source());
    const MeshState before = state_of(mesh);
    arrays.positions[7] = not_a_number;
    const Outcome outcome = outcome_of([&] { mesh.set_positions(arrays.position_source()); });
    EXPECT_EQ(outcome.status, status::non_finite);
    EXPECT_NE(outcome.message.find("vertex 2 is not finite (y = nan)"), std::string::npos) << outcome.message;
    EXPECT_EQ(state_of(mesh), before);
    arrays.positions[7] = 1e19;
    EXPECT_EQ(outcome_of([&] { mesh.set_positions(arrays.position_source()); }).status, status::out_of_range);
    EXPECT_EQ(state_of(mesh), before);
}

TEST_F(MeshTest, IsPlacedByATransform) {
    MeshArrays arrays = two_triangles();
    Mesh mesh = make(arrays);
    const double turn[12] = {0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30};
    mesh.set_transform(turn);
    EXPECT_EQ(mesh.positions()[1], Vec3(10, 21, 30));
    EXPECT_EQ(mesh.box_min(), Vec3(9, 20, 30));
    EXPECT_EQ(mesh.box_max(), Vec3(10, 21, 30));
    // It replaces the one before and holds for positions set later.
    const double shift[12] = {1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0};
    mesh.set_transform(shift);
    EXPECT_EQ(mesh.positions()[1], Vec3(6, 0, 0));
    arrays.positions[3] = 2;
    mesh.set_positions(arrays.position_source());
    EXPECT_EQ(mesh.positions()[1], Vec3(7, 0, 0));
    mesh.set_transform(nullptr);
    EXPECT_EQ(state_of(mesh).positions, arrays.positions);
    mesh.set_transform(nullptr);
    mesh.set_transform(turn);
    EXPECT_EQ(mesh.positions()[1], Vec3(10, 22, 30));
}

TEST_F(MeshTest, MayBeMadeWithATransform) {
    const MeshArrays arrays = two_triangles();
    const double shift[12] = {1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0};
    MeshSource source = arrays.source();
    source.transform = shift;
    Mesh mesh(memory_, workers_, nullptr, source);
    EXPECT_EQ(mesh.positions()[0], Vec3(5, 0, 0));
    mesh.set_transform(nullptr);
    EXPECT_EQ(mesh.positions()[0], Vec3(0, 0, 0));
}

TEST_F(MeshTest, KeepsItsPlaceWhenATransformIsRefused) {
    Mesh mesh = make(two_triangles());
    const double shift[12] = {1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0};
    const double far[12] = {1, 0, 0, 0x1p60, 0, 1, 0, 0, 0, 0, 1, 0x1p61};
    const double mirror[12] = {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    for (int round = 0; round < 2; ++round) {
        const MeshState before = state_of(mesh);
        EXPECT_EQ(outcome_of([&] { mesh.set_transform(far); }).status, status::out_of_range);
        EXPECT_EQ(outcome_of([&] { mesh.set_transform(mirror); }).status, status::invalid_argument);
        EXPECT_EQ(state_of(mesh), before);
        mesh.set_transform(shift);
        EXPECT_EQ(mesh.positions()[1], Vec3(6, 0, 0));
    }
}

TEST_F(MeshTest, TakesANewTopologyOfAnyKindAndSize) {
    MeshArrays first = sheet(3, 2);
    MeshSource source = first.source();
    const double shift[12] = {1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0};
    source.transform = shift;
    source.user_data = 8;
    Mesh mesh(memory_, workers_, nullptr, source);
    const uint32_t active[] = {1};
    mesh.set_active_triangles(active, 1);
    const MeshArrays second = one_tetrahedron();
    MeshSource replacement = second.source();
    replacement.user_data = 9;
    replacement.flags = mesh_skip_non_finite;
    mesh.set_topology(replacement);
    EXPECT_EQ(mesh.triangles().size(), 4u);
    EXPECT_TRUE(mesh.all_triangles_usable());
    EXPECT_EQ(mesh.positions()[0], Vec3(5, 0, 0));  // the transform stays,
    EXPECT_EQ(mesh.user_data(), 8u);                // so does user data,
    MeshArrays broken = second;
    broken.positions[0] = not_a_number;  // and so do the flags
    EXPECT_EQ(outcome_of([&] { mesh.set_topology(broken.source()); }).status, status::non_finite);
    const MeshArrays third = sheet(9, 9);
    mesh.set_topology(third.source());
    EXPECT_EQ(mesh.triangles().size(), 162u);
    EXPECT_TRUE(mesh.tetrahedra().empty());
    EXPECT_TRUE(mesh.tetrahedron_surface().empty());
    EXPECT_TRUE(mesh.triangle_tetrahedra().empty());
    mesh.set_topology({});
    EXPECT_TRUE(mesh.positions().empty());
    EXPECT_TRUE(mesh.triangles().empty());
}

TEST_F(MeshTest, KeepsEverythingWhenATopologyIsRefused) {
    Mesh mesh = make(one_tetrahedron());
    const MeshState before = state_of(mesh);
    MeshArrays bad = sheet(2, 2);
    bad.triangles[4] = 100;
    EXPECT_EQ(outcome_of([&] { mesh.set_topology(bad.source()); }).status, status::index_range);
    bad.triangles[4] = 0;
    bad.positions[4] = not_a_number;
    EXPECT_EQ(outcome_of([&] { mesh.set_topology(bad.source()); }).status, status::non_finite);
    EXPECT_EQ(state_of(mesh), before);
}

TEST_F(MeshTest, ChangesTheVersionsOfWhatChanged) {
    MeshArrays arrays = two_triangles();
    Mesh mesh = make(arrays);
    MeshState before = state_of(mesh);
    mesh.set_positions(arrays.position_source());
    MeshState after = state_of(mesh);
    EXPECT_NE(after.positions_version, before.positions_version);
    EXPECT_EQ(after.topology_version, before.topology_version);
    EXPECT_EQ(after.active_version, before.active_version);
    before = after;
    const uint32_t active[] = {1};
    mesh.set_active_triangles(active, 1);
    after = state_of(mesh);
    EXPECT_EQ(after.positions_version, before.positions_version);
    EXPECT_EQ(after.topology_version, before.topology_version);
    EXPECT_NE(after.active_version, before.active_version);
    before = after;
    mesh.set_topology(arrays.source());
    after = state_of(mesh);
    EXPECT_NE(after.positions_version, before.positions_version);
    EXPECT_NE(after.topology_version, before.topology_version);
    EXPECT_NE(after.active_version, before.active_version);
    const Mesh other = make(arrays);
    EXPECT_NE(other.topology_version(), mesh.topology_version());
}

}  // namespace
}  // namespace defcol::testing
