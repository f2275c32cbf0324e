// SPDX-License-Identifier: MIT
#include "geometry/tetrahedron_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "geometry/adversarial_cases.hpp"
#include "geometry/point_tetrahedron.hpp"

namespace defcol::test {

namespace {

using Tetrahedron = Vec3[4];

TEST(TetrahedronContact, FindsTheNearestOfTheSurfaceFaces) {
    Tetrahedron t = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
    for (const bool inverted : {false, true}) {
        if (inverted) std::swap(t[0], t[3]);
        const int origin = inverted ? 3 : 0;
        const int top = 3 - origin;
        const TetrahedronContact all = contact_in_tetrahedron(t, {1, 0.75, 0.5}, 15);
        EXPECT_EQ(all.face, top);
        EXPECT_EQ(all.normal, Vec3(0, 0, -1));
        EXPECT_EQ(all.depth, 0.5);
        EXPECT_DOUBLE_EQ(all.weights[1], 0.25);
        EXPECT_DOUBLE_EQ(all.weights[top], 0.125);
        const TetrahedronContact slanted = contact_in_tetrahedron(t, {1, 0.75, 0.5}, 1u << origin);
        EXPECT_EQ(slanted.face, origin);
        EXPECT_NEAR(slanted.normal.x, std::sqrt(1.0 / 3.0), 1e-15);
        EXPECT_NEAR(slanted.depth, 1.75 / std::sqrt(3.0), 1e-15);
    }
}

TEST(TetrahedronContact, SaysWhenNoFaceIsOnTheSurface) {
    const TetrahedronContact contact =
        contact_in_tetrahedron({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, {1, 1, 1}, 0);
    EXPECT_EQ(contact.face, -1);
    EXPECT_EQ(contact.normal, Vec3(0.0));
    EXPECT_EQ(contact.depth, 0);
}

TEST(TetrahedronContact, WeightsAndDepthHoldOnAdversarialCases) {
    Random random(14);
    int checked = 0;
    for (int i = 0; i < 50'000; ++i) {
        const Points<5> p = adversarial_points(random);
        const Tetrahedron t = {p[0], p[1], p[2], p[3]};
        if (!tetrahedron_contains(t, p[4])) continue;
        ++checked;
        const TetrahedronContact contact = contact_in_tetrahedron(t, p[4], 15);
        double extent = 0;
        Vec3 difference(0.0);
        double sum = 0;
        for (int k = 0; k < 4; ++k) {
            const auto& [q, r, s] = tetrahedron_faces[k];
            ASSERT_GE(contact.weights[k], 0) << to_hex(p);
            ASSERT_LE(contact.weights[k], 1) << to_hex(p);
            ASSERT_EQ(contact.weights[k] == 0, orient3d(t[q], t[r], t[s], p[4]) == 0) << to_hex(p);
            sum += contact.weights[k];
            difference += contact.weights[k] * (t[k] - p[4]);
            const Vec3 size = glm::abs(t[k] - p[4]);
            extent = std::max({extent, size.x, size.y, size.z});
        }
        ASSERT_NEAR(sum, 1, 1e-14) << to_hex(p);
        ASSERT_LE(glm::length(difference / extent), 1e-11) << to_hex(p);
        ASSERT_GE(contact.depth, 0) << to_hex(p);
        ASSERT_LE(contact.depth, 2 * extent) << to_hex(p);
        ASSERT_GE(contact.face, 0) << to_hex(p);
        ASSERT_NEAR(glm::length(contact.normal), 1, 1e-12) << to_hex(p);
        // Outward: the corner opposite the face is not in front of it.
        ASSERT_LE(glm::dot(contact.normal, (t[contact.face] - p[4]) / extent), 1e-11) << to_hex(p);
    }
    EXPECT_GT(checked, 5'000);
}

}  // namespace

}  // namespace defcol::test
