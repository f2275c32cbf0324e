// SPDX-License-Identifier: MIT
#include "geometry/box.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/adversarial_cases.hpp"

namespace defcol::test {

namespace {

TEST(Box, BoundsEncloseEveryValueALocalCoordinateMayStandFor) {
    Random random(5);
    for (int i = 0; i < 200'000; ++i) {
        const int exponent = random.between(-149, 100);
        float local = std::ldexp(static_cast<float>(random.unit()), exponent);
        if (random.one_in(10)) local = std::ldexp(1.0F, exponent);
        if (random.one_in(50)) local = 0;
        if (random.one_in(2)) local = -local;
        const long double error = 0x1p-24L * std::fabs(static_cast<long double>(local)) + 0x1p-126L;
        ASSERT_LE(static_cast<long double>(lower_bound(local)), local - error) << std::hexfloat << local;
        ASSERT_GE(static_cast<long double>(upper_bound(local)), local + error) << std::hexfloat << local;
    }
}

TEST(Box, BoundsStayWithinAFewUnitsInTheLastPlace) {
    for (const float local : {1.0F, -1.0F, 1234.5F, 0x1p-100F}) {
        EXPECT_GT(lower_bound(local), local - 4 * std::fabs(local) * 0x1p-23F - 0x1p-124F);
        EXPECT_LT(upper_bound(local), local + 4 * std::fabs(local) * 0x1p-23F + 0x1p-124F);
    }
}

TEST(Box, NewOneIsEmptyAndOverlapsNothing) {
    const Box nothing;
    Box everything;
    everything.grow(Vec3f(-1e30F));
    everything.grow(Vec3f(1e30F));
    EXPECT_TRUE(nothing.empty());
    EXPECT_FALSE(overlap(nothing, everything));
    EXPECT_FALSE(overlap(nothing, nothing));
    EXPECT_TRUE(nothing.rounded_outward().empty());
}

TEST(Box, GrowsToHoldPointsAndBoxes) {
    Box box;
    box.grow(Vec3f(1, 2, 3));
    EXPECT_FALSE(box.empty());
    EXPECT_EQ(box.min, Vec3f(1, 2, 3));
    EXPECT_EQ(box.max, Vec3f(1, 2, 3));
    Box other;
    other.grow(Vec3f(0, 5, 3));
    box.grow(other);
    EXPECT_EQ(box.min, Vec3f(0, 2, 3));
    EXPECT_EQ(box.max, Vec3f(1, 5, 3));
    box.grow(Box{});
    EXPECT_EQ(box.max, Vec3f(1, 5, 3));
}

TEST(Box, TouchingBoxesOverlap) {
    Box a;
    a.grow(Vec3f(0));
    a.grow(Vec3f(1));
    for (int axis = 0; axis < 3; ++axis) {
        Box b = a;
        b.min[axis] = 1;
        b.max[axis] = 2;
        EXPECT_TRUE(overlap(a, b));
        EXPECT_TRUE(overlap(b, a));
        b.min[axis] = std::nextafter(1.0F, 2.0F);
        EXPECT_FALSE(overlap(a, b));
        EXPECT_FALSE(overlap(b, a));
    }
}

}  // namespace

}  // namespace defcol::test
