// SPDX-License-Identifier: MIT
#include "geometry/orientation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/adversarial_cases.hpp"
#include "geometry/determinant.hpp"

namespace defcol::test {

namespace {

TEST(Orientation, FollowsTheDocumentedSigns) {
    EXPECT_EQ(orient2d(0, 0, 1, 0, 0, 1), 1);
    EXPECT_EQ(orient2d(0, 0, 0, 1, 1, 0), -1);
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
    EXPECT_EQ(orient3d({0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}), -1);
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {3, 4, 0}), 0);
}

TEST(Orientation, SeesOneUnitInTheLastPlace) {
    const Vec3 a(0.1, 0.1, 0.1);
    const Vec3 b(0.7, 0.3, 0.3);
    const Vec3 c(0.3, 0.9, 0.9);
    Vec3 d(0.5, 0.6, 0.6);
    EXPECT_EQ(orient3d(a, b, c, d), 0);
    d.z = std::nextafter(d.z, 1.0);
    const int above = orient3d(a, b, c, d);
    EXPECT_NE(above, 0);
    d.z = std::nextafter(std::nextafter(d.z, 0.0), 0.0);
    EXPECT_EQ(orient3d(a, b, c, d), -above);
}

TEST(Orientation, IsRightAtBothEndsOfTheRange) {
    for (const double scale : {0x1p60, 0x1p-300}) {
        const Vec3 a(0.0);
        const Vec3 b(scale, 0, 0);
        const Vec3 c(0, scale, 0);
        EXPECT_EQ(orient3d(a, b, c, Vec3(0, 0, scale)), 1);
        EXPECT_EQ(orient3d(a, b, c, Vec3(0, 0, -scale)), -1);
        // The smallest volume there is at this end: three differences of one unit in the last place.
        const double next = std::nextafter(scale, 0.0) == scale ? scale : scale * (1 - 0x1p-53);
        EXPECT_EQ(
            orient3d({scale, scale, scale}, {next, scale, scale}, {scale, next, scale}, {scale, scale, next}),
            -1);
    }
}

TEST(Orientation, ChangesSignWithEachExchangeOfPoints) {
    Random random(9);
    for (int i = 0; i < 20'000; ++i) {
        const Points<5> p = adversarial_points(random);
        const int sign = orient3d(p[0], p[1], p[2], p[4]);
        ASSERT_EQ(orient3d(p[1], p[0], p[2], p[4]), -sign) << to_hex(p);
        ASSERT_EQ(orient3d(p[0], p[2], p[1], p[4]), -sign) << to_hex(p);
        ASSERT_EQ(orient3d(p[0], p[1], p[4], p[2]), -sign) << to_hex(p);
        ASSERT_EQ(orient3d(p[4], p[1], p[2], p[0]), -sign) << to_hex(p);
    }
}

TEST(Orientation, CountsExactEvaluations) {
    const std::uint64_t before = exact_sign_count();
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
    EXPECT_EQ(exact_sign_count(), before);
    EXPECT_EQ(orient3d({0.1, 0.1, 0.1}, {0.7, 0.3, 0.3}, {0.3, 0.9, 0.9}, {0.5, 0.6, 0.6}), 0);
    EXPECT_EQ(exact_sign_count(), before + 1);
}

TEST(Determinant, ValueHasTheExactSignAndSurvivesCancellation) {
    Random random(10);
    for (int i = 0; i < 50'000; ++i) {
        const Points<5> p = adversarial_points(random);
        const double value = orient3d_value(p[0], p[1], p[2], p[4]);
        ASSERT_EQ(sign_of(value), orient3d(p[0], p[1], p[2], p[4])) << to_hex(p);
        const double reordered = orient3d_value(p[1], p[4], p[2], p[0]);
        ASSERT_LE(std::fabs(value - reordered), 1e-11 * std::fabs(value)) << to_hex(p);
    }
}

TEST(Determinant, CrossProductIsZeroOnlyForParallelDifferences) {
    Random random(11);
    for (int i = 0; i < 50'000; ++i) {
        const Points<5> p = adversarial_points(random);
        const Vec3 cross = cross_of_differences(p[0], p[1], p[0], p[2]);
        const bool collinear = orient2d(p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y) == 0 &&
                               orient2d(p[0].y, p[0].z, p[1].y, p[1].z, p[2].y, p[2].z) == 0 &&
                               orient2d(p[0].z, p[0].x, p[1].z, p[1].x, p[2].z, p[2].x) == 0;
        ASSERT_EQ(cross == Vec3(0.0), collinear) << to_hex(p);
    }
}

}  // namespace

}  // namespace defcol::test
