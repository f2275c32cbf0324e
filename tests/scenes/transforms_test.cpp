// SPDX-License-Identifier: MIT
#include "scenes/transforms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "scenes/registry.hpp"

namespace {

using scenes::Mesh;
using scenes::Scene;

std::set<uint32_t> corners(const std::vector<uint32_t>& elements, size_t size, size_t element) {
    const auto first = elements.begin() + static_cast<std::ptrdiff_t>(size * element);
    return {first, first + static_cast<std::ptrdiff_t>(size)};
}

TEST(Transforms, PermutedElementsAreTheOriginalOnes) {
    for (const char* name : {"sphere_pair_small", "squeezed_blocks_small"}) {
        Scene scene = *scenes::make(name);
        scenes::Permuted permuted = scenes::permuted(scene, 7);
        EXPECT_NE(hash_of(permuted.scene), hash_of(scene));
        for (const uint32_t frame : {0U, 3U}) {
            scene.advance(frame);
            permuted.scene.advance(frame);
            for (size_t m = 0; m < scene.meshes.size(); ++m) {
                const Mesh& from = scene.meshes[m];
                const Mesh& to = permuted.scene.meshes[m];
                for (size_t v = 0; v < to.vertex_count(); ++v) {
                    for (size_t axis = 0; axis < 3; ++axis) {
                        ASSERT_EQ(to.positions[3 * v + axis],
                                  from.positions[3 * permuted.vertex_of[m][v] + axis]);
                    }
                }
                const auto expect_same = [&](const std::vector<uint32_t>& old_elements,
                                             const std::vector<uint32_t>& new_elements, size_t size,
                                             const std::vector<uint32_t>& old_of) {
                    ASSERT_EQ(old_elements.size(), new_elements.size());
                    for (size_t i = 0; i < old_of.size(); ++i) {
                        std::set<uint32_t> back;
                        for (const uint32_t v : corners(new_elements, size, i))
                            back.insert(permuted.vertex_of[m][v]);
                        ASSERT_EQ(back, corners(old_elements, size, old_of[i]));
                    }
                };
                expect_same(from.triangles, to.triangles, 3, permuted.triangle_of[m]);
                expect_same(from.tetrahedra, to.tetrahedra, 4, permuted.tetrahedron_of[m]);
            }
        }
    }
}

TEST(Transforms, AxisSymmetriesAreFortyEightDifferentOnes) {
    Scene scene = *scenes::make("soup_small");
    std::set<uint64_t> hashes;
    for (uint32_t symmetry = 0; symmetry < scenes::axis_symmetry_count; ++symmetry) {
        Scene other = scenes::axis_symmetric(scene, symmetry);
        hashes.insert(hash_of(other));
        other.advance(2);
        scene.advance(2);
        // Distances stay: the coordinates of a vertex are the same numbers, up to order and sign.
        for (size_t i = 0; i < 30; i += 3) {
            std::multiset<double> before;
            std::multiset<double> after;
            for (size_t axis = 0; axis < 3; ++axis) {
                before.insert(std::fabs(scene.meshes[0].positions[i + axis]));
                after.insert(std::fabs(other.meshes[0].positions[i + axis]));
            }
            ASSERT_EQ(before, after);
        }
        scene.advance(0);
    }
    EXPECT_EQ(hashes.size(), 48U);
    EXPECT_EQ(hash_of(scenes::axis_symmetric(scene, 0)), hash_of(scene));
}

TEST(Transforms, ScalingIsExact) {
    const Scene scene = *scenes::make("sphere_pair_small");
    const Scene there_and_back = scenes::scaled(scenes::scaled(scene, -40), 40);
    EXPECT_EQ(hash_of(there_and_back), hash_of(scene));
    Scene doubled = scenes::scaled(scene, 1);
    doubled.advance(5);
    Scene original = scene;
    original.advance(5);
    EXPECT_EQ(doubled.meshes[1].positions[4], 2 * original.meshes[1].positions[4]);
}

TEST(Transforms, ReversingTwiceChangesNothing) {
    Scene scene = *scenes::make("soup_many_small");
    Scene reversed = scenes::reversed(scene);
    EXPECT_EQ(reversed.meshes.front().positions, scene.meshes.back().positions);
    Scene twice = scenes::reversed(reversed);
    scene.advance(9);
    twice.advance(9);
    EXPECT_EQ(hash_of(twice), hash_of(scene));
}

}  // namespace
