// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "geometry/point_tetrahedron.hpp"
#include "properties/exact_motions.hpp"

namespace defcol::test {
namespace {

// Points 0 to 3 are the corners, point 4 is to be located.
bool contains(const Points<5>& p) {
    const Vec3 corners[4] = {p[0], p[1], p[2], p[3]};
    return tetrahedron_contains(corners, p[4]);
}

TEST(TetrahedronProperties, TheOrderOfCornersDoesNotMatter) {
    Random random(1);
    uint64_t inside = 0;
    for (int round = 0; round < 2000; ++round) {
        const Points<5> points = adversarial_points(random);
        const bool expected = contains(points);
        inside += expected ? 1 : 0;
        std::array<std::size_t, 4> order = {0, 1, 2, 3};
        do {
            const Points<5> permuted = {points[order[0]], points[order[1]], points[order[2]],
                                        points[order[3]], points[4]};
            ASSERT_EQ(contains(permuted), expected) << to_hex(permuted);
        } while (std::ranges::next_permutation(order).found);
    }
    EXPECT_GT(inside, 100U);
}

TEST(TetrahedronProperties, AxisSymmetriesScalesAndTranslationsDoNotMatter) {
    Random random(2);
    for (int round = 0; round < 1000; ++round) {
        const Points<5> points = adversarial_points(random);
        const bool expected = contains(points);
        for (uint32_t symmetry = 0; symmetry < axis_symmetry_count; ++symmetry) {
            const Points<5> turned =
                moved(points, [&](const Vec3& p) { return axis_symmetric(p, symmetry); });
            ASSERT_EQ(contains(turned), expected) << "symmetry " << symmetry << "\n" << to_hex(points);
        }
        for (int exponent = -340; exponent <= 340; exponent += 17) {
            const auto larger = scaled(points, exponent);
            if (!larger) continue;
            ASSERT_EQ(contains(*larger), expected) << "times 2^" << exponent << "\n" << to_hex(points);
        }
        const Points<5> lattice = lattice_points<5>(random);
        const Vec3 offset = lattice_offset(random);
        const Points<5> elsewhere = moved(lattice, [&](const Vec3& p) { return p + offset; });
        ASSERT_EQ(contains(elsewhere), contains(lattice)) << to_hex(lattice) << to_hex(&offset, 1);
    }
}

// Cut at a point inside into four: no point is lost, and none is gained.
TEST(TetrahedronProperties, IsTheUnionOfItsParts) {
    Random random(3);
    uint64_t inside = 0;
    for (int round = 0; round < 20000; ++round) {
        Points<5> points = lattice_points<5>(random);
        // On multiples of four lattice steps the barycentre is exact.
        for (std::size_t i = 0; i < 4; ++i) points[i] *= 4.0;
        if (random.one_in(2))
            points[4] = 0.25 * (points[0] + points[1] + points[2] + points[random.one_in(2) ? 2 : 3]);
        const Vec3 corners[4] = {points[0], points[1], points[2], points[3]};
        if (tetrahedron_is_flat(corners)) continue;
        const Vec3 centre = 0.25 * (points[0] + points[1] + points[2] + points[3]);
        bool in_a_part = false;
        for (std::size_t i = 0; i < 4; ++i) {
            Points<5> part = points;
            part[i] = centre;
            in_a_part = in_a_part || contains(part);
        }
        ASSERT_EQ(contains(points), in_a_part) << to_hex(points);
        inside += in_a_part ? 1 : 0;
    }
    EXPECT_GT(inside, 1000U);
}

TEST(TetrahedronProperties, AFlatOneContainsNothingAndAProperOneItsCornersAndBarycentre) {
    Random random(4);
    for (int round = 0; round < 5000; ++round) {
        Points<5> points = lattice_points<5>(random);
        for (Vec3& point : points) point *= 4.0;
        const Vec3 corners[4] = {points[0], points[1], points[2], points[3]};
        const bool flat = tetrahedron_is_flat(corners);
        for (std::size_t i = 0; i < 4; ++i) {
            points[4] = points[i];
            ASSERT_EQ(contains(points), !flat) << to_hex(points);
        }
        points[4] = 0.25 * (points[0] + points[1] + points[2] + points[3]);
        ASSERT_EQ(contains(points), !flat) << to_hex(points);
    }
}

}  // namespace
}  // namespace defcol::test
