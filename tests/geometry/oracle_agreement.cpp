// SPDX-License-Identifier: MIT
#include "geometry/oracle_agreement.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "geometry/adjacent_triangles.hpp"
#include "geometry/adversarial_cases.hpp"
#include "geometry/orientation.hpp"
#include "geometry/point_tetrahedron.hpp"
#include "geometry/triangle_triangle.hpp"
#include "oracle/oracle.hpp"

namespace defcol::test {

namespace {

const double* flat(const Vec3& first) {
    return &first.x;
}

using Triangle = Vec3[3];
using Tetrahedron = Vec3[4];

const Triangle& triangle_at(const Points<6>& p, std::size_t i) {
    return *reinterpret_cast<const Triangle*>(&p[i]);
}

}  // namespace

void expect_orientations_agree(int count) {
    Random random(1);
    for (int i = 0; i < count; ++i) {
        const Points<5> p = adversarial_points(random);
        ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]),
                  oracle::orient3d(flat(p[0]), flat(p[1]), flat(p[2]), flat(p[3])))
            << "case " << i << "\n"
            << to_hex(p);
        ASSERT_EQ(orient3d(p[0], p[1], p[2], p[4]),
                  oracle::orient3d(flat(p[0]), flat(p[1]), flat(p[2]), flat(p[4])))
            << "case " << i << ", last point\n"
            << to_hex(p);
        ASSERT_EQ(orient2d(p[0].x, p[0].y, p[1].x, p[1].y, p[4].x, p[4].y),
                  oracle::orient2d(flat(p[0]), flat(p[1]), flat(p[4])))
            << "case " << i << ", in x and y\n"
            << to_hex(p);
    }
}

void expect_triangle_tests_agree(int count) {
    Random random(2);
    int intersecting = 0;
    for (int i = 0; i < count; ++i) {
        const Points<6> p = adversarial_triangles(random);
        const bool expected = oracle::triangles_intersect(flat(p[0]), flat(p[3]));
        ASSERT_EQ(triangles_intersect(triangle_at(p, 0), triangle_at(p, 3)), expected) << "case " << i << "\n"
                                                                                       << to_hex(p);
        ASSERT_EQ(triangles_intersect(triangle_at(p, 3), triangle_at(p, 0)), expected)
            << "case " << i << ", swapped\n"
            << to_hex(p);
        intersecting += expected;
    }
    // A generator of one answer only would test nothing.
    EXPECT_GT(intersecting, count / 10);
    EXPECT_LT(intersecting, count / 10 * 9);
}

void expect_adjacent_triangle_tests_agree(int count) {
    Random random(3);
    int beyond = 0;
    for (int i = 0; i < count; ++i) {
        Points<6> p = adversarial_triangles(random);
        SharedVertices shared;
        std::vector<std::pair<int, int>> pairs;
        shared.count = random.between(1, 2);
        const int first_a = random.below(3);
        const int first_b = random.below(3);
        const int step = random.between(1, 2);
        for (int k = 0; k < shared.count; ++k) {
            const int corner_a = (first_a + k) % 3;
            const int corner_b = (first_b + k * step) % 3;
            shared.a[k] = static_cast<std::uint8_t>(corner_a);
            shared.b[k] = static_cast<std::uint8_t>(corner_b);
            p[static_cast<std::size_t>(3 + corner_b)] = p[static_cast<std::size_t>(corner_a)];
            pairs.emplace_back(corner_a, corner_b);
        }
        const bool expected = oracle::triangles_intersect_beyond_shared(flat(p[0]), flat(p[3]), pairs);
        ASSERT_EQ(triangles_intersect_beyond_shared(triangle_at(p, 0), triangle_at(p, 3), shared), expected)
            << "case " << i << ", shared " << shared.count << ", a " << first_a << ", b " << first_b
            << ", step " << step << "\n"
            << to_hex(p);
        beyond += expected;
    }
    EXPECT_GT(beyond, count / 10);
    EXPECT_LT(beyond, count / 10 * 9);
}

void expect_tetrahedron_tests_agree(int count) {
    Random random(4);
    int inside = 0;
    int flat_count = 0;
    for (int i = 0; i < count; ++i) {
        const Points<5> p = adversarial_points(random);
        const Tetrahedron& t = *reinterpret_cast<const Tetrahedron*>(&p[0]);
        const bool expected = oracle::tetrahedron_contains(flat(p[0]), flat(p[4]));
        ASSERT_EQ(tetrahedron_contains(t, p[4]), expected) << "case " << i << "\n" << to_hex(p);
        const bool is_flat = oracle::tetrahedron_is_flat(flat(p[0]));
        ASSERT_EQ(tetrahedron_is_flat(t), is_flat) << "case " << i << "\n" << to_hex(p);
        inside += expected;
        flat_count += is_flat;
    }
    EXPECT_GT(inside, count / 20);
    EXPECT_GT(flat_count, count / 20);
    EXPECT_LT(flat_count, count / 10 * 9);
}

}  // namespace defcol::test
