// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "base/status.hpp"
#include "mesh/mesh.hpp"
#include "mesh/mesh_fixture.hpp"

// Which primitives of a mesh count: the active ones that no skipped vertex belongs to.
namespace defcol::testing {
namespace {

using UsablePrimitives = MeshTest;

const double not_a_number = std::nan("");

Mesh make_skipping(Memory& memory, Workers& workers, const MeshArrays& arrays) {
    MeshSource source = arrays.source();
    source.flags = mesh_skip_non_finite;
    return {memory, workers, nullptr, source};
}

std::vector<uint32_t> sorted_usable(const Mesh& mesh) {
    std::vector<uint32_t> ids(mesh.usable_triangles().begin(), mesh.usable_triangles().end());
    std::sort(ids.begin(), ids.end());
    return ids;
}

using Ids = std::vector<uint32_t>;
using Bytes = std::vector<uint8_t>;

Bytes bytes_of(std::span<const uint8_t> bytes) {
    return {bytes.begin(), bytes.end()};
}

TEST_F(UsablePrimitives, SkipsPrimitivesOfVerticesThatAreNotFinite) {
    MeshArrays arrays = two_triangles();
    Mesh mesh = make_skipping(memory_, workers_, arrays);
    EXPECT_TRUE(mesh.all_vertices_usable());
    const uint64_t active_version = mesh.active_version();
    arrays.positions[10] = std::numeric_limits<double>::infinity();
    mesh.set_positions(arrays.position_source());
    EXPECT_FALSE(mesh.all_vertices_usable());
    EXPECT_EQ(bytes_of(mesh.vertex_usable()), (Bytes{1, 1, 1, 0}));
    EXPECT_FALSE(mesh.all_triangles_usable());
    EXPECT_EQ(bytes_of(mesh.triangle_usable()), (Bytes{1, 0}));
    EXPECT_EQ(sorted_usable(mesh), (Ids{0}));
    EXPECT_EQ(mesh.positions()[3], Vec3(0));
    EXPECT_NE(mesh.active_version(), active_version);
    arrays.positions[10] = 1;
    mesh.set_positions(arrays.position_source());
    EXPECT_TRUE(mesh.all_vertices_usable());
    EXPECT_TRUE(mesh.all_triangles_usable());
    EXPECT_EQ(mesh.positions()[3], Vec3(1, 1, 0));
}

TEST_F(UsablePrimitives, SkipsVerticesUnderATransformAndWithout) {
    MeshArrays arrays = two_triangles();
    arrays.positions[9] = not_a_number;
    Mesh mesh = make_skipping(memory_, workers_, arrays);
    const double shift[12] = {1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0};
    for (const double* transform : {shift, static_cast<const double*>(nullptr), shift + 0}) {
        const uint64_t active_version = mesh.active_version();
        mesh.set_transform(transform);
        EXPECT_EQ(mesh.active_version(), active_version);  // the same vertices are skipped
        EXPECT_EQ(bytes_of(mesh.vertex_usable()), (Bytes{1, 1, 1, 0}));
        EXPECT_EQ(mesh.positions()[3], Vec3(0));
        EXPECT_EQ(mesh.positions()[0], Vec3(transform == nullptr ? 0 : 5, 0, 0));
        EXPECT_EQ(sorted_usable(mesh), (Ids{0}));
    }
}

TEST_F(UsablePrimitives, SkipsTetrahedra) {
    MeshArrays arrays = one_tetrahedron();
    arrays.positions.insert(arrays.positions.end(), {0, 0, not_a_number});
    arrays.tetrahedra.insert(arrays.tetrahedra.end(), {0, 2, 1, 4});
    Mesh mesh = make_skipping(memory_, workers_, arrays);
    EXPECT_FALSE(mesh.all_tetrahedra_usable());
    EXPECT_EQ(bytes_of(mesh.tetrahedron_usable()), (Bytes{1, 0}));
    EXPECT_EQ(sorted_usable(mesh), (Ids{0, 1, 2}));
    // A skipped vertex of no element leaves every tetrahedron usable.
    arrays.positions.insert(arrays.positions.end(), {0, 0, not_a_number});
    arrays.positions[14] = -1;
    mesh.set_topology(arrays.source());
    EXPECT_FALSE(mesh.all_vertices_usable());
    EXPECT_TRUE(mesh.all_tetrahedra_usable());
    EXPECT_TRUE(mesh.all_triangles_usable());
}

TEST_F(UsablePrimitives, CountsExactlyTheListedTriangles) {
    Mesh mesh = make(sheet(4, 1));
    const uint32_t first[] = {5, 2, 5, 7};
    mesh.set_active_triangles(first, 4);
    EXPECT_FALSE(mesh.all_triangles_usable());
    EXPECT_EQ(sorted_usable(mesh), (Ids{2, 5, 7}));
    EXPECT_EQ(bytes_of(mesh.triangle_usable()), (Bytes{0, 0, 1, 0, 0, 1, 0, 1}));
    const uint32_t second[] = {0};
    mesh.set_active_triangles(second, 1);
    EXPECT_EQ(bytes_of(mesh.triangle_usable()), (Bytes{1, 0, 0, 0, 0, 0, 0, 0}));
    mesh.set_active_triangles(nullptr, 0);
    EXPECT_TRUE(sorted_usable(mesh).empty());
    EXPECT_FALSE(mesh.all_triangles_usable());
    const uint32_t all[] = {0, 1, 2, 3, 4, 5, 6, 7};
    mesh.set_active_triangles(all, 8);
    EXPECT_TRUE(mesh.all_triangles_usable());
}

TEST_F(UsablePrimitives, CountsTheTrianglesOfAMask) {
    Mesh mesh = make(sheet(5, 1));
    const uint8_t bits[] = {0x81, 0xfe};  // the last six bits lie past the end
    mesh.set_active_triangle_mask(bits, 10);
    EXPECT_EQ(sorted_usable(mesh), (Ids{0, 7, 9}));
    mesh.set_active_triangle_mask(nullptr, 0);
    EXPECT_TRUE(mesh.all_triangles_usable());
    const uint32_t one[] = {4};
    mesh.set_active_triangles(one, 1);
    EXPECT_EQ(sorted_usable(mesh), (Ids{4}));
}

TEST_F(UsablePrimitives, RefusesBadActiveSetsAndKeepsTheOldOne) {
    Mesh mesh = make(sheet(4, 1));
    const uint32_t good[] = {1, 2};
    mesh.set_active_triangles(good, 2);
    const MeshState before = state_of(mesh);
    const uint32_t bad[] = {3, 8};
    const uint8_t bits[] = {0xff};
    const Outcome outcome = outcome_of([&] { mesh.set_active_triangles(bad, 2); });
    EXPECT_EQ(outcome.status, status::index_range);
    EXPECT_NE(outcome.message.find("entry 1 names triangle 8"), std::string::npos) << outcome.message;
    EXPECT_EQ(outcome_of([&] { mesh.set_active_triangles(nullptr, 2); }).status, status::null_pointer);
    EXPECT_EQ(outcome_of([&] { mesh.set_active_triangles(bad, UINT64_MAX); }).status, status::size_overflow);
    EXPECT_EQ(outcome_of([&] { mesh.set_active_triangle_mask(bits, 7); }).status, status::invalid_argument);
    EXPECT_EQ(outcome_of([&] { mesh.set_active_triangle_mask(bits, 0); }).status, status::invalid_argument);
    EXPECT_EQ(outcome_of([&] { mesh.set_active_triangle_mask(nullptr, 8); }).status, status::null_pointer);
    EXPECT_EQ(state_of(mesh), before);
}

TEST_F(UsablePrimitives, CombinesTheActiveSetWithSkippedVertices) {
    MeshArrays arrays = sheet(2, 1);  // triangles 0 ... 3, vertex 2 in triangle 3 and 2 only
    Mesh mesh = make_skipping(memory_, workers_, arrays);
    const uint32_t active[] = {3, 0};
    mesh.set_active_triangles(active, 2);
    arrays.positions[3 * 2] = not_a_number;
    mesh.set_positions(arrays.position_source());
    EXPECT_EQ(sorted_usable(mesh), (Ids{0}));
    const uint32_t others[] = {1, 2, 3};
    mesh.set_active_triangles(others, 3);
    EXPECT_EQ(sorted_usable(mesh), (Ids{1}));
    const uint8_t bits[] = {0x9};
    mesh.set_active_triangle_mask(bits, 4);
    EXPECT_EQ(sorted_usable(mesh), (Ids{0}));
    arrays.positions[3 * 2] = 2;
    mesh.set_positions(arrays.position_source());
    EXPECT_EQ(sorted_usable(mesh), (Ids{0, 3}));
    mesh.set_active_triangle_mask(nullptr, 0);
    EXPECT_TRUE(mesh.all_triangles_usable());
}

TEST_F(UsablePrimitives, MaySwitchSurfaceTrianglesOfTetrahedra) {
    Mesh mesh = make(one_tetrahedron());
    const uint32_t active[] = {2};
    mesh.set_active_triangles(active, 1);
    EXPECT_EQ(sorted_usable(mesh), (Ids{2}));
    EXPECT_TRUE(mesh.all_tetrahedra_usable());
}

}  // namespace
}  // namespace defcol::testing
