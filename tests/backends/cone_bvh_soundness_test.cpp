// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "backends/detector_session.hpp"
#include "scenes/random_numbers.hpp"
#include "scenes/sheets.hpp"
#include "scenes/spheres.hpp"
#include "scenes/surfaces.hpp"

namespace {

using suite::Contacts;
using suite::DetectorSession;

struct Shape {
    const char* name;
    scenes::Scene (*make)(uint32_t detail, uint64_t seed);
    uint32_t least_detail;
};

scenes::Scene rolled_sheet(uint32_t detail, uint64_t seed) {
    return scenes::crossing_loop(3 * detail + static_cast<uint32_t>(seed % 5), detail);
}

// Shapes whose contour or connectivity, not curvature, makes them collide.
const Shape shapes[] = {
    {"Sheet", rolled_sheet, 5},
    {"Tube", scenes::tube, 4},
    {"MoebiusStrip", scenes::moebius_strip, 4},
    {"InletDisc", scenes::inlet_disc, 4},
    {"Comb", scenes::comb, 4},
    {"Spiral", scenes::spiral, 4},
    {"FlippedTriangles", scenes::flipped_sheet, 4},
    {"EdgesOfThreeTriangles", scenes::book, 3},
};

void PrintTo(const Shape& shape, std::ostream* out) {
    *out << shape.name;
}

// Deforms the scene beyond its own motion: a smooth wave, a squeeze towards a plane (which makes contours
// overlap while normals agree) and, now and then, vertices on a coarse lattice (so that much only touches).
void deform(scenes::Scene& scene, uint64_t seed) {
    scenes::Random random(seed);
    const double amplitude = random.between(0.0, 0.25);
    const double wave = random.between(1.0, 9.0);
    const double phase = random.between(0.0, 6.0);
    const double squeeze = seed % 3 == 0 ? random.between(0.0, 0.2) : 1.0;
    const double shear = random.between(-0.8, 0.8);
    const bool lattice = seed % 7 == 0;
    for (scenes::Mesh& mesh : scene.meshes) {
        for (std::size_t v = 0; v < mesh.positions.size(); v += 3) {
            double* p = &mesh.positions[v];
            p[0] += amplitude * std::sin(wave * p[1] + phase) + shear * p[1];
            p[1] += 0.7 * amplitude * std::sin(wave * p[0] - phase);
            p[2] = squeeze * (p[2] + amplitude * std::sin(wave * (p[0] + p[1])));
            if (!lattice) continue;
            for (int k = 0; k < 3; ++k) p[k] = std::round(p[k] * 16) / 16;
        }
    }
}

void expect_nothing_missed(const Shape& shape, uint64_t first_seed, uint64_t count) {
    uint64_t contacts = 0;
    for (uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
        const auto detail = static_cast<uint32_t>(shape.least_detail + seed % 7);
        scenes::Scene scene = shape.make(detail, seed);
        scene.advance(static_cast<uint32_t>(seed % 8));
        deform(scene, seed);
        const bool adjacent = seed % 4 == 0;
        const Contacts expected = suite::detect_once(scene, {.include_adjacent = adjacent});
        const Contacts found =
            suite::detect_once(scene, {.backend = DEFCOL_BACKEND_CONE_BVH, .include_adjacent = adjacent});
        ASSERT_EQ(found, expected) << shape.name << ", seed " << seed << ", detail " << detail << "\n"
                                   << suite::difference(scene, found, expected);
        contacts += expected.size();
    }
    EXPECT_GT(contacts, 0U) << "the deformations of " << shape.name << " make nothing collide";
}

class ConeBvhSoundness : public testing::TestWithParam<Shape> {};
TEST_P(ConeBvhSoundness, MissesNothingUnderRandomDeformations) {
    expect_nothing_missed(GetParam(), 1, 60);
}

class ConeBvhSoundnessLong : public testing::TestWithParam<Shape> {};
TEST_P(ConeBvhSoundnessLong, MissesNothingUnderThousandsOfRandomDeformations) {
    expect_nothing_missed(GetParam(), 1000, 1300);
}

const auto name_of_shape = [](const auto& test) { return std::string(test.param.name); };
INSTANTIATE_TEST_SUITE_P(Every, ConeBvhSoundness, testing::ValuesIn(shapes), name_of_shape);
INSTANTIATE_TEST_SUITE_P(Every, ConeBvhSoundnessLong, testing::ValuesIn(shapes), name_of_shape);

// A flat sheet with a slit whose left side waves through its right side: all normals agree, only the contour
// crosses itself.
scenes::Scene slit_sheet() {
    constexpr uint32_t size = 8;
    constexpr uint32_t middle = size / 2;
    scenes::Scene scene;
    scene.name = "slit_sheet";
    scene.self = true;
    scene.meshes.resize(1);
    scenes::Mesh& mesh = scene.meshes[0];
    const auto add_vertex = [&](double x, double y, double z) {
        mesh.positions.insert(mesh.positions.end(), {x, y, z});
        return static_cast<uint32_t>(mesh.vertex_count() - 1);
    };
    uint32_t left[size + 1][size + 1];
    uint32_t right[size + 1][size + 1];
    for (uint32_t row = 0; row <= size; ++row) {
        for (uint32_t column = 0; column <= size; ++column) {
            const bool on_slit = column == middle && row < middle;
            const double overlap = on_slit ? 0.6 : 0.0;
            const double height = on_slit ? (row % 2 == 0 ? 0.01 : -0.01) : 0.0;
            left[row][column] = add_vertex(column + overlap, row, height);
            right[row][column] = on_slit ? add_vertex(column, row, 0) : left[row][column];
        }
    }
    for (uint32_t row = 0; row < size; ++row) {
        for (uint32_t column = 0; column < size; ++column) {
            const auto& side = column < middle ? left : right;
            const uint32_t a = side[row][column];
            const uint32_t b = side[row][column + 1];
            const uint32_t c = side[row + 1][column + 1];
            const uint32_t d = side[row + 1][column];
            mesh.triangles.insert(mesh.triangles.end(), {a, b, c, a, c, d});
        }
    }
    return scene;
}

Contacts contacts_in_mode(const scenes::Scene& scene, int64_t mode) {
    DetectorSession session(scene, {.backend = DEFCOL_BACKEND_CONE_BVH});
    suite::check(defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_CONE_BVH_MODE, mode));
    return session.run();
}

