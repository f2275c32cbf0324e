// SPDX-License-Identifier: MIT
// Overlap volumes against analytic bodies and CGAL's boolean.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "backends/ldi/volume_of_interest.hpp"
#include "backends/ldi_session.hpp"
#include "oracle/oracle.hpp"
#include "scenes/closed_bodies.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/spheres.hpp"
#include "scenes/transforms.hpp"

namespace suite {

namespace {

using defcol::Box;
using defcol::Vec3f;
using scenes::Point;

scenes::Mesh box_at(Point min, Point max) {
    return scenes::solid_box(min, max, 2);
}

// By the divergence theorem.
double volume_of(const scenes::Mesh& mesh) {
    double sum = 0;
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        const Point a = position(mesh, mesh.triangles[t]);
        const Point b = position(mesh, mesh.triangles[t + 1]);
        const Point c = position(mesh, mesh.triangles[t + 2]);
        sum += dot(a, cross(b, c)) / 6;
    }
    return sum;
}

// The overlap is found, and as large as it should be, within the bound it states.
void expect_volume(const scenes::Scene& scene, double expected, int64_t resolution, int64_t axes) {
    LdiSession session(scene);
    session.set(DEFCOL_OPTION_LDI_RESOLUTION, resolution);
    session.set(DEFCOL_OPTION_LDI_AXES, axes);
    check(session.detect());
    const defcol_volumes view = session.volumes();
    ASSERT_EQ(view.count, 1U);
    EXPECT_NEAR(view.volume[0], expected, view.error_bound[0]) << resolution << " " << axes;
    EXPECT_EQ(view.unpaired_pixels[0], 0U);
    EXPECT_EQ(session.view().count, 1U);
    EXPECT_EQ(session.view().kind[0], DEFCOL_CONTACT_INTERSECTION_VOLUME);
}

void expect_volume(const scenes::Scene& scene, double expected) {
    for (const int64_t resolution : {32, 128, 256}) {
        for (const int64_t axes : {1, 3}) expect_volume(scene, expected, resolution, axes);
    }
}

}  // namespace

TEST(LdiVolumeOfInterest, TakesTheAxisWithTheNearestOutsideFaces) {
    // Overlap 0.25 along x, 0.5 along y, 1 along z; shifted along all.
    const Box a{Vec3f(0, 0, 0), Vec3f(2, 2, 2)};
    const Box b{Vec3f(1.75F, 1.5F, 1), Vec3f(3, 3, 3)};
    const auto volume = defcol::find_volume_of_interest(a, b);
    EXPECT_EQ(volume.axis, 0U);
    EXPECT_EQ(volume.box.min, Vec3f(1.75F, 1.5F, 1));
    EXPECT_EQ(volume.box.max, Vec3f(2, 2, 2));
    // All of b lies behind the lower face, all of a before the upper one.
    EXPECT_FALSE(volume.first_is_near);
}

TEST(LdiVolumeOfInterest, IsExtendedWhereNoAxisHasTwoOutsideFaces) {
    const Box outer{Vec3f(0, 0, 0), Vec3f(8, 8, 8)};
    const Box inner{Vec3f(1, 2, 5), Vec3f(2, 3, 6)};
    for (const bool swapped : {false, true}) {
        const Box& a = swapped ? inner : outer;
        const Box& b = swapped ? outer : inner;
        const auto volume = defcol::find_volume_of_interest(a, b);
        const auto axis = static_cast<int>(volume.axis);
        // The nearest way out of the outer box: along x, 2 from its lower face to the far side of the inner
        // box.
        EXPECT_EQ(volume.axis, 0U);
        EXPECT_EQ(volume.box.min[axis], 0);
        EXPECT_EQ(volume.box.max[axis], 2);
        const Box& near_box = volume.first_is_near ? a : b;
        const Box& far_box = volume.first_is_near ? b : a;
        EXPECT_GE(near_box.min[axis], volume.box.min[axis]);
        EXPECT_LE(far_box.max[axis], volume.box.max[axis]);
    }
    // Crossing boxes: each reaches beyond the other somewhere, along every axis one beyond both sides.
    const Box flat{Vec3f(-4, -4, -1), Vec3f(4, 4, 1)};
    const Box tall{Vec3f(-1, -1, -4), Vec3f(1, 1, 4)};
    const auto crossing = defcol::find_volume_of_interest(flat, tall);
    const auto axis = static_cast<int>(crossing.axis);
    EXPECT_EQ(crossing.box.max[axis] - crossing.box.min[axis], 5);
}

