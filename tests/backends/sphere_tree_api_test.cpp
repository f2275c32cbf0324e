// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "backends/sphere_tree/tree_blob.hpp"
#include "backends/sphere_tree_fixture.hpp"
#include "base/error.hpp"
#include "base/status.hpp"
#include "scenes/registry.hpp"
#include "scenes/spheres.hpp"

namespace suite {

namespace {

scenes::Scene sphere_and_box() {
    scenes::Scene scene;
    scene.name = "sphere and box";
    scene.meshes = {scenes::icosphere(3), shifted(plain_box(1, 1, 1), {0.5, 0.1, 0.2})};
    return scene;
}

std::vector<std::byte> saved(const DetectorSession& session, std::size_t mesh) {
    uint64_t size = 0;
    check(defcol_detector_save_sphere_tree(session.detector(), session.mesh(mesh), nullptr, 0, &size));
    std::vector<std::byte> blob(size);
    check(defcol_detector_save_sphere_tree(session.detector(), session.mesh(mesh), blob.data(), size, &size));
    EXPECT_EQ(size, blob.size());
    return blob;
}

defcol_status load(const DetectorSession& session, std::size_t mesh, const std::vector<std::byte>& blob) {
    return defcol_detector_load_sphere_tree(session.detector(), session.mesh(mesh), blob.data(), blob.size());
}

defcol_sphere_level level_of(const DetectorSession& session, std::size_t mesh, uint32_t index) {
    defcol_sphere_level level;
    check(defcol_sphere_level_init(&level, sizeof level));
    check(defcol_detector_get_sphere_level(session.detector(), session.mesh(mesh), index, &level));
    return level;
}

}  // namespace

TEST(SphereTreeBlob, ATreeThatIsSavedAndLoadedIsTheSameTree) {
    const scenes::Scene scene = sphere_and_box();
    DetectorSession first(scene, sphere_pairs(DEFCOL_FIELD_ALL));
    first.run();
    DetectorSession second(scene, sphere_pairs(DEFCOL_FIELD_ALL));
    scenes::Scene moved = scene;
    for (scenes::Mesh& mesh : moved.meshes) mesh = deformed(mesh, 0.2, 1);
    first.set_positions(moved);
    second.set_positions(moved);  // loading does not depend on where the mesh is
    for (const std::size_t mesh : {0U, 1U}) {
        EXPECT_EQ(load(second, mesh, saved(first, mesh)), DEFCOL_OK);
        EXPECT_EQ(saved(second, mesh), saved(first, mesh));
    }
    first.run();
    second.run();
    EXPECT_EQ(second.hash(), first.hash());
    EXPECT_EQ(statistics_of(second).tree_build_seconds, 0);
}

TEST(SphereTreeBlob, AnyWrongByteAndAnyWrongLengthIsRefused) {
    const scenes::Scene scene = sphere_and_box();
    DetectorSession session(scene, sphere_pairs());
    check(defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_SPHERE_TREE_DEPTH, 1));
    session.run();
    const std::vector<std::byte> good = saved(session, 1);
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (const unsigned change : {1U, 128U, 255U}) {
            std::vector<std::byte> bad = good;
            bad[i] ^= static_cast<std::byte>(change);
            ASSERT_EQ(load(session, 1, bad), DEFCOL_ERROR_BAD_DATA) << "byte " << i;
        }
        ASSERT_EQ(defcol_detector_load_sphere_tree(session.detector(), session.mesh(1), good.data(), i),
                  DEFCOL_ERROR_BAD_DATA)
            << "length " << i;
    }
    std::vector<std::byte> longer = good;
    longer.push_back(std::byte{0});
    EXPECT_EQ(load(session, 1, longer), DEFCOL_ERROR_BAD_DATA);
    EXPECT_EQ(saved(session, 1), good) << "the mesh keeps the tree it had";
}

