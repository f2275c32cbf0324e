// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "geometry/triangle_contact.hpp"
#include "geometry/triangle_triangle.hpp"
#include "properties/exact_motions.hpp"

namespace defcol::test {
namespace {

bool meet(const Points<6>& p) {
    const Vec3 a[3] = {p[0], p[1], p[2]};
    const Vec3 b[3] = {p[3], p[4], p[5]};
    return triangles_intersect(a, b);
}

TEST(TriangleProperties, OrderOfCornersAndOfTrianglesDoesNotMatter) {
    Random random(1);
    uint64_t meeting = 0;
    for (int round = 0; round < 1000; ++round) {
        const Points<6> points = adversarial_triangles(random);
        const bool expected = meet(points);
        meeting += expected ? 1 : 0;
        std::array<std::size_t, 3> a = {0, 1, 2};
        do {
            std::array<std::size_t, 3> b = {3, 4, 5};
            do {
                const Points<6> permuted = {points[a[0]], points[a[1]], points[a[2]],
                                            points[b[0]], points[b[1]], points[b[2]]};
                const Points<6> exchanged = {points[b[0]], points[b[1]], points[b[2]],
                                             points[a[0]], points[a[1]], points[a[2]]};
                ASSERT_EQ(meet(permuted), expected) << to_hex(permuted);
                ASSERT_EQ(meet(exchanged), expected) << to_hex(exchanged);
            } while (std::ranges::next_permutation(b).found);
        } while (std::ranges::next_permutation(a).found);
    }
    EXPECT_GT(meeting, 100U);
    EXPECT_LT(meeting, 900U);
}

TEST(TriangleProperties, AxisSymmetriesScalesAndTranslationsDoNotMatter) {
    Random random(2);
    uint64_t scaled_count = 0;
    for (int round = 0; round < 1000; ++round) {
        const Points<6> points = adversarial_triangles(random);
        const bool expected = meet(points);
        for (uint32_t symmetry = 0; symmetry < axis_symmetry_count; ++symmetry) {
            const Points<6> turned =
                moved(points, [&](const Vec3& p) { return axis_symmetric(p, symmetry); });
            ASSERT_EQ(meet(turned), expected) << "symmetry " << symmetry << "\n" << to_hex(points);
        }
        for (int exponent = -340; exponent <= 340; exponent += 17) {
            const auto larger = scaled(points, exponent);
            if (!larger) continue;
            ++scaled_count;
            ASSERT_EQ(meet(*larger), expected) << "times 2^" << exponent << "\n" << to_hex(points);
        }
        const Points<6> lattice = lattice_points<6>(random);
        const Vec3 offset = lattice_offset(random);
        const Points<6> elsewhere = moved(lattice, [&](const Vec3& p) { return p + offset; });
        ASSERT_EQ(meet(elsewhere), meet(lattice)) << to_hex(lattice) << to_hex(&offset, 1);
    }
    EXPECT_GT(scaled_count, 3000U);
}

// A triangle cut in two along a line from a corner to a point of the opposite edge covers what it did before.
TEST(TriangleProperties, IsTheUnionOfItsHalves) {
    Random random(3);
    uint64_t meeting = 0;
    for (int round = 0; round < 20000; ++round) {
        Points<6> points = lattice_points<6>(random);
        // On multiples of two lattice steps the middle of an edge is exact.
        for (std::size_t i = 0; i < 3; ++i) points[i] *= 2.0;
        const Vec3 middle = 0.5 * (points[1] + points[2]);
        Points<6> first = points;
        Points<6> second = points;
        first[2] = middle;
        second[1] = middle;
        const bool expected = meet(points);
        ASSERT_EQ(meet(first) || meet(second), expected) << to_hex(points);
        meeting += expected ? 1 : 0;
    }
    EXPECT_GT(meeting, 500U);
}

// The normal and distance of a contact say how to part the triangles: a little more parts them, clearly less
// does not.
TEST(TriangleProperties, TheReportedTranslationIsTheSmallestThatSeparates) {
    Random random(4);
    uint64_t meeting = 0;
    for (int round = 0; round < 20000; ++round) {
        Points<6> points;
        for (Vec3& point : points) point = {random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
        if (!meet(points)) continue;
        ++meeting;
        const Vec3 a[3] = {points[0], points[1], points[2]};
        const Vec3 b[3] = {points[3], points[4], points[5]};
        const TriangleContact contact = contact_of_triangles(a, b);
        ASSERT_EQ(contact.flags & contact_no_normal, 0U) << to_hex(points);
        ASSERT_LE(contact.distance, 0.0);
        const auto meet_after_moving_b_by = [&](double amount) {
            Points<6> parted = points;
            for (std::size_t i = 3; i < 6; ++i) parted[i] += amount * contact.normal;
            return meet(parted);
        };
        constexpr double rounding = 1e-9;
        ASSERT_FALSE(meet_after_moving_b_by(rounding - contact.distance)) << to_hex(points);
        if (contact.distance < -2 * rounding) {
            ASSERT_TRUE(meet_after_moving_b_by(-contact.distance - rounding)) << to_hex(points);
        }
    }
    EXPECT_GT(meeting, 500U);
}

}  // namespace
}  // namespace defcol::test