TEST(LdiVolume, BoxesOverlapInBoxes) {
    const scenes::Mesh a = box_at({0, 0, 0}, {1, 1, 1});
    expect_volume(volume_scene({a, moved(a, {0.6, 0.1, 0.2})}), 0.4 * 0.9 * 0.8);
    // Nested, whichever comes first, and crossing.
    const scenes::Mesh inner = box_at({0.25, 0.25, 0.5}, {0.5, 0.75, 0.625});
    expect_volume(volume_scene({a, inner}), 0.25 * 0.5 * 0.125);
    expect_volume(volume_scene({inner, a}), 0.25 * 0.5 * 0.125);
    const scenes::Mesh pole = box_at({0.25, 0.25, -1}, {0.5, 0.75, 2});
    expect_volume(volume_scene({a, pole}), 0.25 * 0.5);
    // Identical, and equal faces.
    expect_volume(volume_scene({a, a}), 1);
    expect_volume(volume_scene({a, box_at({0, 0, 0}, {1, 1, 0.5})}), 0.5);
}

TEST(LdiVolume, SpheresOverlapInLensesToAThousandth) {
    const scenes::Mesh sphere = scenes::icosphere(64);
    const double pi = std::numbers::pi;
    // The polyhedron is smaller than the ball by this.
    const double shrink = volume_of(sphere) / (4 * pi / 3);
    for (const double distance : {0.3, 1.0, 1.6}) {
        const double lens = pi * (4 + distance) * (2 - distance) * (2 - distance) / 12;
        LdiSession session(volume_scene({sphere, moved(sphere, {distance, 0, 0})}));
        EXPECT_NEAR(session.volume() / lens, 1, 1e-3 + (1 - shrink) * 3) << distance;
    }
    // Against its own exact volume, whole: 0.1 % at 128.
    LdiSession session(volume_scene({sphere, stretched(sphere, {2, 2, 2})}));
    EXPECT_NEAR(session.volume() / volume_of(sphere), 1, 1e-3);
}

TEST(LdiVolume, AgreesWithCgalsBooleanWithinItsBound) {
    const auto expect_as_cgal = [](const scenes::Mesh& a, const scenes::Mesh& b) {
        const double expected =
            oracle::intersection_volume(a.positions, a.triangles, b.positions, b.triangles);
        ASSERT_GT(expected, 0);
        expect_volume(volume_scene({a, b}), expected);
    };
    expect_as_cgal(scenes::torus(1, 0.4, 24, 12), moved(scenes::torus(1, 0.4, 24, 12), {0.7, 0.1, 0.2}));
    expect_as_cgal(scenes::icosphere(3), moved(scenes::torus(1, 0.3, 20, 10), {0.2, 0.3, 0.1}));
    expect_as_cgal(scenes::knot_tube(2, 3, 0.4, 60, 8), moved(scenes::icosphere(2), {0.4, 0.3, 0.2}));
}

TEST(LdiVolume, TouchingAndSeparateBodiesHaveNone) {
    const scenes::Mesh a = box_at({0, 0, 0}, {1, 1, 1});
    for (const Point offset :
         {Point{1, 0, 0}, Point{0, 1, 0}, Point{0, 0, -1}, Point{1, 1, 0}, Point{3, 0, 0}}) {
        LdiSession session(volume_scene({a, moved(a, offset)}));
        EXPECT_EQ(session.volume(), 0);
        EXPECT_EQ(session.view().count, 0U);
    }
    // Boxes of a ring and what passes through its hole overlap; the bodies do not.
    LdiSession ring(
        volume_scene({scenes::torus(1, 0.2, 40, 16), stretched(scenes::icosphere(4), {0.5, 0.5, 2})}));
    EXPECT_EQ(ring.volume(), 0);
}

TEST(LdiVolume, ThinSheetsAreMeasuredWhereTheyAreSeen) {
    // A plate far thinner than a pixel across the view, and one along it.
    const scenes::Mesh block = box_at({-1, -1, -1}, {1, 1, 1});
    const scenes::Mesh plate = box_at({-2, -2, -1e-4}, {2, 2, 1e-4});
    expect_volume(volume_scene({block, plate}), 4 * 2e-4, 64, 1);
}

