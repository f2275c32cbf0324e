// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "backends/sphere_tree_fixture.hpp"
#include "scenes/spheres.hpp"

namespace suite {

namespace {

std::vector<double> positions_of(defcol_mesh mesh) {
    const double* positions = nullptr;
    uint64_t count = 0;
    check(defcol_mesh_get_positions(mesh, &positions, &count));
    return {positions, positions + 3 * count};
}

std::vector<double> spheres_of(const DetectorSession& session, std::size_t mesh) {
    std::vector<double> spheres;
    uint32_t count = 1;
    for (uint32_t i = 0; i < count; ++i) {
        defcol_sphere_level level;
        check(defcol_sphere_level_init(&level, sizeof level));
        check(defcol_detector_get_sphere_level(session.detector(), session.mesh(mesh), i, &level));
        count = level.level_count;
        spheres.insert(spheres.end(), level.spheres, level.spheres + 4 * level.sphere_count);
    }
    return spheres;
}

scenes::Scene dense_and_other() {
    scenes::Scene scene;
    scene.name = "steered";
    scene.meshes = {deformed(scenes::icosphere(24), 0.8, 2), deformed(scenes::icosphere(6), 0.8, 2)};
    return scene;
}

}  // namespace

TEST(SphereTreeSteering, SpheresCoverTheSteeredMeshWhateverTheCoarseMeshDoes) {
    const scenes::Scene scene = dense_and_other();
    DetectorSession session(scene, sphere_pairs());
    session.run();
    const LooseTree same_tree(scene.meshes[0]);
    const defcol::SphereTree& tree = same_tree.tree();
    defcol_cage_desc cage_desc;
    check(defcol_cage_desc_init(&cage_desc, sizeof cage_desc));
    cage_desc.resolution = 3;
    defcol_mesh cage;
    check(defcol_mesh_create_cage(session.mesh(0), &cage_desc, &cage));
    check(defcol_mesh_link(session.mesh(0), cage, nullptr));
    scenes::Mesh coarse;
    coarse.positions = positions_of(cage);
    for (uint64_t seed = 0; seed < 12; ++seed) {
        const scenes::Mesh moved = deformed(coarse, 0.1 * static_cast<double>(seed), seed);
        check(defcol_mesh_set_positions(cage, moved.positions.data(), moved.vertex_count(), 0,
                                        DEFCOL_SCALAR_FLOAT64));
        // The other mesh goes where the boxes overlap, so that the tree is needed.
        const std::vector<double> dense = positions_of(session.mesh(0));
        double centre[3] = {};
        for (std::size_t i = 0; i < dense.size(); ++i) {
            centre[i % 3] += 3 * dense[i] / static_cast<double>(dense.size());
        }
        const scenes::Mesh other = shifted(scenes::icosphere(6), {centre[0], centre[1], centre[2]});
        check(defcol_mesh_set_positions(session.mesh(1), other.positions.data(), other.vertex_count(), 0,
                                        DEFCOL_SCALAR_FLOAT64));
        session.run();
        const std::vector<double> spheres = spheres_of(session, 0);
        ASSERT_EQ(spheres.size(), 4 * tree.nodes.size());
        uint64_t uncovered = 0;
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            const double* const sphere = &spheres[4 * i];
            for (uint32_t at = tree.nodes[i].point_begin; at < tree.nodes[i].point_end; ++at) {
                if (tree.points[at] >= tree.vertex_count()) continue;
                const double* const p = &dense[std::size_t{3} * tree.points[at]];
                const double distance = std::hypot(p[0] - sphere[0], p[1] - sphere[1], p[2] - sphere[2]);
                if (distance > sphere[3]) ++uncovered;
            }
        }
        EXPECT_EQ(uncovered, 0U) << "seed " << seed;
    }
}

TEST(SphereTreeSteering, LinkingAndUnlinkingChangeNoTrianglePair) {
    const scenes::Scene scene = dense_and_other();
    SessionOptions options = sphere_pairs();
    options.queries = DEFCOL_QUERY_TRIANGLE_PAIRS;
    DetectorSession session(scene, options);
    DetectorSession reference(scene, {});
    defcol_mesh cage;
    check(defcol_mesh_create_cage(session.mesh(0), nullptr, &cage));
    check(defcol_mesh_link(session.mesh(0), cage, nullptr));
    for (const bool is_linked : {true, false}) {
        if (!is_linked) check(defcol_mesh_unlink(session.mesh(0)));
        const std::vector<double> dense = positions_of(session.mesh(0));
        check(defcol_mesh_set_positions(reference.mesh(0), dense.data(), dense.size() / 3, 0,
                                        DEFCOL_SCALAR_FLOAT64));
        EXPECT_EQ(session.run(), reference.run());
        EXPECT_FALSE(session.contacts().empty());
    }
}

TEST(SphereTreeSteering, ContactsLeadToCoarseVertices) {
    const scenes::Scene scene = dense_and_other();
    DetectorSession session(scene, sphere_pairs(DEFCOL_FIELD_ALL));
    defcol_mesh cage;
    check(defcol_mesh_create_cage(session.mesh(0), nullptr, &cage));
    check(defcol_mesh_link(session.mesh(0), cage, nullptr));
    session.run();
    const defcol_contacts view = session.view();
    ASSERT_GT(view.count, 0U);
    std::vector<uint32_t> vertices(12 * view.count);
    std::vector<double> weights(12 * view.count);
    check(defcol_mesh_map_to_coarse(session.mesh(0), view.features_a, view.weights_a, view.count,
                                    vertices.data(), weights.data()));
    for (uint64_t i = 0; i < view.count; ++i) {
        double sum = 0;
        for (uint64_t k = 12 * i; k < 12 * i + 12; ++k) sum += weights[k];
        EXPECT_NEAR(sum, 1, 1e-12);
        EXPECT_NE(vertices[12 * i], DEFCOL_NONE);
    }
}

}  // namespace suite
