// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/status.hpp"
#include "mesh/mesh.hpp"
#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

class MeshEditTest : public MeshTest {
  protected:
    // Edits and returns the ids of the added triangles.
    static std::vector<uint32_t> edit(Mesh& mesh, const std::vector<uint32_t>& removed,
                                      const std::vector<uint32_t>& added,
                                      const std::vector<double>& positions = {}) {
        std::vector<uint32_t> ids(added.size() / 3);
        mesh.edit({.removed_triangle_count = removed.size(),
                   .removed_triangles = removed.data(),
                   .added_positions = {positions.data(), positions.size() / 3, 0, scalar_float64},
                   .added_triangle_count = added.size() / 3,
                   .added_triangles = added.data(),
                   .out_triangle_ids = ids.data()});
        return ids;
    }
    static std::vector<uint32_t> usable(const Mesh& mesh) {
        std::vector<uint32_t> ids(mesh.usable_triangles().begin(), mesh.usable_triangles().end());
        std::sort(ids.begin(), ids.end());
        return ids;
    }
};

using Ids = std::vector<uint32_t>;

TEST_F(MeshEditTest, ReusesRemovedIdsLastFirstAndAppendsTheRest) {
    Mesh mesh = make(sheet(2, 2));
    EXPECT_EQ(edit(mesh, {5, 1, 3}, {0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5}), (Ids{3, 1, 5, 8}));
    EXPECT_TRUE(mesh.all_triangles_usable());
    EXPECT_EQ(mesh.triangles()[3].vertex[2], 2u);
    EXPECT_EQ(mesh.triangles()[8].vertex[2], 5u);
    edit(mesh, {0, 7}, {});
    EXPECT_EQ(edit(mesh, {2}, {0, 1, 2}), (Ids{2}));
    EXPECT_EQ(edit(mesh, {}, {0, 1, 2, 0, 1, 2, 0, 1, 2}), (Ids{7, 0, 9}));
}

TEST_F(MeshEditTest, LeavesRemovedTrianglesOutUntilTheirIdsAreUsedAgain) {
    Mesh mesh = make(sheet(2, 1));
    edit(mesh, {1}, {});
    EXPECT_FALSE(mesh.all_triangles_usable());
    EXPECT_EQ(usable(mesh), (Ids{0, 2, 3}));
    EXPECT_TRUE(is_removed(mesh.triangles()[1]));
    EXPECT_EQ(mesh.report().active_triangle_count, 3u);
    EXPECT_EQ(mesh.report().triangle_count, 4u);
    edit(mesh, {}, {0, 1, 2});
    EXPECT_TRUE(mesh.all_triangles_usable());
    edit(mesh, {0, 1, 2, 3}, {});
    EXPECT_TRUE(usable(mesh).empty());
    EXPECT_FALSE(mesh.all_triangles_usable());
}

TEST_F(MeshEditTest, AppendsVerticesThatAddedTrianglesMayName) {
    Mesh mesh = make(two_triangles());
    EXPECT_EQ(edit(mesh, {}, {3, 4, 5}, {2, 2, 2, 3, 3, -3}), (Ids{2}));
    EXPECT_EQ(mesh.positions().size(), 6u);
    EXPECT_EQ(mesh.positions()[5], Vec3(3, 3, -3));
    EXPECT_EQ(mesh.box_min(), Vec3(0, 0, -3));
    EXPECT_EQ(mesh.box_max(), Vec3(3, 3, 2));
    const std::vector<double> moved(18, 7.0);
    mesh.set_positions({moved.data(), 6, 0, scalar_float64});
    EXPECT_EQ(mesh.positions()[5], Vec3(7));
}

TEST_F(MeshEditTest, PlacesAddedVerticesByTheTransform) {
    Mesh mesh = make(two_triangles());
    const double shift[12] = {1, 0, 0, 10, 0, 1, 0, 0, 0, 0, 1, 0};
    mesh.set_transform(shift);
    edit(mesh, {}, {}, {1, 2, 3});
    EXPECT_EQ(mesh.positions()[4], Vec3(11, 2, 3));
    mesh.set_transform(nullptr);
    EXPECT_EQ(mesh.positions()[4], Vec3(1, 2, 3));
    EXPECT_EQ(mesh.positions()[1], Vec3(1, 0, 0));
}

TEST_F(MeshEditTest, MakesAddedTrianglesActive) {
    Mesh mesh = make(sheet(2, 1));
    const uint32_t active[] = {2, 3};
    mesh.set_active_triangles(active, 2);
    edit(mesh, {3}, {0, 1, 2, 1, 2, 3});
    EXPECT_EQ(usable(mesh), (Ids{2, 3, 4}));
    edit(mesh, {0}, {});
    EXPECT_EQ(usable(mesh), (Ids{2, 3, 4}));
}