TEST(SphereTreeBlob, WrongNumbersUnderARightChecksumAreRefusedOrHarmless) {
    const scenes::Mesh mesh = plain_box(1, 2, 3);
    const LooseTree loose(mesh, {.depth = 1});
    std::vector<std::byte> good(defcol::blob_size(loose.tree()));
    defcol::write_blob(loose.tree(), good);
    scenes::Random random(7);
    uint32_t refused = 0;
    for (uint32_t i = 0; i < 4000; ++i) {
        std::vector<std::byte> bad = good;
        for (uint32_t change = 0; change <= i % 3; ++change) {
            bad[random.below(static_cast<uint32_t>(bad.size()))] = static_cast<std::byte>(random.below(256));
        }
        defcol::seal_blob(bad);
        defcol::Memory memory;
        defcol::SphereTree tree(memory);
        try {
            defcol::read_blob(bad, loose.tree().triangles.span(), mesh.vertex_count(), memory, tree);
            EXPECT_EQ(tree.nodes[0].patch_end, tree.patches.size());
        } catch (const defcol::Error& error) {
            ++refused;
            EXPECT_TRUE(error.status() == defcol::status::bad_data ||
                        error.status() == defcol::status::invalid_argument);
        }
    }
    EXPECT_GT(refused, 100U);
}

