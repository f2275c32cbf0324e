// SPDX-License-Identifier: MIT
#include "geometry/triangle_contact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/adversarial_cases.hpp"
#include "geometry/triangle_triangle.hpp"

namespace defcol::test {

namespace {

using Triangle = Vec3[3];

constexpr Triangle base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};

// What a length must be compared with: the size of both triangles, and the rounding of their coordinates.
struct Scale {
    double extent = 0;
    double coordinate = 0;

    Scale(const Triangle& a, const Triangle& b) {
        for (const Triangle* t : {&a, &b}) {
            for (const Vec3& p : *t) {
                for (int i = 0; i < 3; ++i) {
                    extent = std::max(extent, std::fabs(p[i] - a[0][i]));
                    coordinate = std::max(coordinate, std::fabs(p[i]));
                }
            }
        }
    }
    double tolerance() const { return 1e-11 * extent + 8 * 0x1p-53 * coordinate; }
};

// Divided by the extent first: squares of tiny coordinates would vanish.
double distance(const Vec3& p, const Vec3& q, const Scale& scale) {
    return scale.extent == 0 ? 0 : glm::length((p - q) / scale.extent) * scale.extent;
}

Vec3 weighted(const Triangle& t, const double (&weights)[3], const Vec3& origin) {
    return weights[0] * (t[0] - origin) + weights[1] * (t[1] - origin) + weights[2] * (t[2] - origin);
}

void expect_weights_meet(const Triangle& t, const double (&weights)[3], const Vec3& point, const Scale& scale,
                         const std::string& replay) {
    for (const double weight : weights) {
        ASSERT_GE(weight, 0) << replay;
        ASSERT_LE(weight, 1) << replay;
    }
    ASSERT_NEAR(weights[0] + weights[1] + weights[2], 1, 1e-15) << replay;
    ASSERT_LE(distance(weighted(t, weights, point), Vec3(0.0), scale), scale.tolerance()) << replay;
}

TEST(TriangleContact, GivesTheSegmentOfAPiercingTriangle) {
    const Triangle b = {{1, 1, -1}, {1, 1, 3}, {1, 2, 3}};
    const TriangleContact contact = contact_of_triangles(base, b);
    EXPECT_EQ(contact.points[0], Vec3(1, 1, 0));
    EXPECT_EQ(contact.points[1], Vec3(1, 1.25, 0));
    EXPECT_EQ(contact.flags, contact_edge_b0 << 0 | contact_edge_b0 << 2);
    EXPECT_EQ(contact.normal, Vec3(0, 0, 1));
    EXPECT_EQ(contact.distance, -1);
    EXPECT_DOUBLE_EQ(contact.weights_a[1], 0.25);
    EXPECT_DOUBLE_EQ(contact.weights_a[2], 1.125 / 4);
    EXPECT_DOUBLE_EQ(contact.weights_b[0], 0.75);
    EXPECT_DOUBLE_EQ(contact.weights_b[1], 0.125);
}

TEST(TriangleContact, GivesTheLongestSpanOfACoplanarOverlap) {
    const TriangleContact contact = contact_of_triangles(base, {{1, -1, 0}, {1, 9, 0}, {-9, -1, 0}});
    EXPECT_EQ(contact.flags & contact_coplanar, contact_coplanar);
    EXPECT_EQ(contact.points[0], Vec3(0, 4, 0));
    EXPECT_EQ(contact.points[1], Vec3(1, 0, 0));
    EXPECT_EQ(glm::abs(contact.normal), Vec3(0, 0, 1));
    EXPECT_EQ(contact.distance, 0);
}

TEST(TriangleContact, TouchingAtAPointGivesItTwice) {
    const TriangleContact contact = contact_of_triangles(base, {{1, 1, 0}, {1, 1, 2}, {2, 1, 2}});
    EXPECT_EQ(contact.points[0], Vec3(1, 1, 0));
    EXPECT_EQ(contact.points[1], Vec3(1, 1, 0));
    EXPECT_EQ(contact.flags, contact_edge_b0 << 0 | contact_edge_b0 << 2);
    EXPECT_EQ(contact.normal, Vec3(0, 0, 1));
    EXPECT_EQ(contact.distance, 0);
}

TEST(TriangleContact, HasNoNormalWhereAllEdgesAreParallel) {
    const Triangle point = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    const Triangle segment = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}};
    for (const TriangleContact& contact :
         {contact_of_triangles(point, point), contact_of_triangles(point, segment),
          contact_of_triangles(segment, {{2, 2, 2}, {2, 2, 2}, {7, 7, 7}})}) {
        EXPECT_EQ(contact.flags & contact_no_normal, contact_no_normal);
        EXPECT_EQ(contact.normal, Vec3(0.0));
        EXPECT_EQ(contact.distance, 0);
    }
    EXPECT_EQ(contact_of_triangles(base, {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}).flags & contact_no_normal, 0u);
    EXPECT_EQ(contact_of_triangles(segment, {{0, 2, 1}, {2, 0, 1}, {2, 0, 1}}).flags & contact_no_normal, 0u);
}

