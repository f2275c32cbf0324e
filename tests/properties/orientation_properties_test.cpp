// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "geometry/orientation.hpp"
#include "properties/exact_motions.hpp"

namespace defcol::test {
namespace {

int orientation(const Points<5>& p) {
    return orient3d(p[0], p[1], p[2], p[3]);
}

TEST(OrientationProperties, AnyExchangeOfTwoPointsChangesTheSign) {
    Random random(1);
    for (int round = 0; round < 3000; ++round) {
        const Points<5> points = adversarial_points(random);
        const int expected = orientation(points);
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t j = i + 1; j < 4; ++j) {
                Points<5> exchanged = points;
                std::swap(exchanged[i], exchanged[j]);
                ASSERT_EQ(orientation(exchanged), -expected) << to_hex(points);
            }
        }
    }
}

TEST(OrientationProperties, AxisSymmetriesChangeTheSignWithTheHandedness) {
    Random random(2);
    for (int round = 0; round < 1000; ++round) {
        const Points<5> points = adversarial_points(random);
        const int expected = orientation(points);
        for (uint32_t symmetry = 0; symmetry < axis_symmetry_count; ++symmetry) {
            const Points<5> turned =
                moved(points, [&](const Vec3& p) { return axis_symmetric(p, symmetry); });
            ASSERT_EQ(orientation(turned), changes_handedness(symmetry) ? -expected : expected)
                << "symmetry " << symmetry << "\n"
                << to_hex(points);
        }
    }
}

TEST(OrientationProperties, ScalingByAPowerOfTwoInRangeChangesNothing) {
    Random random(3);
    uint64_t scaled_count = 0;
    for (int round = 0; round < 3000; ++round) {
        const Points<5> points = adversarial_points(random);
        for (int exponent = -340; exponent <= 340; exponent += 17) {
            const auto larger = scaled(points, exponent);
            if (!larger) continue;
            ++scaled_count;
            ASSERT_EQ(orientation(*larger), orientation(points)) << "times 2^" << exponent << "\n"
                                                                 << to_hex(points);
        }
    }
    EXPECT_GT(scaled_count, 10000U);
}

TEST(OrientationProperties, ARepresentableTranslationChangesNothing) {
    Random random(4);
    for (int round = 0; round < 20000; ++round) {
        const Points<5> points = lattice_points<5>(random);
        const Vec3 offset = lattice_offset(random);
        const Points<5> elsewhere = moved(points, [&](const Vec3& p) { return p + offset; });
        ASSERT_EQ(orientation(elsewhere), orientation(points)) << to_hex(points) << to_hex(&offset, 1);
    }
}

}  // namespace
}  // namespace defcol::test
