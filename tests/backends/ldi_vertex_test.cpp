// SPDX-License-Identifier: MIT
// Vertices in volumes by layers, against the exact reference; and surfaces against themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "backends/ldi_session.hpp"
#include "geometry/nearest_point.hpp"
#include "scenes/closed_bodies.hpp"
#include "scenes/data_scenes.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"
#include "scenes/spheres.hpp"

namespace suite {

namespace {

using defcol::Vec3;
using scenes::Point;

Vec3 vector_at(const scenes::Mesh& mesh, uint32_t vertex) {
    const Point p = position(mesh, vertex);
    return {p.x, p.y, p.z};
}

// How far a point is from a surface sideways of an axis and along it, at its nearest place by a mixed
// measure: the least over triangles of max(sideways / side, along / depth) would need more than this; the
// plain distance is enough to bound both.
double distance_to_surface(const scenes::Mesh& mesh, const Vec3& point) {
    double least = INFINITY;
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        const Vec3 corners[3] = {vector_at(mesh, mesh.triangles[t]), vector_at(mesh, mesh.triangles[t + 1]),
                                 vector_at(mesh, mesh.triangles[t + 2])};
        least = std::min(least, glm::length(defcol::nearest_point_of_triangle(corners, point) - point));
    }
    return least;
}

scenes::Mesh random_points(double size, uint32_t count, uint64_t seed) {
    scenes::Random random(seed);
    scenes::Mesh points;
    for (uint32_t i = 0; i < count; ++i) {
        add_vertex(points,
                   {random.between(-size, size), random.between(-size, size), random.between(-size, size)});
    }
    return points;
}

// Contacts that only one of the two finds are within half a pixel's diagonal of the surface.
void expect_near_misses_only(const scenes::Scene& scene, int64_t resolution, int64_t axes) {
    const Contacts exact =
        detect_once(scene, {.backend = DEFCOL_BACKEND_BRUTE_FORCE, .queries = DEFCOL_QUERY_VERTEX_IN_VOLUME});
    LdiSession session(scene, DEFCOL_QUERY_VERTEX_IN_VOLUME);
    session.set(DEFCOL_OPTION_LDI_RESOLUTION, resolution);
    session.set(DEFCOL_OPTION_LDI_AXES, axes);
    const Contacts found = session.run();
    EXPECT_FALSE(exact.empty());
    Contacts different;
    std::ranges::set_symmetric_difference(exact, found, std::back_inserter(different));
    for (const Contact& contact : different) {
        const scenes::Mesh& volume = scene.meshes[contact.mesh_b];
        double size = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            double low = INFINITY;
            double high = -INFINITY;
            for (std::size_t i = axis; i < volume.positions.size(); i += 3) {
                low = std::min(low, volume.positions[i]);
                high = std::max(high, volume.positions[i]);
            }
            size = std::max(size, high - low);
        }
        const double pixel = size / static_cast<double>(resolution);
        const double distance =
            distance_to_surface(volume, vector_at(scene.meshes[contact.mesh_a], contact.primitive_a));
        EXPECT_LE(distance, std::sqrt(0.5) * pixel + 1e-5 * size) << resolution << " " << axes;
    }
    EXPECT_LE(different.size(), 5 + exact.size() / 5);
}

}  // namespace

TEST(LdiVertex, DiffersFromTheReferenceOnlyNextToTheSurface) {
    const scenes::Scene scenes_to_test[] = {
        volume_scene({scenes::icosphere(10), moved(scenes::icosphere(10), {0.7, 0.2, 0.1})}),
        volume_scene({scenes::knot_tube(3, 7, 0.18, 300, 8), random_points(1, 3000, 1)}),
        volume_scene({random_points(2, 2000, 2), scenes::torus(1, 0.4, 30, 16),
                      moved(scenes::torus(1, 0.4, 30, 16), {1, 0, 0.1})}),
    };
    for (const scenes::Scene& scene : scenes_to_test) {
        for (const int64_t axes : {1, 3}) {
            expect_near_misses_only(scene, 64, axes);
            expect_near_misses_only(scene, 256, axes);
        }
    }
}

TEST(LdiVertex, AllVerticesOfANestedBodyAreInAndNoneOfTheOuterOne) {
    const scenes::Mesh outer = scenes::icosphere(8);
    const scenes::Mesh inner = moved(stretched(scenes::icosphere(4), {0.25, 0.25, 0.25}), {0.3, 0.2, 0.1});
    for (const bool swapped : {false, true}) {
        LdiSession session(swapped ? volume_scene({inner, outer}) : volume_scene({outer, inner}),
                           DEFCOL_QUERY_VERTEX_IN_VOLUME);
        const Contacts found = session.run();
        EXPECT_EQ(found.size(), inner.vertex_count());
        for (const Contact& contact : found) {
            EXPECT_EQ(contact.kind, DEFCOL_CONTACT_VERTEX_IN_VOLUME);
            EXPECT_EQ(contact.mesh_a, swapped ? 0U : 1U);
            EXPECT_EQ(contact.primitive_b, DEFCOL_NONE);
        }
    }
}

