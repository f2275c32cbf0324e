// SPDX-License-Identifier: MIT
#include "mesh/tetrahedral_surface.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "geometry/orientation.hpp"
#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

class TetrahedralSurface : public MeshTest {};

// A block of cubes, five tetrahedra each would not match at the faces, so six: the paths from corner to
// corner.
MeshArrays block(uint32_t n) {
    MeshArrays mesh;
    const uint32_t m = n + 1;
    for (uint32_t z = 0; z < m; ++z) {
        for (uint32_t y = 0; y < m; ++y) {
            for (uint32_t x = 0; x < m; ++x) {
                mesh.positions.insert(mesh.positions.end(), {double(x), double(y), double(z)});
            }
        }
    }
    const std::array<uint32_t, 3> step = {1, m, m * m};
    for (uint32_t z = 0; z < n; ++z) {
        for (uint32_t y = 0; y < n; ++y) {
            for (uint32_t x = 0; x < n; ++x) {
                const uint32_t origin = x + m * (y + m * z);
                std::array<uint32_t, 3> order = {0, 1, 2};
                do {
                    const uint32_t a = origin + step[order[0]];
                    const uint32_t b = a + step[order[1]];
                    mesh.tetrahedra.insert(mesh.tetrahedra.end(), {origin, a, b, b + step[order[2]]});
                } while (std::next_permutation(order.begin(), order.end()));
            }
        }
    }
    return mesh;
}

// The sign of the tetrahedron between a surface triangle and the corner opposite: negative means outward.
int side_of_opposite_corner(const Mesh& mesh, uint32_t triangle) {
    const uint32_t tetrahedron = mesh.triangle_tetrahedra()[triangle];
    const auto& surface = mesh.tetrahedron_surface()[tetrahedron];
    const auto face =
        static_cast<std::size_t>(std::find(surface.begin(), surface.end(), triangle) - surface.begin());
    EXPECT_LT(face, 4u);
    const auto& corner = mesh.triangles()[triangle].vertex;
    const auto positions = mesh.positions();
    return orient3d(positions[corner[0]], positions[corner[1]], positions[corner[2]],
                    positions[mesh.tetrahedra()[tetrahedron].vertex[face]]);
}

TEST_F(TetrahedralSurface, OfOneTetrahedronIsItsFacesByOppositeCorner) {
    const Mesh mesh = make(one_tetrahedron());
    const MeshState state = state_of(mesh);
    EXPECT_EQ(state.triangles, (std::vector<uint32_t>{1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1}));
    EXPECT_EQ(state.triangle_tetrahedra, (std::vector<uint32_t>{0, 0, 0, 0}));
    EXPECT_EQ(state.tetrahedron_surface, (std::vector<uint32_t>{0, 1, 2, 3}));
    EXPECT_EQ(state.tetrahedra, (std::vector<uint32_t>{0, 1, 2, 3}));
    for (uint32_t t = 0; t < 4; ++t) EXPECT_EQ(side_of_opposite_corner(mesh, t), -1);
}

TEST_F(TetrahedralSurface, OfAnInvertedTetrahedronPointsOutwardToo) {
    MeshArrays arrays = one_tetrahedron();
    arrays.tetrahedra = {1, 0, 2, 3};
    const Mesh mesh = make(arrays);
    for (uint32_t t = 0; t < 4; ++t) EXPECT_EQ(side_of_opposite_corner(mesh, t), -1);
    EXPECT_EQ(mesh.report().inverted_tetrahedron_count, 1u);
}

TEST_F(TetrahedralSurface, OfAFlatTetrahedronIsTurnedAsIfPositive) {
    MeshArrays arrays = one_tetrahedron();
    arrays.positions = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    const Mesh mesh = make(arrays);
    EXPECT_EQ(state_of(mesh).triangles, (std::vector<uint32_t>{1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1}));
    EXPECT_EQ(mesh.report().flat_tetrahedron_count, 1u);
}

TEST_F(TetrahedralSurface, KeepsItsTurnWhenTheMeshMovesThroughItself) {
    const MeshArrays arrays = one_tetrahedron();
    Mesh mesh = make(arrays);
    const std::vector<uint32_t> before = state_of(mesh).triangles;
    MeshArrays mirrored = arrays;
    for (std::size_t i = 0; i < mirrored.positions.size(); i += 3) mirrored.positions[i] *= -1;
    mesh.set_positions(mirrored.position_source());
    EXPECT_EQ(state_of(mesh).triangles, before);
    EXPECT_EQ(mesh.report().inverted_tetrahedron_count, 1u);
}