TEST_F(MeshEditTest, NeverActivatesRemovedTriangles) {
    Mesh mesh = make(sheet(2, 1));
    edit(mesh, {1}, {});
    const uint32_t active[] = {0, 1};
    const Outcome outcome = outcome_of([&] { mesh.set_active_triangles(active, 2); });
    EXPECT_EQ(outcome.status, status::index_range);
    EXPECT_NE(outcome.message.find("triangle 1"), std::string::npos) << outcome.message;
    const uint8_t all = 0xff;
    mesh.set_active_triangle_mask(&all, 4);
    EXPECT_EQ(usable(mesh), (Ids{0, 2, 3}));
    mesh.set_active_triangle_mask(nullptr, 0);
    EXPECT_EQ(usable(mesh), (Ids{0, 2, 3}));
}

TEST_F(MeshEditTest, SkipsAddedVerticesThatAreNotFinite) {
    MeshSource source;
    const MeshArrays arrays = two_triangles();
    source = arrays.source();
    source.flags = mesh_skip_non_finite;
    Mesh mesh(memory_, workers_, nullptr, source);
    edit(mesh, {}, {0, 1, 4, 1, 2, 5}, {std::nan(""), 0, 0, 1, 2, 3});
    EXPECT_FALSE(mesh.all_vertices_usable());
    EXPECT_EQ(mesh.vertex_usable()[4], 0);
    EXPECT_EQ(mesh.vertex_usable()[5], 1);
    EXPECT_EQ(usable(mesh), (Ids{0, 1, 3}));
}

TEST_F(MeshEditTest, RefusesWhatCannotBeRemoved) {
    Mesh mesh = make(sheet(2, 1));
    edit(mesh, {1}, {});
    EXPECT_EQ(outcome_of([&] { edit(mesh, {4}, {}); }).status, status::index_range);
    EXPECT_EQ(outcome_of([&] { edit(mesh, {1}, {}); }).status, status::index_range);
    EXPECT_EQ(outcome_of([&] { edit(mesh, {2, 0, 2}, {}); }).status, status::invalid_argument);
}

TEST_F(MeshEditTest, RefusesBadArraysAndChangesNothing) {
    Mesh mesh = make(sheet(2, 1));
    edit(mesh, {1}, {});
    const MeshState before = state_of(mesh);
    alignas(8) const unsigned char bytes[64] = {};
    const auto* misaligned = reinterpret_cast<const uint32_t*>(bytes + 1);
    uint32_t ids[4] = {77, 77, 77, 77};
    const uint32_t triangle[] = {0, 1, 7};
    const double not_finite[] = {1, 2, std::nan("")};
    const double far[] = {1e300, 2, 3};
    const auto status_of = [&](MeshEdit bad) {
        bad.out_triangle_ids = ids;
        return outcome_of([&] { mesh.edit(bad); }).status;
    };
    EXPECT_EQ(status_of({.removed_triangle_count = 1}), status::null_pointer);
    EXPECT_EQ(status_of({.removed_triangle_count = 1, .removed_triangles = misaligned}),
              status::invalid_argument);
    EXPECT_EQ(status_of({.added_triangle_count = 1}), status::null_pointer);
    EXPECT_EQ(status_of({.added_triangle_count = 1, .added_triangles = misaligned}),
              status::invalid_argument);
    EXPECT_EQ(status_of({.added_triangle_count = 1, .added_triangles = triangle}), status::index_range);
    EXPECT_EQ(status_of({.added_triangle_count = UINT64_MAX, .added_triangles = triangle}),
              status::size_overflow);
    EXPECT_EQ(status_of({.removed_triangle_count = UINT64_MAX, .removed_triangles = triangle}),
              status::size_overflow);
    EXPECT_EQ(status_of({.added_positions = {nullptr, 1, 0, scalar_float64}}), status::null_pointer);
    EXPECT_EQ(status_of({.added_positions = {bytes, uint64_t{1} << 31, 0, scalar_float64}}),
              status::size_overflow);
    EXPECT_EQ(status_of({.added_positions = {bytes, 1, 0, 9}}), status::invalid_argument);
    EXPECT_EQ(status_of({.added_positions = {not_finite, 1, 0, scalar_float64}}), status::non_finite);
    EXPECT_EQ(status_of({.added_positions = {far, 1, 0, scalar_float64}}), status::out_of_range);
    MeshEdit bad_output;
    bad_output.out_triangle_ids = reinterpret_cast<uint32_t*>(reinterpret_cast<unsigned char*>(ids) + 1);
    EXPECT_EQ(outcome_of([&] { mesh.edit(bad_output); }).status, status::invalid_argument);
    EXPECT_EQ(ids[0], 77u);
    EXPECT_EQ(state_of(mesh), before);
}

