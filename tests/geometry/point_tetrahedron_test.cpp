// SPDX-License-Identifier: MIT
#include "geometry/point_tetrahedron.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/adversarial_cases.hpp"

namespace defcol::test {

namespace {

using Tetrahedron = Vec3[4];

constexpr Tetrahedron corner = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}};

TEST(PointTetrahedron, IsClosed) {
    EXPECT_TRUE(tetrahedron_contains(corner, {0.5, 0.5, 0.5}));
    EXPECT_TRUE(tetrahedron_contains(corner, {1, 1, 0}));  // face
    EXPECT_TRUE(tetrahedron_contains(corner, {1, 1, 1}));  // slanted face
    EXPECT_TRUE(tetrahedron_contains(corner, {1, 0, 0}));  // edge
    EXPECT_TRUE(tetrahedron_contains(corner, {0, 0, 3}));  // corner
    EXPECT_FALSE(tetrahedron_contains(corner, {1, 1, -0x1p-300}));
    EXPECT_FALSE(tetrahedron_contains(corner, {1, 1, std::nextafter(1.0, 2.0)}));
    EXPECT_FALSE(tetrahedron_contains(corner, {4, 0, 0}));
}

TEST(PointTetrahedron, FlatOneContainsNothing) {
    const Tetrahedron flat = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {3, 3, 0}};
    EXPECT_TRUE(tetrahedron_is_flat(flat));
    EXPECT_FALSE(tetrahedron_contains(flat, {1, 1, 0}));
    EXPECT_FALSE(tetrahedron_contains(flat, {0, 0, 0}));
    EXPECT_FALSE(tetrahedron_is_flat(corner));
}

TEST(PointTetrahedron, AnswerDoesNotDependOnTheOrderOfCorners) {
    Random random(13);
    for (int i = 0; i < 5'000; ++i) {
        const Points<5> p = adversarial_points(random);
        const Tetrahedron t = {p[0], p[1], p[2], p[3]};
        const bool expected = tetrahedron_contains(t, p[4]);
        int order[4] = {0, 1, 2, 3};
        do {
            const Tetrahedron permuted = {t[order[0]], t[order[1]], t[order[2]], t[order[3]]};
            ASSERT_EQ(tetrahedron_contains(permuted, p[4]), expected) << to_hex(p);
        } while (std::next_permutation(order, order + 4));
    }
}

}  // namespace

}  // namespace defcol::test