TEST_F(TetrahedralSurface, OfABlockIsClosedAndPointsOutward) {
    for (const uint32_t n : {1u, 2u, 4u}) {
        const Mesh mesh = make(block(n));
        EXPECT_EQ(mesh.triangles().size(), 12u * n * n);
        for (uint32_t t = 0; t < mesh.triangles().size(); ++t) {
            ASSERT_EQ(side_of_opposite_corner(mesh, t), -1) << t;
        }
        const MeshReport report = mesh.report();
        EXPECT_TRUE(report.is_closed);
        EXPECT_EQ(report.boundary_edge_count, 0u);
        EXPECT_EQ(report.non_manifold_edge_count, 0u);
        EXPECT_EQ(report.unused_vertex_count, 0u);
    }
}

TEST_F(TetrahedralSurface, IsOrderedByTetrahedronAndOppositeCorner) {
    const Mesh mesh = make(block(3));
    uint32_t next = 0;
    for (uint32_t t = 0; t < mesh.tetrahedra().size(); ++t) {
        for (const uint32_t triangle : mesh.tetrahedron_surface()[t]) {
            if (triangle == no_index) continue;
            ASSERT_EQ(triangle, next++);
            ASSERT_EQ(mesh.triangle_tetrahedra()[triangle], t);
        }
    }
    EXPECT_EQ(next, mesh.triangles().size());
}

// Any tetrahedra, repeated corners and repeated tetrahedra included, against counting in a map.
TEST_F(TetrahedralSurface, HoldsExactlyTheFacesUsedOnce) {
    Random random(5);
    for (int round = 0; round < 200; ++round) {
        MeshArrays arrays;
        const uint32_t vertex_count = 1 + random.below(9);
        for (uint32_t i = 0; i < 3 * vertex_count; ++i) arrays.positions.push_back(double(random.below(5)));
        for (uint32_t i = 0; i < 4 * (1 + random.below(30)); ++i)
            arrays.tetrahedra.push_back(random.below(vertex_count));
        arrays.tetrahedra.resize(arrays.tetrahedra.size() / 4 * 4);
        if (arrays.tetrahedra.empty()) continue;
        const Mesh mesh = make(arrays);
        const auto face_key = [&](uint32_t t, uint32_t opposite) {
            std::vector<uint32_t> key;
            for (uint32_t i = 0; i < 4; ++i) {
                if (i != opposite) key.push_back(mesh.tetrahedra()[t].vertex[i]);
            }
            std::sort(key.begin(), key.end());
            return key;
        };
        std::map<std::vector<uint32_t>, int> uses;
        for (uint32_t t = 0; t < mesh.tetrahedra().size(); ++t) {
            for (uint32_t i = 0; i < 4; ++i) ++uses[face_key(t, i)];
        }
        for (uint32_t t = 0; t < mesh.tetrahedra().size(); ++t) {
            for (uint32_t i = 0; i < 4; ++i) {
                const uint32_t triangle = mesh.tetrahedron_surface()[t][i];
                ASSERT_EQ(triangle != no_index, uses[face_key(t, i)] == 1) << "round " << round;
                if (triangle == no_index) continue;
                const auto& corners = mesh.triangles()[triangle].vertex;
                std::vector<uint32_t> key(corners, corners + 3);
                std::sort(key.begin(), key.end());
                ASSERT_EQ(key, face_key(t, i)) << "round " << round;
            }
        }
    }
}

TEST_F(TetrahedralSurface, LeavesOutFacesOfThreeTetrahedra) {
    MeshArrays arrays;
    arrays.positions = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 1, 1, 1};
    arrays.tetrahedra = {0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 2, 5};
    const Mesh mesh = make(arrays);
    EXPECT_EQ(mesh.triangles().size(), 9u);
    for (const auto& surface : mesh.tetrahedron_surface()) EXPECT_EQ(surface[3], no_index);
}

TEST_F(TetrahedralSurface, OfDuplicatedTetrahedraIsEmpty) {
    MeshArrays arrays = one_tetrahedron();
    arrays.tetrahedra = {0, 1, 2, 3, 3, 2, 1, 0};
    const Mesh mesh = make(arrays);
    EXPECT_TRUE(mesh.triangles().empty());
    EXPECT_EQ(mesh.tetrahedron_surface().size(), 2u);
}

}  // namespace
}  // namespace defcol::testing
