// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "backends/detector_session.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"
#include "scenes/spheres.hpp"

namespace suite {

namespace {

scenes::Mesh box(scenes::Point low, scenes::Point high) {
    scenes::Mesh mesh;
    for (int i = 0; i < 8; ++i) {
        add_vertex(mesh, {(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y,
                          (i & 4) != 0 ? high.z : low.z});
    }
    for (const auto& [a, b, c, d] : {std::array<uint32_t, 4>{0, 1, 3, 2},
                                     {4, 6, 7, 5},
                                     {0, 4, 5, 1},
                                     {2, 3, 7, 6},
                                     {0, 2, 6, 4},
                                     {1, 5, 7, 3}}) {
        add_triangle(mesh, a, b, c);
        add_triangle(mesh, a, c, d);
    }
    return mesh;
}

scenes::Scene pair_of(const scenes::Mesh& a, const scenes::Mesh& b) {
    scenes::Scene scene;
    scene.name = "pair";
    scene.meshes = {a, b};
    return scene;
}

struct Separated {
    DetectorSession session;
    explicit Separated(const scenes::Scene& scene) : session(scene, {.backend = DEFCOL_BACKEND_GJK_CUT}) {}

    defcol_separation measure() {
        defcol_separation separation;
        check(defcol_separation_init(&separation, sizeof separation));
        check(defcol_detector_get_separation(session.detector(), session.mesh(0), session.mesh(1),
                                             &separation));
        return separation;
    }
};

defcol_separation measure(const scenes::Mesh& a, const scenes::Mesh& b) {
    return Separated(pair_of(a, b)).measure();
}

double distance_of(const double (&a)[3], const double (&b)[3]) {
    return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                     (a[2] - b[2]) * (a[2] - b[2]));
}

}  // namespace

TEST(GjkCutSeparation, BoxesFaceToFaceAreTheirGapApart) {
    const defcol_separation found = measure(box({0, 0, 0}, {1, 1, 1}), box({3, 0.25, 0.25}, {4, 0.5, 0.5}));
    EXPECT_EQ(found.hulls_overlap, 0U);
    EXPECT_NEAR(found.distance, 2, 1e-12);
    EXPECT_NEAR(found.distance_lower_bound, 2, 1e-7);
    EXPECT_NEAR(found.point_a[0], 1, 1e-12);
    EXPECT_NEAR(found.point_b[0], 3, 1e-12);
    EXPECT_NEAR(found.direction[0], 1, 1e-12);
    EXPECT_NEAR(distance_of(found.point_a, found.point_b), 2, 1e-12);
}

TEST(GjkCutSeparation, BoxesCornerToCornerAreTheDiagonalApart) {
    const defcol_separation found = measure(box({0, 0, 0}, {1, 1, 1}), box({2, 2, 2}, {3, 3, 3}));
    EXPECT_NEAR(found.distance, std::sqrt(3.0), 1e-12);
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(found.point_a[axis], 1, 1e-12);
        EXPECT_NEAR(found.point_b[axis], 2, 1e-12);
        EXPECT_NEAR(found.direction[axis], 1 / std::sqrt(3.0), 1e-12);
    }
}

TEST(GjkCutSeparation, WitnessesAndBoundBracketTheDistanceOfSpheres) {
    scenes::Random random(5);
    for (int round = 0; round < 20; ++round) {
        scenes::Mesh b = scenes::icosphere(6);
        const scenes::Point shift = {random.between(2.1, 3), random.between(-2, 2), random.between(-2, 2)};
        scenes::map_vertices(b, [&](scenes::Point p) { return p + shift; });
        const defcol_separation found = measure(scenes::icosphere(6), b);
        const double centres = std::sqrt(scenes::dot(shift, shift));
        EXPECT_EQ(found.hulls_overlap, 0U);
        EXPECT_LE(found.distance_lower_bound, found.distance);
        EXPECT_NEAR(found.distance_lower_bound, found.distance, 1e-6);
        EXPECT_NEAR(distance_of(found.point_a, found.point_b), found.distance, 1e-9);
        // The polyhedra lie inside the spheres, by no more than the sagitta of their triangles.
        EXPECT_GE(found.distance, centres - 2 - 1e-6);
        EXPECT_LE(found.distance, centres - 2 + 0.06);
    }
}