TEST(ConeBvh, SoundFindsWhatFastMissesWhereAContourCrossesItself) {
    const scenes::Scene scene = slit_sheet();
    const Contacts expected = suite::detect_once(scene, {});
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(contacts_in_mode(scene, DEFCOL_CONE_BVH_SOUND), expected);
    EXPECT_EQ(contacts_in_mode(scene, DEFCOL_CONE_BVH_BOXES), expected);
    EXPECT_LT(contacts_in_mode(scene, DEFCOL_CONE_BVH_FAST).size(), expected.size());
}

TEST(ConeBvh, ASphereNeedsNoElementaryTestAndABoundedNumberOfCalls) {
    for (const uint32_t frequency : {8U, 16U, 32U, 64U}) {
        scenes::Scene scene = scenes::sphere_self(frequency);
        scene.advance(1);
        DetectorSession session(scene, {.backend = DEFCOL_BACKEND_CONE_BVH});
        EXPECT_TRUE(session.run().empty());
        defcol_statistics statistics;
        suite::check(defcol_statistics_init(&statistics, sizeof statistics));
        suite::check(defcol_detector_get_statistics(session.detector(), &statistics));
        EXPECT_EQ(statistics.candidate_count, 0U);
        EXPECT_LT(statistics.region_call_count, 600U);
        EXPECT_GT(statistics.cone_cull_count, 0U);
        EXPECT_LE(statistics.cone_cull_count, statistics.contour_test_count);
    }
}

// Cuts away every n-th triangle, a few more each frame: first few enough to repair the tree, later too many.
TEST(ConeBvh, FollowsTrianglesCutAwayFrameAfterFrame) {
    scenes::Scene scene = scenes::crossing_loop(48, 16);
    DetectorSession tree(scene, {.backend = DEFCOL_BACKEND_CONE_BVH});
    DetectorSession reference(scene, {});
    uint64_t contacts = 0;
    for (uint32_t frame = 0; frame < 8; ++frame) {
        scene.advance(frame);
        std::vector<uint32_t> cut;
        for (auto id = frame; id < scene.meshes[0].triangle_count(); id += frame < 4 ? 101 : 13) {
            if (id % 101 >= 4 || frame < 4) cut.push_back(id);
        }
        for (DetectorSession* session : {&tree, &reference}) {
            session->set_positions(scene);
            defcol_mesh_edit_desc edit;
            suite::check(defcol_mesh_edit_desc_init(&edit, sizeof edit));
            edit.removed_triangle_count = frame < 6 ? cut.size() : 0;
            edit.removed_triangles = cut.data();
            suite::check(defcol_mesh_edit(session->mesh(0), &edit));
        }
        const Contacts expected = reference.run();
        EXPECT_EQ(tree.run(), expected) << "frame " << frame;
        contacts += expected.size();
    }
    EXPECT_GT(contacts, 0U);
}

}  // namespace
