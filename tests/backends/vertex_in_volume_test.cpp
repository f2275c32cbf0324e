// SPDX-License-Identifier: MIT
// The exact reference for vertices in volumes, against CGAL and the definition.
#include <gtest/gtest.h>

#include <algorithm>

#include "backends/detector_session.hpp"
#include "oracle/oracle.hpp"
#include "scenes/closed_bodies.hpp"
#include "scenes/data_scenes.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"
#include "scenes/spheres.hpp"
#include "scenes/transforms.hpp"

namespace suite {

namespace {

constexpr SessionOptions volume_options{.backend = DEFCOL_BACKEND_BRUTE_FORCE,
                                        .queries = DEFCOL_QUERY_VERTEX_IN_VOLUME};

scenes::Scene scene_of(std::vector<scenes::Mesh> meshes) {
    scenes::Scene scene;
    scene.name = "volume";
    scene.meshes = std::move(meshes);
    return scene;
}

scenes::Mesh points_in(scenes::Point min, scenes::Point max, uint32_t count, uint64_t seed) {
    scenes::Random random(seed);
    scenes::Mesh points;
    for (uint32_t i = 0; i < count; ++i) {
        add_vertex(points, {random.between(min.x, max.x), random.between(min.y, max.y),
                            random.between(min.z, max.z)});
    }
    return points;
}

// By CGAL, for surfaces it accepts.
Contacts expected_contacts(const scenes::Scene& scene) {
    Contacts result;
    for (uint32_t a = 0; a < scene.meshes.size(); ++a) {
        for (uint32_t b = 0; b < scene.meshes.size(); ++b) {
            const auto triangles = surface_triangles(scene.meshes[b]);
            if (a == b || triangles.empty()) continue;
            for (const uint32_t vertex :
                 oracle::points_in_volume(scene.meshes[a].positions, scene.meshes[b].positions, triangles)) {
                result.push_back({DEFCOL_CONTACT_VERTEX_IN_VOLUME, a, vertex, b, DEFCOL_NONE});
            }
        }
    }
    std::ranges::sort(result);
    return result;
}

void expect_as_cgal(const scenes::Scene& scene) {
    const Contacts expected = expected_contacts(scene);
    EXPECT_FALSE(expected.empty());
    EXPECT_TRUE(detect_once(scene, volume_options) == expected) << scene.name;
}

}  // namespace

TEST(VertexInVolume, AgreesWithCgalOnSpheresBoxesAndKnots) {
    expect_as_cgal(scene_of({scenes::icosphere(6), moved(scenes::icosphere(6), {0.7, 0.2, 0.1})}));
    expect_as_cgal(
        scene_of({scenes::knot_tube(2, 3, 0.4, 60, 8), points_in({-1, -1, -1}, {1, 1, 1}, 3000, 1)}));
    expect_as_cgal(scene_of({scenes::torus(1, 0.4, 24, 12), moved(scenes::torus(1, 0.4, 24, 12), {1, 0, 0.1}),
                             points_in({-2, -2, -1}, {2, 2, 1}, 500, 2)}));
}

TEST(VertexInVolume, AgreesWithCgalOnALatticeWhereRaysMeetEdgesAndCorners) {
    // Half of the lattice lies on faces, edges or corners of the box, or straight below them.
    scenes::Mesh lattice;
    for (int x = -1; x <= 9; ++x) {
        for (int y = -1; y <= 9; ++y) {
            for (int z = -1; z <= 9; ++z) add_vertex(lattice, {x * 0.25, y * 0.25, z * 0.25});
        }
    }
    expect_as_cgal(scene_of({lattice, scenes::solid_box({0, 0, 0}, {2, 2, 2}, 4)}));
    expect_as_cgal(scene_of({lattice, stretched(scenes::icosphere(1), {2, 2, 2})}));
}

TEST(VertexInVolume, AgreesWithCgalOnRealMeshes) {
    const auto mesh = scenes::data_mesh("cow.off");
    if (!mesh) GTEST_SKIP() << "DEFCOL_DATA_DIR is not set";
    const scenes::Mesh cow = scenes::unit_sized(*mesh);
    scenes::Scene scene = scene_of({cow, points_in({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}, 2000, 3)});
    DetectorSession report_session(scene, {});
    defcol_mesh_report report;
    check(defcol_mesh_report_init(&report, sizeof report));
    check(defcol_mesh_get_report(report_session.mesh(0), &report));
    if (report.is_closed == 0) GTEST_SKIP() << "the mesh is open";
    expect_as_cgal(scene);
}

TEST(VertexInVolume, WindingDecidesWhereSurfacesRunIntoEachOther) {
    // One mesh of two overlapping spheres (winding 2 in the middle), one of a sphere with a cavity (winding 0
    // inside it), one turned inside out (winding -1): the middle vertex is in, out, in.
    const scenes::Mesh sphere = scenes::icosphere(4);
    scenes::Mesh twice = sphere;
    append(twice, moved(sphere, {0.5, 0, 0}));
    scenes::Mesh hollow = sphere;
    append(hollow, turned_inside_out(stretched(sphere, {0.5, 0.5, 0.5})));
    const scenes::Mesh inverted = turned_inside_out(sphere);
    scenes::Mesh point;
    add_vertex(point, {0.25, 0, 0});
    const auto contains = [&](const scenes::Mesh& body) {
        return detect_once(scene_of({point, body}), volume_options).size() == 1;
    };
    EXPECT_TRUE(contains(twice));
    EXPECT_FALSE(contains(hollow));
    EXPECT_TRUE(contains(inverted));
}

TEST(VertexInVolume, SurfaceCountsAsInsideAndNothingBeyondIt) {
    const scenes::Mesh box = scenes::solid_box({0, 0, 0}, {1, 1, 1}, 2);
    // Vertices of an equal box lie on the surface.
    EXPECT_EQ(detect_once(scene_of({box, box}), volume_options).size(), 2 * box.vertex_count());
    const scenes::Scene apart = scene_of({box, moved(box, {0, 0, 1 + 0x1p-20})});
    EXPECT_TRUE(detect_once(apart, volume_options).empty());
}

TEST(VertexInVolume, ScalingByAPowerOfTwoAndMovingMeshesInOrderChangeNothing) {
    const scenes::Scene scene =
        scene_of({scenes::icosphere(5), moved(scenes::torus(1, 0.3, 20, 10), {0.3, 0.2, 0.1})});
    const Contacts reference = detect_once(scene, volume_options);
    EXPECT_FALSE(reference.empty());
    for (const int exponent : {-40, -10, 20, 50}) {
        EXPECT_TRUE(detect_once(scenes::scaled(scene, exponent), volume_options) == reference) << exponent;
    }
    for (const uint32_t workers : {2U, 3U, 8U}) {
        SessionOptions options = volume_options;
        options.workers = workers;
        EXPECT_TRUE(detect_once(scene, options) == reference) << workers;
    }
}

TEST(VertexInVolume, OpenSurfaceIsRefusedWithItsFirstOpenEdge) {
    scenes::Mesh open = scenes::icosphere(2);
    open.triangles.resize(open.triangles.size() - 3);
    scenes::Scene scene = scene_of({scenes::icosphere(2)});
    DetectorSession session(scene, volume_options);
    const defcol_mesh_desc desc = describe(open);
    defcol_mesh mesh;
    check(defcol_mesh_create(session.context(), &desc, &mesh));
    EXPECT_EQ(defcol_detector_add_mesh(session.detector(), mesh, 0), DEFCOL_ERROR_NOT_CLOSED);
    EXPECT_NE(std::string(defcol_last_error_message()).find("edge of vertices"), std::string::npos);
    EXPECT_EQ(session.detect(), DEFCOL_OK);  // nothing has changed

    // Cut open later: detect says so, and says nothing else.
    check(defcol_mesh_set_topology(session.mesh(0), &desc));
    EXPECT_EQ(session.detect(), DEFCOL_ERROR_NOT_CLOSED);
    EXPECT_EQ(session.view().count, 0U);

    // Parity counts what is there.
    check(defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_PARITY_COUNTING, 1));
    EXPECT_EQ(session.detect(), DEFCOL_OK);
    EXPECT_EQ(defcol_detector_add_mesh(session.detector(), mesh, 0), DEFCOL_OK);
}