TEST(LdiVolume, IsTheSameFarFromTheOriginAndAtAnyScale) {
    const scenes::Scene scene =
        volume_scene({scenes::icosphere(16), moved(scenes::torus(1, 0.4, 32, 16), {0.5, 0.25, 0.125})});
    const double reference = LdiSession(scene).volume();
    EXPECT_GT(reference, 0);
    for (const int exponent : {-60, -20, 30}) {
        const double scaled = LdiSession(scenes::scaled(scene, exponent)).volume();
        EXPECT_EQ(scaled, std::ldexp(reference, 3 * exponent)) << exponent;
    }
    scenes::Scene far = scene;
    for (scenes::Mesh& mesh : far.meshes) {
        for (std::size_t i = 0; i < mesh.positions.size(); ++i)
            mesh.positions[i] += i % 3 == 0 ? 0x1p20 : -0x1p19;
    }
    EXPECT_NEAR(LdiSession(far).volume() / reference, 1, 1e-3);
}

TEST(LdiVolume, SpansCentroidAndBoxDescribeTheOverlap) {
    const scenes::Mesh a = box_at({0, 0, 0}, {1, 1, 1});
    LdiSession session(volume_scene({a, moved(a, {0.75, 0.25, 0.5})}));
    check(session.detect());
    const defcol_volumes view = session.volumes();
    ASSERT_EQ(view.count, 1U);
    EXPECT_EQ(view.mesh_a[0], 0U);
    EXPECT_EQ(view.mesh_b[0], 1U);
    EXPECT_EQ(view.axis[0], 0U);  // the thinnest
    EXPECT_EQ(view.width[0], 128U);
    const double expected_min[3] = {0.75, 0.25, 0.5};
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(view.box_min[axis], expected_min[axis], 1e-5);
        EXPECT_NEAR(view.box_max[axis], 1, 1e-5);
        EXPECT_NEAR(view.centroid[axis], (expected_min[axis] + 1) / 2, 1e-5);
    }
    EXPECT_EQ(view.first_span[0], 0U);
    EXPECT_EQ(view.first_span[1], view.span_count);
    ASSERT_EQ(view.span_count, 128U * 128U);
    double sum = 0;
    for (uint64_t i = 0; i < view.span_count; ++i) {
        EXPECT_LT(view.span_entry[i], view.span_leave[i]);
        if (i > 0) {
            EXPECT_LT(view.span_y[i - 1] * 128 + view.span_x[i - 1], view.span_y[i] * 128 + view.span_x[i]);
        }
        sum += view.span_leave[i] - view.span_entry[i];
    }
    EXPECT_NEAR(sum * view.pixel_size[0] * view.pixel_size[1], view.volume[0], 1e-9);
    EXPECT_NEAR(view.grid_origin[0], 0.25, 1e-6);  // y
    EXPECT_NEAR(view.grid_origin[1], 0.5, 1e-6);   // z
    EXPECT_EQ(view.gradient_count, 0U);
    EXPECT_EQ(view.depth[0], 0);

    session.set(DEFCOL_OPTION_LDI_SPANS, 0);
    check(session.detect());
    EXPECT_EQ(session.volumes().span_count, 0U);
    EXPECT_EQ(session.volumes().count, 1U);
}

TEST(LdiVolume, GradientIsTheAreaOfTheFacesAndItsDirectionSeparates) {
    const scenes::Mesh a = box_at({0, 0, 0}, {1, 1, 1});
    LdiSession session(volume_scene({a, moved(a, {0.6, 0.1, 0.2})}), DEFCOL_QUERY_INTERSECTION_VOLUME, 1,
                       DEFCOL_FIELD_NORMALS);
    session.set(DEFCOL_OPTION_LDI_AXES, 3);
    session.set(DEFCOL_OPTION_LDI_GRADIENT, 1);
    check(session.detect());
    const defcol_volumes view = session.volumes();
    ASSERT_EQ(view.count, 1U);
    double sums[2][3] = {};
    for (uint64_t i = 0; i < view.gradient_count; ++i) {
        ASSERT_LT(view.gradient_mesh[i], 2U);
        for (int axis = 0; axis < 3; ++axis)
            sums[view.gradient_mesh[i]][axis] += view.gradient[3 * i + static_cast<uint64_t>(axis)];
        if (i > 0) {
            EXPECT_LT(std::pair(view.gradient_mesh[i - 1], view.gradient_vertex[i - 1]),
                      std::pair(view.gradient_mesh[i], view.gradient_vertex[i]));
        }
    }
    // Moving b away along an axis takes the overlap's face across it.
    const double faces[3] = {0.9 * 0.8, 0.4 * 0.8, 0.4 * 0.9};
    double length = 0;
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(sums[1][axis], -faces[axis], 0.01) << axis;
        EXPECT_NEAR(sums[0][axis], faces[axis], 0.01) << axis;
        length += faces[axis] * faces[axis];
    }
    length = std::sqrt(length);
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(view.direction[axis], faces[axis] / length, 0.01);
    EXPECT_NEAR(view.depth[0], 0.4 * 0.9 * 0.8 / length, 0.01);
    const defcol_contacts contacts = session.view();
    EXPECT_EQ(contacts.distances[0], -view.depth[0]);
    EXPECT_EQ(contacts.normals[0], view.direction[0]);
}

