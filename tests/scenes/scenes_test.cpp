// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "scenes/data_scenes.hpp"
#include "scenes/demo_scenes.h"
#include "scenes/flat_contacts.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"
#include "scenes/registry.hpp"
#include "scenes/spheres.hpp"
#include "scenes/surfaces.hpp"
#include "scenes/tetrahedra.hpp"

namespace {

using scenes::Mesh;
using scenes::Point;
using scenes::Scene;

bool indices_are_valid(const Mesh& mesh) {
    const auto is_vertex = [&](uint32_t index) { return index < mesh.vertex_count(); };
    return mesh.positions.size() % 3 == 0 && mesh.triangles.size() % 3 == 0 &&
           mesh.tetrahedra.size() % 4 == 0 &&
           std::all_of(mesh.triangles.begin(), mesh.triangles.end(), is_vertex) &&
           std::all_of(mesh.tetrahedra.begin(), mesh.tetrahedra.end(), is_vertex);
}

bool positions_are_floats(const Mesh& mesh) {
    return std::all_of(mesh.positions.begin(), mesh.positions.end(), [](double value) {
        return std::isfinite(value) && static_cast<double>(static_cast<float>(value)) == value;
    });
}

double signed_volume(const Mesh& mesh, size_t tetrahedron) {
    const uint32_t* t = mesh.tetrahedra.data() + 4 * tetrahedron;
    const Point origin = scenes::position(mesh, t[0]);
    return dot(cross(scenes::position(mesh, t[1]) - origin, scenes::position(mesh, t[2]) - origin),
               scenes::position(mesh, t[3]) - origin) /
           6;
}

// How many tetrahedra have each face.
std::map<std::array<uint32_t, 3>, uint32_t> face_uses(const Mesh& mesh) {
    std::map<std::array<uint32_t, 3>, uint32_t> uses;
    for (size_t i = 0; i < mesh.tetrahedra.size(); i += 4) {
        for (size_t left_out = 0; left_out < 4; ++left_out) {
            std::array<uint32_t, 3> face{};
            for (size_t corner = 0, n = 0; corner < 4; ++corner) {
                if (corner != left_out) face[n++] = mesh.tetrahedra[i + corner];
            }
            std::sort(face.begin(), face.end());
            ++uses[face];
        }
    }
    return uses;
}

// Every edge has one triangle on each side, traversed oppositely.
bool is_closed_and_oriented(const Mesh& mesh) {
    std::set<std::pair<uint32_t, uint32_t>> edges;
    for (size_t i = 0; i < mesh.triangles.size(); i += 3) {
        for (size_t corner = 0; corner < 3; ++corner) {
            if (!edges.emplace(mesh.triangles[i + corner], mesh.triangles[i + (corner + 1) % 3]).second)
                return false;
        }
    }
    return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
        return edges.count({edge.second, edge.first}) == 1;
    });
}

