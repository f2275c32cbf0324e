// SPDX-License-Identifier: MIT
#include "mesh/closed_surface.hpp"

#include <gtest/gtest.h>

#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {

namespace {

struct ClosedSurfaceTest : ::testing::Test {
    Memory memory;
    Workers workers{1};
    ClosedSurface surface{memory};

    int32_t check(const Mesh& mesh, bool weld) {
        try {
            surface.check(mesh, weld, workers, 7);
        } catch (const Error& error) {
            message = error.message();
            return error.status();
        }
        return 0;
    }
    std::string message;
};

// The surface of a tetrahedron as triangles, each with vertices of its own.
MeshArrays exploded() {
    constexpr double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    constexpr int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    MeshArrays mesh;
    for (const auto& face : faces) {
        for (const int corner : face) {
            mesh.triangles.push_back(static_cast<uint32_t>(mesh.positions.size() / 3));
            mesh.positions.insert(mesh.positions.end(), corners[corner], corners[corner] + 3);
        }
    }
    return mesh;
}

}  // namespace

TEST_F(ClosedSurfaceTest, TetrahedraAndPointSetsAreClosed) {
    const MeshArrays tetrahedron = one_tetrahedron();
    EXPECT_EQ(check(Mesh(memory, workers, nullptr, tetrahedron.source()), false), 0);
    const MeshArrays points{{0, 0, 0, 1, 1, 1}, {}, {}};
    EXPECT_EQ(check(Mesh(memory, workers, nullptr, points.source()), false), 0);
}

TEST_F(ClosedSurfaceTest, NamesTheFirstOpenEdge) {
    const MeshArrays open = two_triangles();
    EXPECT_EQ(check(Mesh(memory, workers, nullptr, open.source()), false), status::not_closed);
    EXPECT_NE(message.find("mesh 7"), std::string::npos) << message;
    EXPECT_NE(message.find("vertices 0 and 1"), std::string::npos) << message;
}

TEST_F(ClosedSurfaceTest, NoticesOneTurnedTriangleAndOneSwitchedOff) {
    MeshArrays arrays = one_tetrahedron();
    arrays.triangles = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 2, 3};  // the last one turned
    arrays.tetrahedra.clear();
    EXPECT_EQ(check(Mesh(memory, workers, nullptr, arrays.source()), false), status::not_closed);
    arrays.triangles = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    Mesh mesh(memory, workers, nullptr, arrays.source());
    EXPECT_EQ(check(mesh, false), 0);
    const uint32_t three[] = {0, 1, 2};
    mesh.set_active_triangles(three, 3);
    EXPECT_EQ(check(mesh, false), status::not_closed);
}

TEST_F(ClosedSurfaceTest, WeldingJoinsVerticesAsLongAsTheyStayTogether) {
    MeshArrays arrays = exploded();
    Mesh mesh(memory, workers, nullptr, arrays.source());
    EXPECT_EQ(check(mesh, false), status::not_closed);
    EXPECT_EQ(check(mesh, true), 0);
    for (double& x : arrays.positions) x *= 2;
    mesh.set_positions(arrays.position_source());
    EXPECT_EQ(check(mesh, true), 0);
    arrays.positions[0] += 0.5;
    mesh.set_positions(arrays.position_source());
    EXPECT_EQ(check(mesh, true), status::not_closed);
}

TEST_F(ClosedSurfaceTest, LooksAgainOnlyAfterAChange) {
    const MeshArrays arrays = one_tetrahedron();
    const Mesh mesh(memory, workers, nullptr, arrays.source());
    EXPECT_EQ(check(mesh, false), 0);
    const uint64_t allocations = memory.allocation_count();
    EXPECT_EQ(check(mesh, false), 0);
    EXPECT_EQ(memory.allocation_count(), allocations);
}

}  // namespace defcol::testing