TEST(SphereTreeBlob, TheTreeOfAnotherMeshIsRefused) {
    DetectorSession session(sphere_and_box(), sphere_pairs());
    session.run();
    EXPECT_EQ(load(session, 1, saved(session, 0)), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(load(session, 0, {}), DEFCOL_ERROR_NULL_POINTER);
    const std::vector<std::byte> noise(1000, std::byte{42});
    EXPECT_EQ(load(session, 0, noise), DEFCOL_ERROR_BAD_DATA);
    uint64_t size = 1;
    std::vector<std::byte> room(10);
    EXPECT_EQ(defcol_detector_save_sphere_tree(session.detector(), session.mesh(0), room.data(), room.size(),
                                               &size),
              DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(size, 0U);
}

TEST(SphereTreeApi, LevelsCanBeDrawn) {
    DetectorSession session(sphere_and_box(), sphere_pairs());
    defcol_sphere_level level;
    check(defcol_sphere_level_init(&level, sizeof level));
    EXPECT_EQ(defcol_detector_get_sphere_level(session.detector(), session.mesh(0), 0, &level),
              DEFCOL_ERROR_INVALID_ARGUMENT)
        << "there is no tree yet";
    session.run();
    const defcol_sphere_level root = level_of(session, 0, 0);
    EXPECT_EQ(root.sphere_count, 1U);
    EXPECT_EQ(root.first_sphere, 0U);
    EXPECT_NEAR(root.spheres[3], 1, 0.05);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < root.level_count; ++i) {
        level = level_of(session, 0, i);
        EXPECT_EQ(level.first_sphere, sum);
        EXPECT_EQ(level.level, i);
        sum += level.sphere_count;
        for (uint64_t k = 0; k < level.sphere_count; ++k) EXPECT_GT(level.spheres[4 * k + 3], 0);
    }
    EXPECT_EQ(sum, root.tree_sphere_count);
    EXPECT_EQ(defcol_detector_get_sphere_level(session.detector(), session.mesh(0), root.level_count, &level),
              DEFCOL_ERROR_INDEX_RANGE);
}

TEST(SphereTreeApi, ContactsSayWhatToDo) {
    scenes::Scene scene;
    scene.name = "two";
    scene.meshes = {scenes::icosphere(6), shifted(scenes::icosphere(6), {1.8, 0, 0})};
    DetectorSession session(scene, sphere_pairs(DEFCOL_FIELD_ALL));
    const defcol_detect_options options = test_budget(200);
    EXPECT_EQ(session.detect(&options), DEFCOL_INCOMPLETE);
    const defcol_contacts view = session.view();
    ASSERT_GT(view.count, 5U);
    for (uint64_t i = 0; i < view.count; ++i) {
        const uint32_t level_a = DEFCOL_CONTACT_LEVEL_A(view.flags[i]);
        const uint32_t level_b = DEFCOL_CONTACT_LEVEL_B(view.flags[i]);
        const defcol_sphere_level in_a = level_of(session, 0, level_a);
        const defcol_sphere_level in_b = level_of(session, 1, level_b);
        ASSERT_GE(view.primitive_a[i], in_a.first_sphere);
        ASSERT_LT(view.primitive_a[i] - in_a.first_sphere, in_a.sphere_count);
        const double* a = in_a.spheres + 4 * (view.primitive_a[i] - in_a.first_sphere);
        const double* b = in_b.spheres + 4 * (view.primitive_b[i] - in_b.first_sphere);
        const double apart = std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
        EXPECT_NEAR(view.distances[i], apart - a[3] - b[3], 1e-12);
        if ((view.flags[i] & DEFCOL_CONTACT_ASSUMED) == 0) {
            EXPECT_LE(view.distances[i], 1e-12);
        }
        double weights_a = 0;
        double weights_b = 0;
        for (uint64_t k = 4 * i; k < 4 * i + 4; ++k) {
            weights_a += view.weights_a[k];
            weights_b += view.weights_b[k];
            EXPECT_TRUE(view.features_a[k] == DEFCOL_NONE ||
                        view.features_a[k] < scene.meshes[0].vertex_count());
        }
        EXPECT_NEAR(weights_a, 1, 1e-12);
        EXPECT_NEAR(weights_b, 1, 1e-12);
        for (uint64_t axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(view.normals[3 * i + axis], (b[axis] - a[axis]) / apart, 1e-12);
            EXPECT_NEAR(view.points[6 * i + axis] - a[axis], a[3] * view.normals[3 * i + axis], 1e-12);
            EXPECT_NEAR(view.points[6 * i + 3 + axis] - b[axis], -b[3] * view.normals[3 * i + axis], 1e-12);
        }
    }
}

TEST(SphereTreeApi, BothQueriesInOneFrameAreBothAnswered) {
    const scenes::Scene scene = sphere_and_box();
    SessionOptions options = sphere_pairs();
    options.queries = DEFCOL_QUERY_SPHERE_PAIRS | DEFCOL_QUERY_TRIANGLE_PAIRS;
    Contacts contacts = detect_once(scene, options);
    Contacts triangles = contacts;
    std::erase_if(triangles, [](const Contact& c) { return c.kind != DEFCOL_CONTACT_TRIANGLE_PAIR; });
    EXPECT_EQ(difference(scene, triangles, detect_once(scene, {})), "");
    EXPECT_GT(contacts.size(), triangles.size());
}

TEST(SphereTreeApi, OpenInconsistentFlatAndEmptySurfacesWork) {
    scenes::Scene open;
    open.name = "open";
    open.meshes = {scenes::grid(8, 8,
                                [](double u, double v) {
                                    return scenes::Point{u, v, 0.1 * u};
                                }),
                   shifted(scenes::icosphere(4), {0.5, 0.5, 0.6})};
    scenes::Scene turned = sphere_and_box();
    for (std::size_t i = 0; i < turned.meshes[0].triangles.size(); i += 9) {
        std::swap(turned.meshes[0].triangles[i], turned.meshes[0].triangles[i + 1]);
    }
    scenes::Scene flat = open;
    flat.meshes[1] = flat.meshes[0];
    for (const scenes::Scene& scene : {open, turned, flat}) {
        SessionOptions options = sphere_pairs();
        options.queries |= DEFCOL_QUERY_TRIANGLE_PAIRS;
        const Contacts contacts = detect_once(scene, options);
        EXPECT_FALSE(contacts.empty());
    }
    scenes::Scene empty = sphere_and_box();
    empty.meshes[1].triangles.clear();
    EXPECT_TRUE(detect_once(empty, sphere_pairs()).empty());
    empty.meshes[0] = {};
    EXPECT_TRUE(detect_once(empty, sphere_pairs()).empty());
}

TEST(SphereTreeApi, InactiveTrianglesHaveNoSpheres) {
    const scenes::Scene scene = sphere_and_box();
    DetectorSession session(scene, sphere_pairs());
    EXPECT_FALSE(session.run().empty());
    check(defcol_mesh_set_active_triangles(session.mesh(0), nullptr, 0));
    EXPECT_TRUE(session.run().empty());
    const defcol_detect_options options = test_budget(0);
    EXPECT_EQ(session.detect(&options), DEFCOL_OK) << "nothing is left to test";
    EXPECT_TRUE(session.contacts().empty());
    check(defcol_mesh_set_active_triangle_mask(session.mesh(0), nullptr, 0));
    EXPECT_FALSE(session.run().empty());
}

TEST(SphereTreeApi, WrongArgumentsAreRefused) {
    DetectorSession session(sphere_and_box(), sphere_pairs());
    const auto set = [&](double priority) {
        return defcol_detector_set_pair_priority(session.detector(), session.mesh(0), session.mesh(1),
                                                 priority);
    };
    EXPECT_EQ(set(std::nan("")), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(set(-1), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(set(HUGE_VAL), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(set(0), DEFCOL_OK);
    EXPECT_EQ(set(1e300), DEFCOL_OK);
    defcol_detect_options options = test_budget(UINT64_MAX);
    for (const double bad : {std::nan(""), -1.0}) {
        options.time_budget_seconds = bad;
        EXPECT_EQ(session.detect(&options), DEFCOL_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(defcol_detector_resume(session.detector(), &options), DEFCOL_ERROR_INVALID_ARGUMENT);
    }
    check(defcol_detector_remove_mesh(session.detector(), session.mesh(0)));
    EXPECT_EQ(set(1), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_detector_build_sphere_tree(session.detector(), session.mesh(0), nullptr),
              DEFCOL_ERROR_INVALID_ARGUMENT);

    DetectorSession other(sphere_and_box(), {});
    uint64_t size = 0;
    EXPECT_EQ(defcol_detector_set_pair_priority(other.detector(), other.mesh(0), other.mesh(1), 1),
              DEFCOL_ERROR_UNSUPPORTED);
    EXPECT_EQ(defcol_detector_resume(other.detector(), nullptr), DEFCOL_ERROR_UNSUPPORTED);
    EXPECT_EQ(defcol_detector_build_sphere_tree(other.detector(), other.mesh(0), nullptr),
              DEFCOL_ERROR_UNSUPPORTED);
    EXPECT_EQ(defcol_detector_save_sphere_tree(other.detector(), other.mesh(0), nullptr, 0, &size),
              DEFCOL_ERROR_UNSUPPORTED);
}

TEST(SphereTreeApi, BuildingCanBeCancelledAndLeavesTheTreeThereWas) {
    DetectorSession session(sphere_and_box(), sphere_pairs());
    const volatile int32_t cancel = 1;
    EXPECT_EQ(defcol_detector_build_sphere_tree(session.detector(), session.mesh(0), &cancel),
              DEFCOL_INCOMPLETE);
    uint64_t size = 0;
    EXPECT_EQ(defcol_detector_save_sphere_tree(session.detector(), session.mesh(0), nullptr, 0, &size),
              DEFCOL_ERROR_INVALID_ARGUMENT);
    const volatile int32_t go_on = 0;
    EXPECT_EQ(defcol_detector_build_sphere_tree(session.detector(), session.mesh(0), &go_on), DEFCOL_OK);
    const std::vector<std::byte> blob = saved(session, 0);
    EXPECT_EQ(defcol_detector_build_sphere_tree(session.detector(), session.mesh(0), &cancel),
              DEFCOL_INCOMPLETE);
    EXPECT_EQ(saved(session, 0), blob);
}

TEST(SphereTreeApi, ATimeBudgetOfZeroGivesThePairsOfRoots) {
    DetectorSession session(sphere_and_box(), sphere_pairs());
    defcol_detect_options options = test_budget(UINT64_MAX);
    options.time_budget_seconds = 0;
    EXPECT_EQ(session.detect(&options), DEFCOL_INCOMPLETE);
    const defcol_contacts view = session.view();
    ASSERT_EQ(view.count, 1U);
    EXPECT_EQ(view.primitive_a[0], 0U);
    EXPECT_EQ(view.primitive_b[0], 0U);
    EXPECT_NE(view.flags[0] & DEFCOL_CONTACT_ASSUMED, 0U);
    EXPECT_EQ(view.finished_fraction, 0);
}

}  // namespace suite
