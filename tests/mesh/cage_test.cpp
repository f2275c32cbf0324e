// SPDX-License-Identifier: MIT
#include "mesh/cage.hpp"

#include <cmath>

#include "mesh/mesh_fixture.hpp"
#include "scenes/spheres.hpp"

namespace defcol::testing {
namespace {

class CageTest : public MeshTest {
  protected:
    static MeshArrays arrays_of(const scenes::Mesh& mesh) { return {mesh.positions, mesh.triangles, {}}; }
    static MeshArrays arrays_of(const Cage& cage) {
        MeshArrays arrays;
        for (const Vec3& p : cage.positions.span()) {
            arrays.positions.insert(arrays.positions.end(), {p.x, p.y, p.z});
        }
        for (const Tetrahedron& t : cage.tetrahedra.span()) {
            arrays.tetrahedra.insert(arrays.tetrahedra.end(), t.vertex, t.vertex + 4);
        }
        return arrays;
    }
    static bool contains(const Cage& cage, const Vec3& point) {
        for (const Tetrahedron& t : cage.tetrahedra.span()) {
            double volume[4];
            bool inside = true;
            for (int face = 0; face < 4; ++face) {
                Vec3 corner[4];
                for (int i = 0; i < 4; ++i) corner[i] = i == face ? point : cage.positions[t.vertex[i]];
                volume[face] =
                    glm::dot(corner[1] - corner[0], glm::cross(corner[2] - corner[0], corner[3] - corner[0]));
                inside &= volume[face] >= 0;
            }
            if (inside) return true;
        }
        return false;
    }
};

TEST_F(CageTest, HoldsTheWholeSurfaceAndWhatItEncloses) {
    Mesh sphere = make(arrays_of(scenes::icosphere(3)));
    for (const uint32_t resolution : {1U, 3U, 6U}) {
        const Cage cage = make_cage(sphere, resolution, memory_);
        for (const Vec3& p : sphere.positions()) EXPECT_TRUE(contains(cage, p));
        for (const Triangle& t : sphere.triangles()) {
            const auto position = [&](int i) { return sphere.positions()[t.vertex[i]]; };
            EXPECT_TRUE(contains(cage, (position(0) + position(1) + position(2)) / 3.0));
        }
        EXPECT_TRUE(contains(cage, Vec3(0.0)));
        EXPECT_TRUE(contains(cage, Vec3(0.3, -0.2, 0.4)));
    }
}

TEST_F(CageTest, IsAClosedSolidOfPositiveTetrahedraWithoutGaps) {
    Mesh sphere = make(arrays_of(scenes::icosphere(4)));
    const Cage cage = make_cage(sphere, 7, memory_);
    Mesh solid = make(arrays_of(cage));
    const MeshReport report = solid.report();
    EXPECT_TRUE(report.is_closed);
    EXPECT_EQ(report.inverted_tetrahedron_count, 0u);
    EXPECT_EQ(report.flat_tetrahedron_count, 0u);
    EXPECT_EQ(report.unused_vertex_count, 0u);
    EXPECT_EQ(report.duplicate_vertex_count, 0u);
    // The volume of the tetrahedra is that of their surface: no overlap, no hole.
    double solid_volume = 0;
    for (const Tetrahedron& t : solid.tetrahedra()) {
        const Vec3 a = solid.positions()[t.vertex[0]];
        solid_volume +=
            glm::dot(solid.positions()[t.vertex[1]] - a,
                     glm::cross(solid.positions()[t.vertex[2]] - a, solid.positions()[t.vertex[3]] - a)) /
            6;
    }
    double surface_volume = 0;
    for (const Triangle& t : solid.triangles()) {
        surface_volume +=
            glm::dot(solid.positions()[t.vertex[0]],
                     glm::cross(solid.positions()[t.vertex[1]], solid.positions()[t.vertex[2]])) /
            6;
    }
    EXPECT_NEAR(solid_volume, surface_volume, 1e-12);
    EXPECT_GT(solid_volume, 4.18);
    EXPECT_LT(solid_volume, 10);
}

TEST_F(CageTest, AFlatSheetLiesInsideAndNotInTheHull) {
    Mesh flat = make(sheet(3, 2));
    const Cage cage = make_cage(flat, 3, memory_);
    for (const Vec3& p : flat.positions()) EXPECT_TRUE(contains(cage, p));
    EXPECT_FALSE(contains(cage, Vec3(1.5, 1, 0.6)));
    Mesh solid = make(arrays_of(cage));
    EXPECT_LT(solid.box_min().z, -0.25);
    EXPECT_GT(solid.box_max().z, 0.25);
}

TEST_F(CageTest, OnlyActiveTrianglesCount) {
    MeshArrays two = two_triangles();
    two.positions[9] = 1000;  // the far corner of the second triangle
    Mesh mesh = make(two);
    const uint32_t first = 0;
    mesh.set_active_triangles(&first, 1);
    const Cage cage = make_cage(mesh, 2, memory_);
    for (const Vec3& p : cage.positions.span()) EXPECT_LT(p.x, 3);
    mesh.set_active_triangles(nullptr, 0);
    EXPECT_EQ(outcome_of([&] { make_cage(mesh, 2, memory_); }).status, status::invalid_argument);
}

TEST_F(CageTest, BadInputIsRefused) {
    Mesh mesh = make(two_triangles());
    EXPECT_EQ(outcome_of([&] { make_cage(mesh, 0, memory_); }).status, status::invalid_argument);
    EXPECT_EQ(outcome_of([&] { make_cage(mesh, 129, memory_); }).status, status::invalid_argument);
    Mesh empty = make({});
    EXPECT_EQ(outcome_of([&] { make_cage(empty, 8, memory_); }).status, status::invalid_argument);
    Mesh point = make({{1, 2, 3}, {0, 0, 0}, {}});
    EXPECT_EQ(outcome_of([&] { make_cage(point, 8, memory_); }).status, status::invalid_argument);
    Mesh segment = make({{0, 0, 0, 1, 1, 1}, {0, 1, 1}, {}});
    EXPECT_EQ(outcome_of([&] { make_cage(segment, 128, memory_); }).message, "");
    // Far from the origin the cubes are smaller than the spacing of doubles.
    Mesh far_away =
        make({{0x1p59, 0x1p59, 0x1p59, 0x1p59 + 0x1p8, 0x1p59, 0x1p59, 0x1p59, 0x1p59 + 0x1p8, 0x1p59},
              {0, 1, 2},
              {}});
    EXPECT_EQ(outcome_of([&] { make_cage(far_away, 128, memory_); }).message, "");
}

}  // namespace
}  // namespace defcol::testing