uint32_t part_count(const Mesh& mesh) {
    std::vector<uint32_t> parent(mesh.vertex_count());
    for (uint32_t v = 0; v < parent.size(); ++v) parent[v] = v;
    const auto root = [&](uint32_t v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (size_t i = 0; i < mesh.tetrahedra.size(); ++i)
        parent[root(mesh.tetrahedra[i])] = root(mesh.tetrahedra[i / 4 * 4]);
    uint32_t count = 0;
    for (uint32_t v = 0; v < parent.size(); ++v) count += parent[v] == v ? 1U : 0U;
    return count;
}

TEST(Scenes, NamesAreUnique) {
    std::set<std::string_view> names;
    for (const scenes::SceneInfo& info : scenes::all())
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_GE(names.size(), 60U);
    EXPECT_FALSE(scenes::make("no such scene").has_value());
}

class SmallScenes : public testing::TestWithParam<scenes::SceneInfo> {};

TEST_P(SmallScenes, AreValidSmallAndTheSameEveryTime) {
    std::optional<Scene> scene = scenes::make(GetParam().name);
    if (!scene) GTEST_SKIP() << "DEFCOL_DATA_DIR is not set or lacks the mesh of " << GetParam().name;
    EXPECT_LE(scene->triangle_count() + scene->tetrahedron_count(), 2500U);
    EXPECT_GT(scene->triangle_count() + scene->tetrahedron_count(), 100U);
    for (const uint32_t frame : {0U, 1U, 5U}) {
        scene->advance(frame);
        for (const Mesh& mesh : scene->meshes) {
            EXPECT_TRUE(indices_are_valid(mesh));
            EXPECT_TRUE(positions_are_floats(mesh));
        }
    }
    // A frame depends on its number alone: neither on the frames visited before nor on the instance.
    scene->advance(3);
    const uint64_t third = hash_of(*scene);
    scene->advance(6);
    EXPECT_NE(hash_of(*scene), third) << "nothing moves";
    scene->advance(3);
    EXPECT_EQ(hash_of(*scene), third);
    Scene other = *scenes::make(GetParam().name);
    other.advance(3);
    EXPECT_EQ(hash_of(other), third);
    // Frame 0 is what a new scene shows.
    other.advance(0);
    EXPECT_EQ(hash_of(other), hash_of(*scenes::make(GetParam().name)));
}

INSTANTIATE_TEST_SUITE_P(All, SmallScenes, testing::ValuesIn(scenes::all_of(scenes::Size::small)),
                         [](const auto& scene) { return std::string(scene.param.name); });

struct Counts {
    const char* name;
    size_t meshes;
    uint64_t triangles;
    uint64_t tetrahedra;
    uint64_t vertices;  // 0: not promised
};

TEST(Scenes, HaveThePromisedCounts) {
    const Counts promised[] = {
        {"sphere_self_20k", 1, 20480, 0, 10242}, {"sphere_pair_82k", 2, 163840, 0, 81924},
        {"fold_self", 1, 78400, 0, 281 * 141},   {"loop_self", 1, 100104, 0, 389 * 130},
        {"coplanar", 2, 6400, 0, 2 * 41 * 41},   {"touching_boxes", 2, 13824, 0, 2 * (6 * 24 * 24 + 2)},
        {"slivers", 2, 8000, 0, 24000},          {"teschner_a", 100, 0, 1000, 1200},
        {"teschner_b", 8, 0, 4000, 1936},        {"teschner_c", 20, 0, 10000, 4840},
        {"teschner_d", 2, 0, 20514, 5898},       {"teschner_e", 100, 0, 50000, 24200},
    };
    for (const Counts& counts : promised) {
        const Scene scene = *scenes::make(counts.name);
        EXPECT_EQ(scene.meshes.size(), counts.meshes) << counts.name;
        EXPECT_EQ(scene.triangle_count(), counts.triangles) << counts.name;
        EXPECT_EQ(scene.tetrahedron_count(), counts.tetrahedra) << counts.name;
        EXPECT_EQ(scene.vertex_count(), counts.vertices) << counts.name;
    }
}

TEST(Scenes, RealMeshesHaveThePromisedCounts) {
    if (!scenes::data_file("cow.off")) GTEST_SKIP() << "DEFCOL_DATA_DIR is not set or lacks cow.off";
    const Counts promised[] = {
        {"cow_self", 1, 13000, 0, 0},           {"cow_pair", 2, 26000, 0, 0},
        {"armadillo_self", 1, 86482, 0, 43243}, {"armadillo_pair", 2, 172964, 0, 86486},
        {"cloth_ball", 1, 92230, 0, 46598},     {"fertility_pair", 2, 18000, 0, 8988},
        {"bunny_pair", 2, 0, 68110, 10866},     {"octopus_pair_small", 2, 0, 2280, 904},
    };
    for (const Counts& counts : promised) {
        std::optional<Scene> scene = scenes::make(counts.name);
        ASSERT_TRUE(scene.has_value()) << counts.name;
        EXPECT_EQ(scene->meshes.size(), counts.meshes) << counts.name;
        EXPECT_EQ(scene->triangle_count(), counts.triangles) << counts.name;
        EXPECT_EQ(scene->tetrahedron_count(), counts.tetrahedra) << counts.name;
        EXPECT_TRUE(counts.vertices == 0 || scene->vertex_count() == counts.vertices) << counts.name;
        const uint64_t before = hash_of(*scene);
        scene->advance(2);
        EXPECT_NE(hash_of(*scene), before) << counts.name;
        for (const Mesh& mesh : scene->meshes) {
            EXPECT_TRUE(indices_are_valid(mesh)) << counts.name;
            EXPECT_TRUE(positions_are_floats(mesh)) << counts.name;
        }
        scene->advance(8);
        EXPECT_EQ(hash_of(*scene), before) << counts.name << ": frame 8 is frame 0 again";
    }
}

TEST(Scenes, SpheresAndBoxesAreClosed) {
    for (const uint32_t frequency : {1U, 2U, 3U, 8U, 13U}) {
        const Mesh sphere = scenes::icosphere(frequency);
        EXPECT_EQ(sphere.triangle_count(), uint64_t{20} * frequency * frequency);
        EXPECT_EQ(sphere.vertex_count(), uint64_t{10} * frequency * frequency + 2);
        EXPECT_TRUE(is_closed_and_oriented(sphere)) << frequency;
    }
    EXPECT_TRUE(is_closed_and_oriented(scenes::box_surface(3, 0, 1)));
    EXPECT_TRUE(is_closed_and_oriented(scenes::knot(8, 1).meshes[0]));
}

TEST(Scenes, TetrahedralBodiesFitTogetherInEveryFrame) {
    for (const char setup : {'A', 'B', 'D'}) {
        Scene scene = scenes::teschner(setup);
        for (const Mesh& mesh : scene.meshes) {
            for (const auto& [face, uses] : face_uses(mesh)) ASSERT_LE(uses, 2U) << setup;
            ASSERT_EQ(part_count(mesh), 1U) << setup;
        }
        for (const uint32_t frame : {0U, 7U, 19U}) {
            scene.advance(frame);
            for (const Mesh& mesh : scene.meshes) {
                for (size_t i = 0; i < mesh.tetrahedron_count(); ++i)
                    ASSERT_GT(signed_volume(mesh, i), 0) << setup;
            }
        }
    }
}

// The diagonals of shared faces agree exactly if only the faces of the hull are used once.
TEST(Scenes, BlocksHaveNoInnerGaps) {
    const Mesh block = scenes::tetrahedral_block(3, 4, 2);
    uint64_t outer = 0;
    for (const auto& [face, uses] : face_uses(block)) outer += uses == 1 ? 1U : 0U;
    EXPECT_EQ(outer, 2U * 2U * (3U * 4U + 3U * 2U + 4U * 2U));
    // Setup D's body: the hull of the block, the sides of the terrace, the roof instead of the quad below it.
    outer = 0;
    for (const auto& [face, uses] : face_uses(scenes::teschner('D').meshes[0])) outer += uses == 1 ? 1U : 0U;
    EXPECT_EQ(outer, 2U * 2U * (3U * 24U + 3U * 28U + 24U * 28U) + 2U * 2U * (5U + 7U) + 2U);
}

TEST(Scenes, SurfacesDifferBySeed) {
    for (const auto make : {scenes::moebius_strip, scenes::comb, scenes::spiral, scenes::inlet_disc,
                            scenes::tube, scenes::knot, scenes::book, scenes::flipped_sheet}) {
        const Scene first = make(6, 1);
        const Scene second = make(6, 2);
        EXPECT_NE(hash_of(first), hash_of(second)) << first.name;
        EXPECT_EQ(first.meshes[0].triangles, second.meshes[0].triangles) << first.name;
    }
}

TEST(Scenes, BookHasEdgesOfManyTriangles) {
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> uses;
    const Mesh mesh = scenes::book(4, 1).meshes[0];
    for (size_t i = 0; i < mesh.triangles.size(); ++i) {
        const uint32_t a = mesh.triangles[i];
        const uint32_t b = mesh.triangles[i % 3 == 2 ? i - 2 : i + 1];
        ++uses[std::minmax(a, b)];
    }
    EXPECT_EQ(std::count_if(uses.begin(), uses.end(), [](const auto& use) { return use.second == 5; }), 4);
}

TEST(Random, NumbersAreTheSameOnEveryPlatform) {
    scenes::Random random(42);
    EXPECT_EQ(random.next(), 0xbdd732262feb6e95U);
    EXPECT_EQ(scenes::Random(42).unit(), static_cast<double>(0xbdd732262feb6e95U >> 11) * 0x1p-53);
}

TEST(DemoScenes, GiveTheSameArraysToC) {
    EXPECT_EQ(demo_scene_create("no such scene"), nullptr);
    demo_scene_destroy(nullptr);
    demo_scene* scene = demo_scene_create("sphere_pair_small");
    ASSERT_NE(scene, nullptr);
    Scene same = *scenes::make("sphere_pair_small");
    const double* positions = demo_scene_positions(scene, 1);
    EXPECT_EQ(demo_scene_advance(scene, 4), 0);
    same.advance(4);
    EXPECT_EQ(demo_scene_positions(scene, 1), positions);
    EXPECT_EQ(demo_scene_mesh_count(scene), 2U);
    EXPECT_EQ(demo_scene_self_collision(scene), 0);
    EXPECT_EQ(demo_scene_tetrahedron_count(scene, 1), 0U);
    ASSERT_EQ(demo_scene_vertex_count(scene, 1), same.meshes[1].vertex_count());
    ASSERT_EQ(demo_scene_triangle_count(scene, 1), same.meshes[1].triangle_count());
    EXPECT_TRUE(std::equal(same.meshes[1].positions.begin(), same.meshes[1].positions.end(), positions));
    EXPECT_TRUE(std::equal(same.meshes[1].triangles.begin(), same.meshes[1].triangles.end(),
                           demo_scene_triangles(scene, 1)));
    demo_scene_destroy(scene);
    uint32_t count = 0;
    while (demo_scene_name(count) != nullptr) ++count;
    EXPECT_EQ(count, scenes::all().size());
}

}  // namespace
