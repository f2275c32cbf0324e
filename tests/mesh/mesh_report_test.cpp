// SPDX-License-Identifier: MIT
#include "mesh/mesh_report.hpp"

#include <cmath>

#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

class MeshReportTest : public MeshTest {};

TEST_F(MeshReportTest, OfAnEmptyMeshIsClosedAndZero) {
    const MeshReport report = make({}).report();
    EXPECT_TRUE(report.is_closed);
    EXPECT_EQ(report.vertex_count, 0u);
    EXPECT_EQ(report.first_open_edge[0], no_index);
    EXPECT_EQ(report.box_min, Vec3(0));
    EXPECT_EQ(report.box_max, Vec3(0));
}

TEST_F(MeshReportTest, CountsWhatIsThere) {
    const MeshReport report = make(two_triangles()).report();
    EXPECT_EQ(report.vertex_count, 4u);
    EXPECT_EQ(report.triangle_count, 2u);
    EXPECT_EQ(report.active_triangle_count, 2u);
    EXPECT_EQ(report.tetrahedron_count, 0u);
    EXPECT_EQ(report.boundary_edge_count, 4u);
    EXPECT_EQ(report.non_manifold_edge_count, 0u);
    EXPECT_EQ(report.unused_vertex_count, 0u);
    EXPECT_EQ(report.duplicate_vertex_count, 0u);
    EXPECT_EQ(report.degenerate_triangle_count, 0u);
    EXPECT_EQ(report.box_max, Vec3(1, 1, 0));
}

TEST_F(MeshReportTest, NamesTheLowestOpenEdge) {
    MeshArrays arrays = one_tetrahedron();
    arrays.tetrahedra.clear();
    arrays.triangles = {1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1};
    EXPECT_TRUE(make(arrays).report().is_closed);
    arrays.triangles.resize(9);
    const MeshReport report = make(arrays).report();
    EXPECT_FALSE(report.is_closed);
    EXPECT_EQ(report.first_open_edge[0], 0u);
    EXPECT_EQ(report.first_open_edge[1], 1u);
    EXPECT_EQ(report.boundary_edge_count, 3u);
}

TEST_F(MeshReportTest, TellsATurnedTriangleFromAClosedSurface) {
    MeshArrays arrays = one_tetrahedron();
    arrays.tetrahedra.clear();
    arrays.triangles = {1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 1, 2};
    const MeshReport report = make(arrays).report();
    EXPECT_FALSE(report.is_closed);
    EXPECT_EQ(report.boundary_edge_count, 0u);
}

TEST_F(MeshReportTest, TakesTwoClosedSurfacesWithACommonEdgeForClosed) {
    // Two tetrahedra that share the edge 0-1 only: four triangles at that edge, two in each direction.
    MeshArrays arrays;
    arrays.positions = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1};
    arrays.tetrahedra = {0, 1, 2, 3, 0, 1, 4, 5};
    const MeshReport report = make(arrays).report();
    EXPECT_TRUE(report.is_closed);
    EXPECT_EQ(report.non_manifold_edge_count, 1u);
}

TEST_F(MeshReportTest, LooksAtActiveTrianglesForClosedness) {
    MeshArrays arrays = one_tetrahedron();
    Mesh mesh = make(arrays);
    EXPECT_TRUE(mesh.report().is_closed);
    const uint32_t three[] = {0, 1, 2};
    mesh.set_active_triangles(three, 3);
    const MeshReport report = mesh.report();
    EXPECT_FALSE(report.is_closed);
    EXPECT_EQ(report.triangle_count, 4u);
    EXPECT_EQ(report.active_triangle_count, 3u);
    EXPECT_EQ(report.boundary_edge_count, 3u);
    mesh.set_active_triangles(nullptr, 0);
    EXPECT_TRUE(mesh.report().is_closed);
}

TEST_F(MeshReportTest, CountsDegenerateTrianglesExactly) {
    MeshArrays arrays;
    // Collinear by one unit in the last place or not: 3 * 0.1 is not 0.3.
    const double tenth = 0.1;
    arrays.positions = {0,         0,         0,         tenth,     tenth,
                        tenth,     2 * tenth, 2 * tenth, 2 * tenth, std::nextafter(2 * tenth, 1),
                        2 * tenth, 2 * tenth, 5,         5,         5};
    arrays.triangles = {0, 1, 2, 0, 1, 3, 0, 1, 4, 0, 0, 3, 4, 4, 4, 0, 2, 3};
    EXPECT_EQ(make(arrays).report().degenerate_triangle_count, 3u + 1u);
}

TEST_F(MeshReportTest, CountsDuplicatedAndUnusedVertices) {
    MeshArrays arrays = two_triangles();
    arrays.positions.insert(arrays.positions.end(), {1, 1, 0, -0.0, 0, -0.0, 1, 1, 0, 9, 9, 9});
    const MeshReport report = make(arrays).report();
    EXPECT_EQ(report.duplicate_vertex_count, 3u);
    EXPECT_EQ(report.unused_vertex_count, 4u);
}

TEST_F(MeshReportTest, CountsFlushedCoordinatesOfTheLastPositions) {
    MeshArrays arrays = two_triangles();
    Mesh mesh = make(arrays);
    EXPECT_EQ(mesh.report().flushed_coordinate_count, 0u);
    arrays.positions[2] = 1e-310;
    arrays.positions[5] = -1e-90;
    mesh.set_positions(arrays.position_source());
    EXPECT_EQ(mesh.report().flushed_coordinate_count, 1u);
    const double shift[12] = {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0};
    mesh.set_transform(shift);
    EXPECT_EQ(mesh.report().flushed_coordinate_count, 1u);
    arrays.positions[2] = 0;
    mesh.set_positions(arrays.position_source());
    EXPECT_EQ(mesh.report().flushed_coordinate_count, 0u);
}

TEST_F(MeshReportTest, CountsWhatIsSkipped) {
    MeshArrays arrays = one_tetrahedron();
    arrays.positions.insert(arrays.positions.end(), {0, 0, -1, std::nan(""), 0, 0});
    arrays.tetrahedra.insert(arrays.tetrahedra.end(), {0, 1, 2, 4});
    MeshSource source = arrays.source();
    source.flags = mesh_skip_non_finite;
    Mesh mesh(memory_, workers_, nullptr, source);
    MeshReport report = mesh.report();
    EXPECT_EQ(report.skipped_vertex_count, 1u);
    EXPECT_EQ(report.skipped_triangle_count, 0u);
    EXPECT_EQ(report.skipped_tetrahedron_count, 0u);
    EXPECT_TRUE(report.is_closed);
    arrays.positions[3 * 4] = std::nan("");
    mesh.set_positions(arrays.position_source());
    report = mesh.report();
    EXPECT_EQ(report.skipped_vertex_count, 2u);
    EXPECT_EQ(report.skipped_triangle_count, 3u);
    EXPECT_EQ(report.active_triangle_count, 6u);
    EXPECT_EQ(report.skipped_tetrahedron_count, 1u);
    EXPECT_EQ(report.inverted_tetrahedron_count, 0u);
    EXPECT_FALSE(report.is_closed);
    EXPECT_EQ(report.box_max, Vec3(1, 1, 1));
    EXPECT_EQ(report.box_min, Vec3(0, 0, 0));
}

}  // namespace
}  // namespace defcol::testing