TEST(VertexInVolume, WayOutLeadsToTheNearestPointOfTheSurface) {
    scenes::Mesh point;
    add_vertex(point, {0.5, 0.5, 0.875});
    SessionOptions options = volume_options;
    options.fields = DEFCOL_FIELD_ALL;
    DetectorSession session(scene_of({point, scenes::solid_box({0, 0, 0}, {1, 1, 1}, 1)}), options);
    check(session.detect());
    const defcol_contacts view = session.view();
    ASSERT_EQ(view.count, 1U);
    EXPECT_EQ(view.kind[0], DEFCOL_CONTACT_VERTEX_IN_VOLUME);
    EXPECT_EQ(view.primitive_b[0], DEFCOL_NONE);
    EXPECT_DOUBLE_EQ(view.distances[0], -0.125);
    EXPECT_DOUBLE_EQ(view.normals[2], -1);
    EXPECT_DOUBLE_EQ(view.points[5], 1);
    EXPECT_EQ(view.flags[0], 0U);
    ASSERT_NE(view.surface_b[0], DEFCOL_NONE);
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += view.weights_b[i];
    EXPECT_DOUBLE_EQ(sum, 1);
}

TEST(VertexInVolume, BudgetsAndLimitsHold) {
    const scenes::Scene scene =
        scene_of({scenes::icosphere(5), moved(scenes::icosphere(5), {0.5, 0.2, 0.1})});
    const Contacts all = detect_once(scene, volume_options);
    ASSERT_GT(all.size(), 20U);
    defcol_detect_options limits;
    check(defcol_detect_options_init(&limits, sizeof limits));
    limits.max_contacts = 10;
    DetectorSession session(scene, volume_options);
    EXPECT_EQ(session.detect(&limits), DEFCOL_TRUNCATED);
    EXPECT_EQ(session.view().total, all.size());
    EXPECT_TRUE(session.contacts() == Contacts(all.begin(), all.begin() + 10));

    check(defcol_detect_options_init(&limits, sizeof limits));
    limits.test_budget = 60;
    Contacts first;
    for (const uint32_t workers : {1U, 3U}) {
        SessionOptions options = volume_options;
        options.workers = workers;
        DetectorSession stopped(scene, options);
        EXPECT_EQ(stopped.detect(&limits), DEFCOL_INCOMPLETE);
        EXPECT_TRUE(std::ranges::includes(all, stopped.contacts()));
        if (workers == 1) first = stopped.contacts();
        EXPECT_TRUE(stopped.contacts() == first);
    }
}

}  // namespace suite
