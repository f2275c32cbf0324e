// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "backends/sphere_tree_fixture.hpp"
#include "scenes/data_scenes.hpp"
#include "scenes/registry.hpp"
#include "scenes/spheres.hpp"

namespace suite {

using defcol::Sphere;
using defcol::SphereNode;
using defcol::SphereTree;
using defcol::TreeSettings;

namespace {

struct NamedMesh {
    std::string name;
    scenes::Mesh mesh;
};

std::vector<NamedMesh> small_meshes() {
    std::vector<NamedMesh> meshes;
    meshes.push_back({"sphere", scenes::icosphere(10)});
    meshes.push_back({"box", plain_box(1, 0.2, 3)});
    meshes.push_back({"tetrahedra", scenes::make("squeezed_blocks_small").value().meshes[0]});
    for (const char* name : {"fold_small", "soup_dense_small", "degenerate_small", "coplanar_small"}) {
        meshes.push_back({name, scenes::make(name).value().meshes[0]});
    }
    return meshes;
}

// Coverage at rest and under so many deformations.
void expect_coverage(const NamedMesh& named, uint32_t deformation_count, uint64_t sample_count) {
    SCOPED_TRACE(named.name);
    LooseTree loose(named.mesh);
    EXPECT_EQ(loose.uncovered(named.mesh, sample_count, 1), 0U);
    for (uint32_t i = 0; i < deformation_count; ++i) {
        const scenes::Mesh moved = deformed(named.mesh, 0.02 * i, i);
        loose.follow(moved);
        EXPECT_EQ(loose.uncovered(moved, sample_count, i), 0U) << "deformation " << i;
    }
}

// Every point of the tree's surface in every sphere above it, not in leaves alone.
void expect_every_level_covers(const LooseTree& loose, const scenes::Mesh& moved) {
    const SphereTree& tree = loose.tree();
    const auto points = points_of(moved);
    for (uint32_t i = 0; i < tree.sphere_count(); ++i) {
        const SphereNode& node = tree.nodes[i];
        for (uint32_t at = node.patch_begin; at < node.patch_end; ++at) {
            for (const uint32_t corner : tree.patches.patches[at].corner) {
                if (corner >= tree.vertex_count()) continue;
                const Sphere& sphere = loose.spheres()[i];
                ASSERT_LE(glm::length(points[corner] - sphere.centre), sphere.radius) << "sphere " << i;
            }
        }
    }
}

}  // namespace

TEST(SphereTreeCoverage, EverySampleOfTheSurfaceIsInALeafAtRestAndDeformed) {
    for (const NamedMesh& named : small_meshes()) expect_coverage(named, 6, 20000);
}

TEST(SphereTreeCoverageLong, HundredThousandSamplesAreInLeavesUnderAHundredDeformations) {
    std::vector<NamedMesh> meshes = small_meshes();
    for (const char* file : {"bunny.off", "armadillo.obj", "cow.off"}) {
        if (const auto mesh = scenes::data_mesh(file)) {
            meshes.push_back({file, scenes::unit_sized(*mesh)});
        } else {
            std::printf("no %s: DEFCOL_DATA_DIR is not set or has no such file\n", file);
        }
    }
    for (const NamedMesh& named : meshes) expect_coverage(named, 100, 100000);
}

TEST(SphereTreeCoverage, EverySphereContainsWhatItCovers) {
    for (const NamedMesh& named : small_meshes()) {
        SCOPED_TRACE(named.name);
        LooseTree loose(named.mesh);
        expect_every_level_covers(loose, named.mesh);
        const scenes::Mesh moved = deformed(named.mesh, 0.7, 3);
        loose.follow(moved);
        expect_every_level_covers(loose, moved);
    }
}

TEST(SphereTreeCoverage, ChildrenDivideThePatchesOfTheirParent) {
    for (const NamedMesh& named : small_meshes()) {
        SCOPED_TRACE(named.name);
        const LooseTree loose(named.mesh, {.branching = 5});
        const SphereTree& tree = loose.tree();
        uint32_t next_child = 1;
        for (uint32_t i = 0; i < tree.sphere_count(); ++i) {
            const SphereNode& node = tree.nodes[i];
            ASSERT_LT(node.patch_begin, node.patch_end);
            ASSERT_LE(node.child_count, 5U);
            if (node.is_leaf()) continue;
            ASSERT_EQ(node.first_child, next_child);
            uint32_t begin = node.patch_begin;
            for (uint32_t child = node.first_child; child < node.first_child + node.child_count; ++child) {
                ASSERT_EQ(tree.nodes[child].patch_begin, begin);
                ASSERT_EQ(tree.nodes[child].level, node.level + 1);
                begin = tree.nodes[child].patch_end;
            }
            ASSERT_EQ(begin, node.patch_end);
            next_child += node.child_count;
        }
        EXPECT_EQ(next_child, tree.sphere_count());
    }
}

TEST(SphereTreeCoverage, ARigidMotionMovesSpheresRigidly) {
    const scenes::Mesh mesh = scenes::icosphere(8);
    LooseTree loose(mesh);
    for (const bool conservative : {true, false}) {
        const scenes::Mesh turned = deformed(mesh, 0, 5);
        loose.follow(turned, conservative);
        for (uint32_t i = 0; i < loose.tree().sphere_count(); ++i) {
            EXPECT_NEAR(loose.spheres()[i].radius, loose.tree().rest_spheres[i].radius, 1e-5) << i;
        }
    }
}

TEST(SphereTreeCoverage, LongTrianglesAreCutSoThatLeavesAreSmall) {
    const scenes::Mesh needle = plain_box(40, 1, 1);
    const LooseTree loose(needle);
    const SphereTree& tree = loose.tree();
    for (uint32_t i = 0; i < tree.sphere_count(); ++i) {
        if (tree.nodes[i].is_leaf()) {
            EXPECT_LT(tree.rest_spheres[i].radius, 4) << i;
        }
    }
}

TEST(SphereTreeCoverage, TreesDoNotDependOnWorkers) {
    const scenes::Mesh mesh = deformed(scenes::icosphere(12), 0.8, 1);
    const LooseTree expected(mesh);
    for (const uint32_t workers : {2U, 3U, 8U}) {
        const LooseTree loose(mesh, {}, workers);
        ASSERT_EQ(loose.tree().sphere_count(), expected.tree().sphere_count());
        for (uint32_t i = 0; i < expected.tree().sphere_count(); ++i) {
            ASSERT_EQ(loose.tree().rest_spheres[i].centre, expected.tree().rest_spheres[i].centre);
            ASSERT_EQ(loose.tree().rest_spheres[i].radius, expected.tree().rest_spheres[i].radius);
        }
    }
}

TEST(SphereTreeCoverage, BranchingAndDepthAreKept) {
    const scenes::Mesh mesh = scenes::icosphere(12);
    for (const uint32_t branching : {2U, 4U, 16U}) {
        for (const uint32_t depth : {1U, 2U, 3U}) {
            const LooseTree loose(mesh, {.branching = branching, .depth = depth});
            EXPECT_EQ(loose.tree().level_count(), depth + 1);
            EXPECT_LE(loose.tree().sphere_count(), std::pow(branching, depth + 1));
        }
    }
}

TEST(SphereTreeCoverage, MedialSpheresStayCloseToTheSurfaceOfABall) {
    // The medial axis of a ball is its centre: one sphere is enough, and children add nothing.
    const LooseTree loose(scenes::icosphere(12));
    EXPECT_NEAR(loose.tree().rest_spheres[0].radius, 1, 0.01);
    EXPECT_NEAR(glm::length(loose.tree().rest_spheres[0].centre), 0, 0.01);
}

}  // namespace suite