// Closed edge i of t against the other triangle, through the exact test of whole triangles.
std::uint32_t meeting_edges(const Triangle& t, const Triangle& other) {
    std::uint32_t bits = 0;
    for (int i = 0; i < 3; ++i) {
        const Triangle edge = {t[i], t[(i + 1) % 3], t[i]};
        if (triangles_intersect(edge, other)) bits |= 1u << i;
    }
    return bits;
}

TEST(TriangleContact, HoldsItsPromisesOnAdversarialCases) {
    Random random(15);
    int checked = 0;
    int separated = 0;
    for (int i = 0; i < 60'000; ++i) {
        const Points<6> p = adversarial_triangles(random);
        const Triangle a = {p[0], p[1], p[2]};
        const Triangle b = {p[3], p[4], p[5]};
        if (!triangles_intersect(a, b)) continue;
        ++checked;
        const std::string replay = to_hex(p);
        const Scale scale(a, b);
        const TriangleContact contact = contact_of_triangles(a, b);

        ASSERT_EQ(contact.flags & 63u, meeting_edges(a, b) | meeting_edges(b, a) << 3) << replay;
        const Vec3 middle = 0.5 * (contact.points[0] + contact.points[1]);
        ASSERT_NO_FATAL_FAILURE(expect_weights_meet(a, contact.weights_a, middle, scale, replay));
        ASSERT_NO_FATAL_FAILURE(expect_weights_meet(b, contact.weights_b, middle, scale, replay));

        const bool has_normal = (contact.flags & contact_no_normal) == 0;
        ASSERT_NEAR(glm::length(contact.normal), has_normal ? 1 : 0, 1e-12) << replay;
        ASSERT_LE(contact.distance, 0) << replay;
        ASSERT_LE(-contact.distance, 4 * scale.extent) << replay;
        if (has_normal && scale.coordinate < 0x1p59) {
            const Vec3 step = contact.normal * (-contact.distance * (1 + 1e-9) + 4 * scale.tolerance());
            const Triangle moved = {b[0] + step, b[1] + step, b[2] + step};
            ASSERT_FALSE(triangles_intersect(a, moved)) << replay;
            ++separated;
        }

        const TriangleContact swapped = contact_of_triangles(b, a);
        ASSERT_EQ(swapped.points[0], contact.points[0]) << replay;
        ASSERT_EQ(swapped.points[1], contact.points[1]) << replay;
        ASSERT_EQ(swapped.distance, contact.distance) << replay;
        ASSERT_EQ(swapped.flags >> 3 & 7u, contact.flags & 7u) << replay;
        ASSERT_EQ(swapped.flags >> 6, contact.flags >> 6) << replay;
        ASSERT_TRUE(std::equal(contact.weights_a, contact.weights_a + 3, swapped.weights_b)) << replay;
        if (!std::equal(a, a + 3, b)) {
            ASSERT_EQ(swapped.normal, Vec3(0.0) - contact.normal) << replay;
        }
    }
    EXPECT_GT(checked, 10'000);
    EXPECT_GT(separated, 10'000);
}

using Wide = glm::vec<3, long double>;

long double distance_to_segment(const Wide& x, const Wide& p, const Wide& q) {
    const Wide edge = q - p;
    const long double square = glm::dot(edge, edge);
    const long double t = square > 0 ? std::clamp(glm::dot(x - p, edge) / square, 0.0L, 1.0L) : 0.0L;
    return glm::length(x - (p + t * edge));
}

// In units of the extent, on coordinates relative to x.
long double distance_to_triangle(const Vec3& x, const Triangle& t, double extent) {
    Wide v[3];
    for (int i = 0; i < 3; ++i) v[i] = (Wide(t[i]) - Wide(x)) / static_cast<long double>(extent);
    const Wide zero(0.0L);
    long double least = distance_to_segment(zero, v[0], v[1]);
    least = std::min(least, distance_to_segment(zero, v[1], v[2]));
    least = std::min(least, distance_to_segment(zero, v[2], v[0]));
    const Wide normal = glm::cross(v[1] - v[0], v[2] - v[0]);
    const long double length = glm::length(normal);
    const bool inside = glm::dot(normal, glm::cross(v[0], v[1])) >= 0 &&
                        glm::dot(normal, glm::cross(v[1], v[2])) >= 0 &&
                        glm::dot(normal, glm::cross(v[2], v[0])) >= 0;
    if (length > 0 && inside) least = std::min(least, std::fabs(glm::dot(normal, v[0])) / length);
    return least;
}

TEST(TriangleContact, EndsLieOnBothTriangles) {
    Random random(16);
    int checked = 0;
    for (int i = 0; i < 60'000; ++i) {
        const Points<6> p = adversarial_triangles(random);
        const Triangle a = {p[0], p[1], p[2]};
        const Triangle b = {p[3], p[4], p[5]};
        const Scale scale(a, b);
        if (scale.extent == 0 || !triangles_intersect(a, b)) continue;
        ++checked;
        const TriangleContact contact = contact_of_triangles(a, b);
        for (const Vec3& end : contact.points) {
            // A sliver's normal is known to 2^-64 over its height only, and its edges are that height away.
            const double tolerance = 1e-9 * scale.extent + scale.tolerance();
            ASSERT_LE(distance_to_triangle(end, a, scale.extent) * scale.extent, tolerance) << to_hex(p);
            ASSERT_LE(distance_to_triangle(end, b, scale.extent) * scale.extent, tolerance) << to_hex(p);
        }
    }
    EXPECT_GT(checked, 10'000);
}

TEST(TriangleContact, ScalesWithPowersOfTwo) {
    Random random(17);
    for (int i = 0; i < 2'000; ++i) {
        Triangle a;
        Triangle b;
        for (Vec3& v : a) v = {random.unit(), random.unit(), random.unit()};
        for (Vec3& v : b) v = {random.unit(), random.unit(), random.unit()};
        if (!triangles_intersect(a, b)) continue;
        const TriangleContact contact = contact_of_triangles(a, b);
        for (const double scale : {0x1p-280, 0x1p-100, 0x1p59}) {
            const Triangle scaled_a = {a[0] * scale, a[1] * scale, a[2] * scale};
            const Triangle scaled_b = {b[0] * scale, b[1] * scale, b[2] * scale};
            const TriangleContact scaled = contact_of_triangles(scaled_a, scaled_b);
            ASSERT_EQ(scaled.points[0], contact.points[0] * scale);
            ASSERT_EQ(scaled.points[1], contact.points[1] * scale);
            ASSERT_EQ(scaled.normal, contact.normal);
            ASSERT_EQ(scaled.distance, contact.distance * scale);
            ASSERT_EQ(scaled.flags, contact.flags);
            ASSERT_TRUE(std::equal(contact.weights_b, contact.weights_b + 3, scaled.weights_b));
        }
    }
}

// The definition, spelled out: the least overlap over eleven axes in both directions.
TEST(TriangleContact, DistanceIsTheSmallestOverElevenAxes) {
    Random random(18);
    int checked = 0;
    for (int i = 0; i < 20'000; ++i) {
        Triangle a;
        Triangle b;
        for (Vec3& v : a) v = {random.unit(), random.unit(), random.unit()};
        for (Vec3& v : b) v = {random.unit(), random.unit(), random.unit()};
        if (!triangles_intersect(a, b)) continue;
        ++checked;
        double least = 1e300;
        const auto try_axis = [&](const Vec3& axis) {
            const Vec3 unit = glm::normalize(axis);
            for (const double sense : {1.0, -1.0}) {
                double a_high = -1e300;
                double b_low = 1e300;
                for (int k = 0; k < 3; ++k) {
                    a_high = std::max(a_high, sense * glm::dot(unit, a[k]));
                    b_low = std::min(b_low, sense * glm::dot(unit, b[k]));
                }
                least = std::min(least, a_high - b_low);
            }
        };
        try_axis(glm::cross(a[1] - a[0], a[2] - a[0]));
        try_axis(glm::cross(b[1] - b[0], b[2] - b[0]));
        for (int j = 0; j < 3; ++j) {
            for (int k = 0; k < 3; ++k) try_axis(glm::cross(a[(j + 1) % 3] - a[j], b[(k + 1) % 3] - b[k]));
        }
        ASSERT_NEAR(contact_of_triangles(a, b).distance, -least, 1e-12);
    }
    EXPECT_GT(checked, 1'000);
}

}  // namespace

}  // namespace defcol::test