TEST(LdiVolume, GradientPredictsTheChangeOfTheVolume) {
    // Every vertex of b moves in a direction of its own; central difference against the gradient.
    const scenes::Mesh a = scenes::icosphere(20);
    const scenes::Mesh b = moved(scenes::torus(1, 0.4, 48, 24), {0.6, 0.2, 0.1});
    const auto direction = [](uint64_t v) {
        const auto x = static_cast<double>(v);
        return Point{std::sin(x), std::cos(1.3 * x), std::sin(0.7 * x + 1)};
    };
    const auto moved_by = [&](double step) {
        scenes::Mesh result = b;
        for (uint64_t v = 0; v < result.vertex_count(); ++v)
            set_position(result, v, position(b, v) + step * direction(v));
        return result;
    };
    LdiSession session(volume_scene({a, b}));
    session.set(DEFCOL_OPTION_LDI_AXES, 3);
    session.set(DEFCOL_OPTION_LDI_GRADIENT, 1);
    session.set(DEFCOL_OPTION_LDI_RESOLUTION, 512);
    check(session.detect());
    const defcol_volumes view = session.volumes();
    double predicted = 0;
    double magnitude = 0;
    for (uint64_t i = 0; i < view.gradient_count; ++i) {
        if (view.gradient_mesh[i] != 1) continue;
        const Point gradient{view.gradient[3 * i], view.gradient[3 * i + 1], view.gradient[3 * i + 2]};
        predicted += dot(gradient, direction(view.gradient_vertex[i]));
        magnitude += std::sqrt(dot(gradient, gradient));
    }
    constexpr double step = 2e-3;
    double volumes[2];
    for (int side = 0; side < 2; ++side) {
        LdiSession moved_session(volume_scene({a, moved_by(side == 0 ? -step : step)}));
        moved_session.set(DEFCOL_OPTION_LDI_AXES, 3);
        moved_session.set(DEFCOL_OPTION_LDI_RESOLUTION, 512);
        volumes[side] = moved_session.volume();
    }
    EXPECT_NEAR((volumes[1] - volumes[0]) / (2 * step), predicted, 0.02 * magnitude);
}

TEST(LdiVolume, ParityTakesOpenSurfacesAndOthersAreRefused) {
    scenes::Mesh open = scenes::icosphere(8);
    open.triangles.resize(open.triangles.size() - 3);
    EXPECT_THROW(LdiSession(volume_scene({open, scenes::icosphere(4)})), std::runtime_error);
    LdiSession session(volume_scene({scenes::icosphere(8), moved(scenes::icosphere(8), {0.5, 0, 0})}));
    const double closed = session.volume();
    session.set(DEFCOL_OPTION_PARITY_COUNTING, 1);
    EXPECT_NEAR(session.volume(), closed, 1e-9);
    const defcol_mesh_desc desc = describe(open);
    check(defcol_mesh_set_topology(session.mesh(0), &desc));
    EXPECT_GT(session.volume(), 0);
    EXPECT_GT(session.statistics().unpaired_pixel_count, 0U);
    session.set(DEFCOL_OPTION_PARITY_COUNTING, 0);
    EXPECT_EQ(session.detect(), DEFCOL_ERROR_NOT_CLOSED);
    EXPECT_EQ(session.volumes().count, 0U);
}

}  // namespace suite
