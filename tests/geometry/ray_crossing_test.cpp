// SPDX-License-Identifier: MIT
#include "geometry/ray_crossing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "geometry/adversarial_cases.hpp"
#include "geometry/nearest_point.hpp"
#include "geometry/point_tetrahedron.hpp"

namespace defcol::test {

namespace {

constexpr Vec3 flat[3] = {{0, 0, 1}, {4, 0, 1}, {0, 4, 1}};  // normal up

// The winding number of the boundary of a tetrahedron around a point, by its four faces.
struct Winding {
    bool on_surface = false;
    int number = 0;
};
Winding winding_of(const Vec3 (&t)[4], const Vec3& point) {
    constexpr int outward[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    Winding winding;
    for (const auto& face : outward) {
        const Vec3 corners[3] = {t[face[0]], t[face[1]], t[face[2]]};
        const RayCrossing found = ray_crossing(corners, point);
        winding.on_surface |= found.on_triangle;
        winding.number += found.crossing;
    }
    return winding;
}

}  // namespace

TEST(RayCrossing, CountsUpwardNormalsUpAndOthersDown) {
    EXPECT_EQ(ray_crossing(flat, {1, 1, 0}).crossing, 1);
    const Vec3 turned[3] = {flat[1], flat[0], flat[2]};
    EXPECT_EQ(ray_crossing(turned, {1, 1, 0}).crossing, -1);
    EXPECT_EQ(ray_crossing(flat, {1, 1, 2}).crossing, 0);  // behind the start of the ray
    EXPECT_EQ(ray_crossing(flat, {3, 3, 0}).crossing, 0);
}

TEST(RayCrossing, PointOnTheTriangleIsOnIt) {
    EXPECT_TRUE(ray_crossing(flat, {1, 1, 1}).on_triangle);
    EXPECT_TRUE(ray_crossing(flat, {2, 2, 1}).on_triangle);
    EXPECT_TRUE(ray_crossing(flat, {0, 0, 1}).on_triangle);
    EXPECT_FALSE(ray_crossing(flat, {2, std::nextafter(2.0, 3.0), 1}).on_triangle);
    const Vec3 upright[3] = {{0, 0, 0}, {0, 4, 0}, {0, 0, 4}};
    EXPECT_TRUE(ray_crossing(upright, {0, 1, 1}).on_triangle);
    EXPECT_FALSE(ray_crossing(upright, {0, 1, -1}).on_triangle);
    EXPECT_EQ(ray_crossing(upright, {0, 1, -1}).crossing, 0);
    const Vec3 segment[3] = {{0, 0, 0}, {2, 2, 2}, {1, 1, 1}};
    EXPECT_TRUE(ray_crossing(segment, {1.5, 1.5, 1.5}).on_triangle);
}

TEST(RayCrossing, RayThroughSharedEdgesAndCornersCrossesOneSideOnce) {
    // A fan of four triangles around (0, 0, 1): every ray from below crosses exactly one of them.
    const Vec3 ring[4] = {{2, 0, 1}, {0, 2, 1}, {-2, 0, 1}, {0, -2, 1}};
    for (int x = -1; x <= 1; ++x) {
        for (int y = -1; y <= 1; ++y) {
            if (std::abs(x) + std::abs(y) == 2) continue;
            int crossings = 0;
            for (int i = 0; i < 4; ++i) {
                const Vec3 part[3] = {{0, 0, 1}, ring[i], ring[(i + 1) % 4]};
                crossings += ray_crossing(part, {x * 0.5, y * 0.5, 0}).crossing;
            }
            EXPECT_EQ(crossings, 1) << x << " " << y;
        }
    }
}

TEST(RayCrossing, WindingOfATetrahedronIsOneInsideAndZeroOutsideOnALattice) {
    // Small integers: rays meet edges and corners all the time.
    Random random(5);
    const auto coordinate = [&] { return static_cast<double>(random.below(5)); };
    for (int i = 0; i < 20'000; ++i) {
        Vec3 t[4];
        for (Vec3& corner : t) corner = {coordinate(), coordinate(), coordinate()};
        const int orientation = tetrahedron_orientation(t);
        if (orientation == 0) continue;
        if (orientation < 0) std::swap(t[0], t[1]);
        const Vec3 point{coordinate(), coordinate(), coordinate()};
        const Winding winding = winding_of(t, point);
        const bool inside = tetrahedron_contains(t, point);
        EXPECT_EQ(winding.on_surface || winding.number != 0, inside);
        if (!winding.on_surface) {
            EXPECT_EQ(winding.number, inside ? 1 : 0);
        }
    }
}

TEST(NearestPoint, LiesOnFaceEdgeOrCorner) {
    EXPECT_EQ(nearest_point_of_triangle(flat, {1, 1, 5}), Vec3(1, 1, 1));
    EXPECT_EQ(nearest_point_of_triangle(flat, {1, -3, 1}), Vec3(1, 0, 1));
    EXPECT_EQ(nearest_point_of_triangle(flat, {-1, -1, 0}), Vec3(0, 0, 1));
    EXPECT_EQ(nearest_point_of_triangle(flat, {3, 3, 1}), Vec3(2, 2, 1));
    const Vec3 point[3] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    EXPECT_EQ(nearest_point_of_triangle(point, {0, 0, 0}), Vec3(1, 2, 3));
}

TEST(NearestPoint, WeightsRebuildThePoint) {
    const TriangleWeights weights = weights_in_triangle(flat, {1, 2, 1});
    const Vec3 rebuilt = weights.value[0] * flat[0] + weights.value[1] * flat[1] + weights.value[2] * flat[2];
    EXPECT_NEAR(glm::length(rebuilt - Vec3(1, 2, 1)), 0, 1e-15);
}

}  // namespace defcol::test