TEST_F(MeshEditTest, NamesTheAddedVertexById) {
    Mesh mesh = make(two_triangles());
    const Outcome outcome = outcome_of([&] { edit(mesh, {}, {}, {0, 0, 0, std::nan(""), 0, 0}); });
    EXPECT_NE(outcome.message.find("vertex 5 "), std::string::npos) << outcome.message;
}

TEST_F(MeshEditTest, RefusesTetrahedralMeshes) {
    Mesh mesh = make(one_tetrahedron());
    EXPECT_EQ(outcome_of([&] { edit(mesh, {0}, {}); }).status, status::invalid_argument);
}

TEST_F(MeshEditTest, StartsFromAnEmptyMesh) {
    Mesh mesh = make({});
    EXPECT_EQ(edit(mesh, {}, {0, 1, 2}, {0, 0, 0, 1, 0, 0, 0, 1, 0}), (Ids{0}));
    EXPECT_EQ(mesh.positions().size(), 3u);
    EXPECT_TRUE(mesh.all_triangles_usable());
    EXPECT_EQ(mesh.box_max(), Vec3(1, 1, 0));
}

TEST_F(MeshEditTest, MayWriteIdsOverTheTrianglesTheyAreOf) {
    Mesh mesh = make(two_triangles());
    uint32_t shared[] = {0, 1, 3, 0, 2, 3};
    mesh.edit({.added_triangle_count = 2, .added_triangles = shared, .out_triangle_ids = shared});
    EXPECT_EQ(shared[0], 2u);
    EXPECT_EQ(shared[1], 3u);
    EXPECT_EQ(mesh.triangles()[3].vertex[1], 2u);
}

// Random edits and selections against a plain model.
TEST_F(MeshEditTest, AgreesWithAModelOverManyEdits) {
    Random random(6);
    MeshArrays arrays = sheet(3, 3);
    Mesh mesh = make(arrays);
    std::map<uint32_t, Ids> present;
    std::set<uint32_t> active;
    Ids free_ids;
    uint32_t next_id = 0;
    for (std::size_t i = 0; i < arrays.triangles.size(); i += 3) {
        present[next_id] = Ids(arrays.triangles.begin() + long(i), arrays.triangles.begin() + long(i) + 3);
        active.insert(next_id++);
    }
    for (int round = 0; round < 500; ++round) {
        if (random.below(4) == 0) {
            Ids chosen;
            for (const auto& [id, triangle] : present) {
                if (random.below(2) == 0) chosen.push_back(id);
            }
            std::shuffle(chosen.begin(), chosen.end(), random.engine());
            mesh.set_active_triangles(chosen.data(), chosen.size());
            active = {chosen.begin(), chosen.end()};
        }
        Ids removed;
        for (const auto& [id, triangle] : present) {
            if (random.below(6) == 0) removed.push_back(id);
        }
        std::shuffle(removed.begin(), removed.end(), random.engine());
        Ids added;
        for (uint32_t i = 0; i < random.below(6); ++i) {
            for (int k = 0; k < 3; ++k) added.push_back(random.below(16));
        }
        const Ids ids = edit(mesh, removed, added);
        for (const uint32_t id : removed) {
            present.erase(id);
            active.erase(id);
            free_ids.push_back(id);
        }
        for (std::size_t i = 0; i < ids.size(); ++i) {
            uint32_t expected = next_id;
            if (free_ids.empty()) {
                ++next_id;
            } else {
                expected = free_ids.back();
                free_ids.pop_back();
            }
            ASSERT_EQ(ids[i], expected) << "round " << round;
            present[expected] = Ids(added.begin() + long(3 * i), added.begin() + long(3 * i) + 3);
            active.insert(expected);
        }
        ASSERT_EQ(mesh.triangles().size(), next_id);
        for (uint32_t id = 0; id < next_id; ++id) {
            const auto found = present.find(id);
            const auto& vertex = mesh.triangles()[id].vertex;
            const Ids actual(vertex, vertex + 3);
            ASSERT_EQ(actual, found == present.end() ? Ids(3, no_index) : found->second) << "round " << round;
        }
        ASSERT_EQ(mesh.all_triangles_usable(), active.size() == next_id);
        if (mesh.all_triangles_usable()) continue;
        ASSERT_EQ(usable(mesh), Ids(active.begin(), active.end())) << "round " << round;
        for (uint32_t id = 0; id < next_id; ++id) {
            ASSERT_EQ(mesh.triangle_usable()[id], active.count(id)) << "round " << round;
        }
    }
}

}  // namespace
}  // namespace defcol::testing
