// SPDX-License-Identifier: MIT
#include "geometry/triangle_triangle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/adversarial_cases.hpp"

namespace defcol::test {

namespace {

using Triangle = Vec3[3];

constexpr Triangle base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};

TEST(TriangleTriangle, PiercingCountsAndPassingByDoesNot) {
    EXPECT_TRUE(triangles_intersect(base, {{1, 1, -1}, {1, 1, 1}, {5, 5, 1}}));
    EXPECT_FALSE(triangles_intersect(base, {{3, 3, -1}, {3, 3, 1}, {5, 5, 1}}));
    EXPECT_FALSE(triangles_intersect(base, {{1, 1, 1}, {2, 1, 1}, {1, 2, 2}}));
}

TEST(TriangleTriangle, TouchingAtOnePointCounts) {
    EXPECT_TRUE(triangles_intersect(base, {{0, 0, 0}, {-1, 0, 1}, {-1, 1, 1}}));   // corner on corner
    EXPECT_TRUE(triangles_intersect(base, {{2, 0, 0}, {2, -1, 1}, {2, -1, -1}}));  // corner on edge
    EXPECT_TRUE(triangles_intersect(base, {{1, 1, 0}, {1, 1, 1}, {2, 1, 1}}));     // corner on face
    EXPECT_TRUE(triangles_intersect(base, {{2, 0, -1}, {2, 0, 1}, {2, -1, 0}}));   // edge across edge
    EXPECT_FALSE(triangles_intersect(base, {{1, 1, 0x1p-300}, {1, 1, 1}, {2, 1, 1}}));
    EXPECT_FALSE(triangles_intersect(base, {{2, -0x1p-300, -1}, {2, -0x1p-300, 1}, {2, -1, 0}}));
}

TEST(TriangleTriangle, TouchingAlongAnEdgeCounts) {
    EXPECT_TRUE(triangles_intersect(base, {{0, 0, 0}, {4, 0, 0}, {0, 0, 4}}));
    EXPECT_TRUE(triangles_intersect(base, {{1, 0, 0}, {9, 0, 0}, {0, -1, 4}}));
    EXPECT_TRUE(triangles_intersect(base, {{1, 1, 0}, {2, 1, 0}, {1, 1, 4}}));
}

TEST(TriangleTriangle, CoplanarOverlapAndContainmentCount) {
    EXPECT_TRUE(triangles_intersect(base, base));
    EXPECT_TRUE(triangles_intersect(base, {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}));
    EXPECT_TRUE(triangles_intersect({{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}, base));
    EXPECT_TRUE(triangles_intersect(base, {{-1, 1, 0}, {5, 1, 0}, {-1, 2, 0}}));
    EXPECT_TRUE(triangles_intersect(base, {{4, 0, 0}, {5, 0, 0}, {5, 1, 0}}));
    EXPECT_TRUE(triangles_intersect(base, {{2, 2, 0}, {5, 5, 0}, {2, 5, 0}}));
    EXPECT_FALSE(triangles_intersect(base, {{3, 2, 0}, {5, 5, 0}, {2, 5, 0}}));
}

TEST(TriangleTriangle, ZeroAreaIsASegmentOrAPoint) {
    EXPECT_TRUE(triangles_intersect(base, {{1, 1, -1}, {1, 1, 0}, {1, 1, 1}}));
    EXPECT_TRUE(triangles_intersect(base, {{1, 1, -1}, {1, 1, 1}, {1, 1, -1}}));
    EXPECT_FALSE(triangles_intersect(base, {{1, 1, 1}, {1, 1, 2}, {1, 1, 3}}));
    EXPECT_TRUE(triangles_intersect(base, {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}));
    EXPECT_TRUE(triangles_intersect(base, {{4, 0, 0}, {4, 0, 0}, {4, 0, 0}}));
    EXPECT_FALSE(triangles_intersect(base, {{3, 3, 0}, {3, 3, 0}, {3, 3, 0}}));
    EXPECT_TRUE(triangles_intersect(base, {{-1, 1, 0}, {0, 1, 0}, {5, 1, 0}}));
    const Triangle segment = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}};
    EXPECT_TRUE(triangles_intersect(segment, {{2, 2, 2}, {4, 4, 4}, {5, 5, 5}}));
    EXPECT_FALSE(triangles_intersect(segment, {{4, 4, 4}, {4, 4, 4}, {5, 5, 5}}));
    EXPECT_TRUE(triangles_intersect(segment, {{2, 0, 2}, {2, 4, 2}, {2, 4, 2}}));
    EXPECT_FALSE(triangles_intersect(segment, {{2, 0, 3}, {2, 4, 3}, {2, 4, 3}}));
    EXPECT_TRUE(triangles_intersect(segment, {{3, 3, 3}, {3, 3, 3}, {3, 3, 3}}));
    EXPECT_FALSE(triangles_intersect({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, {{1, 1, 2}, {1, 1, 2}, {1, 1, 2}}));
}

TEST(TriangleTriangle, AnswerDoesNotDependOnOrderOrScale) {
    Random random(12);
    for (int i = 0; i < 20'000; ++i) {
        const Points<6> p = adversarial_triangles(random);
        Triangle a = {p[0], p[1], p[2]};
        Triangle b = {p[3], p[4], p[5]};
        const bool expected = triangles_intersect(a, b);
        ASSERT_EQ(triangles_intersect(b, a), expected) << to_hex(p);
        for (int turn = 0; turn < 3; ++turn) {
            std::rotate(a, a + 1, a + 3);
            ASSERT_EQ(triangles_intersect(a, b), expected) << to_hex(p);
            std::swap(b[turn], b[(turn + 1) % 3]);
            ASSERT_EQ(triangles_intersect(a, b), expected) << to_hex(p);
        }
        double largest = 0;
        double smallest = 1;
        for (const Vec3& point : p) {
            for (int axis = 0; axis < 3; ++axis) {
                largest = std::max(largest, std::fabs(point[axis]));
                if (point[axis] != 0) smallest = std::min(smallest, std::fabs(point[axis]));
            }
        }
        for (const double scale : {0x1p-40, 0x1p40}) {
            if (largest * scale > 0x1p60 || smallest * scale < 0x1p-300) continue;
            const Triangle scaled_a = {p[0] * scale, p[1] * scale, p[2] * scale};
            const Triangle scaled_b = {p[3] * scale, p[4] * scale, p[5] * scale};
            ASSERT_EQ(triangles_intersect(scaled_a, scaled_b), expected) << to_hex(p);
        }
    }
}

}  // namespace

}  // namespace defcol::test