TEST(GjkCutSeparation, MovingByThePenetrationBoundSeparates) {
    scenes::Random random(6);
    for (int round = 0; round < 20; ++round) {
        const scenes::Mesh a = scenes::icosphere(4);
        scenes::Mesh b = scenes::icosphere(3);
        const scenes::Point shift = {random.between(-1, 1), random.between(-0.7, 0.7),
                                     random.between(-0.5, 0.5)};
        scenes::map_vertices(b, [&](scenes::Point p) { return p + shift; });
        const defcol_separation found = measure(a, b);
        ASSERT_EQ(found.hulls_overlap, 1U);
        EXPECT_EQ(found.distance, 0);
        EXPECT_GT(found.penetration_bound, 0);
        EXPECT_LT(found.penetration_bound, 2.01);
        const double step = 1.001 * found.penetration_bound;
        scenes::map_vertices(b, [&](scenes::Point p) {
            return p + step * scenes::Point{found.direction[0], found.direction[1], found.direction[2]};
        });
        EXPECT_EQ(measure(a, b).hulls_overlap, 0U) << "round " << round;
    }
}

TEST(GjkCutSeparation, OnlyActiveTrianglesHaveAHull) {
    // The second mesh: a box near, and a box far that is switched off.
    scenes::Mesh two = box({2, 0, 0}, {3, 1, 1});
    scenes::append(two, box({5, 0, 0}, {6, 1, 1}));
    Separated separated(pair_of(box({0, 0, 0}, {1, 1, 1}), two));
    EXPECT_NEAR(separated.measure().distance, 1, 1e-12);
    std::vector<uint32_t> far;
    for (uint32_t i = 12; i < 24; ++i) far.push_back(i);
    check(defcol_mesh_set_active_triangles(separated.session.mesh(1), far.data(), far.size()));
    EXPECT_NEAR(separated.measure().distance, 4, 1e-12);
}

TEST(GjkCutSeparation, FlatAndCoincidingMeshesAreMeasuredAsWell) {
    scenes::Mesh segment;
    for (int i = 0; i < 3; ++i) add_vertex(segment, {0.0 + i, 0, 0});
    add_triangle(segment, 0, 1, 2);
    scenes::Mesh point;
    for (int i = 0; i < 3; ++i) add_vertex(point, {1, 0, 2});
    add_triangle(point, 0, 1, 2);
    EXPECT_NEAR(measure(segment, point).distance, 2, 1e-12);
    EXPECT_EQ(measure(segment, segment).hulls_overlap, 1U);
    EXPECT_EQ(measure(point, point).hulls_overlap, 1U);
    EXPECT_EQ(measure(point, point).penetration_bound, 0);
}

TEST(GjkCutSeparation, PowersOfTwoScaleItExactly) {
    const defcol_separation one = measure(box({0, 0, 0}, {1, 1, 1}), box({2, 1.5, 3}, {3, 3, 4}));
    for (const int exponent : {-200, -40, 40}) {
        const double scale = std::ldexp(1.0, exponent);
        scenes::Scene scene = pair_of(box({0, 0, 0}, {1, 1, 1}), box({2, 1.5, 3}, {3, 3, 4}));
        for (scenes::Mesh& mesh : scene.meshes) {
            for (double& value : mesh.positions) value *= scale;
        }
        EXPECT_EQ(Separated(scene).measure().distance, scale * one.distance) << exponent;
    }
}

TEST(GjkCutSeparation, SaysWhyItCannotAnswer) {
    const scenes::Scene scene = pair_of(box({0, 0, 0}, {1, 1, 1}), box({2, 0, 0}, {3, 1, 1}));
    defcol_separation separation;
    check(defcol_separation_init(&separation, sizeof separation));
    {
        DetectorSession other(scene, {.backend = DEFCOL_BACKEND_BRUTE_FORCE});
        EXPECT_EQ(defcol_detector_get_separation(other.detector(), other.mesh(0), other.mesh(1), &separation),
                  DEFCOL_ERROR_UNSUPPORTED);
    }
    Separated separated(scene);
    DetectorSession& session = separated.session;
    EXPECT_EQ(
        defcol_detector_get_separation(session.detector(), session.mesh(0), session.mesh(0), &separation),
        DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_detector_get_separation(session.detector(), session.mesh(0), session.mesh(1), nullptr),
              DEFCOL_ERROR_NULL_POINTER);
    check(defcol_mesh_set_active_triangles(session.mesh(1), nullptr, 0));
    EXPECT_EQ(
        defcol_detector_get_separation(session.detector(), session.mesh(0), session.mesh(1), &separation),
        DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_detector_get_separation(session.detector(), {0}, session.mesh(1), &separation),
              DEFCOL_ERROR_BAD_HANDLE);
    check(defcol_detector_remove_mesh(session.detector(), session.mesh(1)));
    EXPECT_EQ(
        defcol_detector_get_separation(session.detector(), session.mesh(0), session.mesh(1), &separation),
        DEFCOL_ERROR_INVALID_ARGUMENT);
}

}  // namespace suite