TEST(LdiVertex, FlatVolumeOfInterestStillFindsVerticesOnTheSharedFace) {
    const scenes::Mesh box = scenes::solid_box({0, 0, 0}, {1, 1, 1}, 4);
    for (const Point offset : {Point{1, 0, 0}, Point{0, 0, 1}}) {
        LdiSession session(volume_scene({box, moved(box, offset)}), DEFCOL_QUERY_VERTEX_IN_VOLUME);
        EXPECT_EQ(session.detect(), DEFCOL_OK);  // within a pixel either answer is right
        for (const Contact& contact : session.contacts()) EXPECT_NE(contact.mesh_a, contact.mesh_b);
    }
    // A plane of particles on the face of a box: a volume of interest without thickness.
    scenes::Mesh sheet;
    for (int i = 0; i < 10; ++i) add_vertex(sheet, {0.05 + 0.1 * i, 0.5, 0.5});
    LdiSession session(volume_scene({sheet, box}), DEFCOL_QUERY_VERTEX_IN_VOLUME);
    EXPECT_EQ(session.run().size(), 10U);
}

TEST(LdiVertex, DepthAndDirectionLeadToTheSurfaceAlongAnAxis) {
    const scenes::Mesh box = scenes::solid_box({0, 0, 0}, {1, 1, 1}, 2);
    scenes::Mesh points;
    add_vertex(points, {0.5, 0.5, 0.875});
    add_vertex(points, {0.5, 0.0625, 0.5});
    LdiSession session(volume_scene({points, box}), DEFCOL_QUERY_VERTEX_IN_VOLUME, 1, DEFCOL_FIELD_ALL);
    session.set(DEFCOL_OPTION_LDI_AXES, 3);
    check(session.detect());
    const defcol_contacts view = session.view();
    ASSERT_EQ(view.count, 2U);
    EXPECT_NEAR(view.distances[0], -0.125, 1e-5);
    EXPECT_EQ(view.normals[2], -1);
    EXPECT_NEAR(view.points[5], 1, 1e-5);
    EXPECT_NEAR(view.distances[1], -0.0625, 1e-5);
    EXPECT_EQ(view.normals[4], 1);
    EXPECT_EQ(view.flags[0], 0U);
    // The way out ends on the triangle it names, at the place its weights give.
    for (uint64_t i = 0; i < 2; ++i) {
        ASSERT_LT(view.surface_b[i], box.triangle_count());
        Vec3 rebuilt(0.0);
        for (uint64_t k = 0; k < 3; ++k) {
            rebuilt += view.weights_b[4 * i + k] * vector_at(box, view.features_b[4 * i + k]);
        }
        const Vec3 point{view.points[6 * i + 3], view.points[6 * i + 4], view.points[6 * i + 5]};
        EXPECT_LT(glm::length(rebuilt - point), 0.02);
    }
}

TEST(LdiSelf, KnotIsFlaggedOnceItsTubeTouchesItself) {
    // Touching radius 0.4074 (see closed_bodies.hpp).
    for (const int64_t axes : {1, 3}) {
        LdiSession thin(volume_scene({scenes::knot_tube(3, 7, 0.38, 2000, 16)}, true));
        thin.set(DEFCOL_OPTION_LDI_AXES, axes);
        EXPECT_EQ(thin.volume(), 0) << axes;
        LdiSession thick(volume_scene({scenes::knot_tube(3, 7, 0.45, 2000, 16)}, true));
        thick.set(DEFCOL_OPTION_LDI_AXES, axes);
        EXPECT_GT(thick.volume(), 0) << axes;
        const defcol_volumes view = thick.volumes();
        ASSERT_EQ(view.count, 1U);
        EXPECT_EQ(view.mesh_a[0], 0U);
        EXPECT_EQ(view.mesh_b[0], 0U);
        EXPECT_GT(view.span_count, 100U);
    }
}

TEST(LdiSelf, OverlappingPartsOfOneMeshAreMeasuredAndCleanBodiesAreNot) {
    scenes::Mesh twice = scenes::solid_box({0, 0, 0}, {1, 1, 1}, 2);
    append(twice, scenes::solid_box({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}, 2));
    LdiSession session(volume_scene({twice}, true));
    const double volume = session.volume();
    ASSERT_EQ(session.volumes().count, 1U);
    EXPECT_NEAR(volume, 0.125, session.volumes().error_bound[0]);
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(session.volumes().centroid[axis], 0.75, 0.01);
    for (const scenes::Mesh& clean :
         {scenes::icosphere(20), scenes::torus(1, 0.4, 60, 30), scenes::knot_tube(2, 3, 0.4, 400, 20)}) {
        LdiSession clean_session(volume_scene({clean}, true));
        clean_session.set(DEFCOL_OPTION_LDI_AXES, 3);
        EXPECT_EQ(clean_session.volume(), 0);
    }
}

TEST(LdiSelf, RealMeshesThatAreCleanStayUnflagged) {
    const auto mesh = scenes::data_mesh("bunny.off");
    if (!mesh) GTEST_SKIP() << "DEFCOL_DATA_DIR is not set";
    scenes::Mesh surface = scenes::unit_sized(*mesh);
    surface.tetrahedra.clear();
    try {
        LdiSession session(volume_scene({surface}, true));
        EXPECT_EQ(session.volume(), 0);
    } catch (const std::runtime_error& error) {
        GTEST_SKIP() << error.what();
    }
}

}  // namespace suite
