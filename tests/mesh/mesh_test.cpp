// SPDX-License-Identifier: MIT
#include "mesh/mesh.hpp"

#include "base/status.hpp"
#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

TEST_F(MeshTest, KeepsWhatItWasGiven) {
    const MeshArrays arrays = two_triangles();
    MeshSource source = arrays.source();
    source.user_data = 42;
    const Mesh mesh(memory_, workers_, nullptr, source);
    const MeshState state = state_of(mesh);
    EXPECT_EQ(state.positions, arrays.positions);
    EXPECT_EQ(state.triangles, arrays.triangles);
    EXPECT_TRUE(state.all_triangles);
    EXPECT_TRUE(state.all_vertices);
    EXPECT_TRUE(state.all_tetrahedra);
    EXPECT_EQ(state.user_data, 42u);
    EXPECT_EQ(mesh.box_min(), Vec3(0, 0, 0));
    EXPECT_EQ(mesh.box_max(), Vec3(1, 1, 0));
    EXPECT_EQ(mesh.handle_type(), HandleType::mesh);
}

}  // namespace
}  // namespace defcol::testing
