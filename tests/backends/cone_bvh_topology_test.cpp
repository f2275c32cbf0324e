// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "backends/detector_session.hpp"
#include "scenes/random_numbers.hpp"
#include "scenes/sheets.hpp"
#include "scenes/spheres.hpp"

// What cone-bvh keeps from frame to frame: trees of edited meshes, decay, memory.
namespace suite {

namespace {

defcol_statistics statistics_of(const DetectorSession& session) {
    defcol_statistics statistics;
    check(defcol_statistics_init(&statistics, sizeof statistics));
    check(defcol_detector_get_statistics(session.detector(), &statistics));
    return statistics;
}

// A mesh that both detectors watch, and a sphere in it.
scenes::Scene sheet_and_sphere() {
    scenes::Scene scene = scenes::folded_sheet(48, 16);
    scene.meshes.push_back(scenes::icosphere(3));
    for (double& coordinate : scene.meshes[1].positions) coordinate *= 0.2;
    return scene;
}

class EditedSheet {
  public:
    explicit EditedSheet(uint64_t seed, bool include_adjacent)
        : random_(seed),
          scene_(sheet_and_sphere()),
          session_(scene_,
                   {.backend = DEFCOL_BACKEND_CONE_BVH, .workers = 2, .include_adjacent = include_adjacent}),
          positions_(scene_.meshes[0].positions) {
        for (uint32_t t = 0; t < scene_.meshes[0].triangle_count(); ++t) ids_.push_back(t);
        defcol_detector_desc desc;
        check(defcol_detector_desc_init(&desc, sizeof desc));
        desc.backend = DEFCOL_BACKEND_BRUTE_FORCE;
        check(defcol_detector_create(session_.context(), &desc, &reference_));
        check(defcol_detector_set_option_i64(reference_, DEFCOL_OPTION_INCLUDE_ADJACENT,
                                             include_adjacent ? 1 : 0));
        for (std::size_t mesh = 0; mesh < 2; ++mesh) {
            check(defcol_detector_add_mesh(reference_, session_.mesh(mesh), DEFCOL_MESH_SELF_COLLISION));
        }
    }

    // Takes triangles away and puts others, around a new vertex, near one that was there.
    void edit(uint32_t removed_count, uint32_t added_count) {
        std::vector<uint32_t> removed;
        for (uint32_t i = 0; i < removed_count; ++i) {
            const auto at = static_cast<std::ptrdiff_t>(random_.below(static_cast<uint32_t>(ids_.size())));
            removed.push_back(ids_[static_cast<std::size_t>(at)]);
            ids_.erase(ids_.begin() + at);
        }
        const auto old_count = static_cast<uint32_t>(positions_.size() / 3);
        const uint32_t near = random_.below(old_count);
        std::vector<double> vertex;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            vertex.push_back(positions_[3 * std::size_t{near} + axis] + random_.between(-0.02, 0.02));
        }
        positions_.insert(positions_.end(), vertex.begin(), vertex.end());
        std::vector<uint32_t> added;
        for (uint32_t i = 0; i < added_count; ++i) {
            const uint32_t other = near + 1 + i < old_count ? near + 1 + i : i;
            added.insert(added.end(), {old_count, near == other ? old_count - 1 : near, other});
        }
        std::vector<uint32_t> out_ids(added_count);
        defcol_mesh_edit_desc desc;
        check(defcol_mesh_edit_desc_init(&desc, sizeof desc));
        desc.removed_triangle_count = removed.size();
        desc.removed_triangles = removed.data();
        desc.added_vertex_count = 1;
        desc.added_positions = vertex.data();
        desc.added_triangle_count = added_count;
        desc.added_triangles = added.data();
        desc.out_triangle_ids = out_ids.data();
        check(defcol_mesh_edit(session_.mesh(0), &desc));
        ids_.insert(ids_.end(), out_ids.begin(), out_ids.end());
    }

    // What differs from the reference; empty if nothing does.
    std::string compare() {
        check(defcol_detector_detect(reference_, nullptr));
        defcol_contacts expected;
        check(defcol_contacts_init(&expected, sizeof expected));
        check(defcol_detector_contacts(reference_, &expected));
        check(session_.detect());
        const defcol_contacts found = session_.view();
        if (found.count != expected.count) {
            return std::to_string(found.count) + " contacts instead of " + std::to_string(expected.count);
        }
        for (uint64_t i = 0; i < found.count; ++i) {
            if (found.mesh_a[i] != expected.mesh_a[i] || found.mesh_b[i] != expected.mesh_b[i] ||
                found.primitive_a[i] != expected.primitive_a[i] ||
                found.primitive_b[i] != expected.primitive_b[i]) {
                return "contact " + std::to_string(i) + " differs";
            }
        }
        return expected.count == 0 ? "nothing collides" : "";
    }

    defcol_statistics statistics() const { return statistics_of(session_); }

  private:
    scenes::Random random_;
    scenes::Scene scene_;
    DetectorSession session_;
    std::vector<double> positions_;
    std::vector<uint32_t> ids_;
    defcol_detector reference_{};
};

TEST(ConeBvh, KeepsItsTreeWhileTrianglesComeAndGo) {
    for (const bool include_adjacent : {false, true}) {
        EditedSheet sheet(7, include_adjacent);
        ASSERT_EQ(sheet.compare(), "");
        EXPECT_EQ(sheet.statistics().built_tree_count, 2U);
        EXPECT_EQ(sheet.statistics().tree_decay, 1.0);
        double decay = 1;
        for (int round = 0; round < 12; ++round) {
            sheet.edit(8, 9);
            ASSERT_EQ(sheet.compare(), "") << "round " << round;
            EXPECT_EQ(sheet.statistics().built_tree_count, 0U) << "round " << round;
            EXPECT_GT(sheet.statistics().tree_decay, decay);
            decay = sheet.statistics().tree_decay;
        }
        // A quarter at once is more than a repair is worth.
        sheet.edit(500, 5);
        ASSERT_EQ(sheet.compare(), "");
        EXPECT_EQ(sheet.statistics().built_tree_count, 1U);
        EXPECT_EQ(sheet.statistics().tree_decay, 1.0);
    }
}

TEST(ConeBvh, BuildsATreeAnewOnlyWhenItDecayedAndIsAskedTo) {
    for (const bool asked : {false, true}) {
        scenes::Scene scene = scenes::folded_sheet(96, 24);
        DetectorSession session(scene, {.backend = DEFCOL_BACKEND_CONE_BVH});
        if (asked) {
            check(
                defcol_detector_set_option_f64(session.detector(), DEFCOL_OPTION_CONE_BVH_REBUILD_DECAY, 2));
        }
        session.run();
        EXPECT_EQ(statistics_of(session).built_tree_count, 1U);
        // Larger is no worse, longer is.
        for (double& coordinate : scene.meshes[0].positions) coordinate *= 4;
        session.set_positions(scene);
        session.run();
        EXPECT_LT(statistics_of(session).tree_decay, 1.01);
        for (std::size_t i = 1; i < scene.meshes[0].positions.size(); i += 3) {
            scene.meshes[0].positions[i] *= 20;
        }
        session.set_positions(scene);
        session.run();
        EXPECT_GT(statistics_of(session).tree_decay, 2);
        EXPECT_EQ(statistics_of(session).built_tree_count, 0U) << "never in the frame that finds it out";
        session.set_positions(scene);
        EXPECT_EQ(session.run(), detect_once(scene, {}));
        EXPECT_EQ(statistics_of(session).built_tree_count, asked ? 1U : 0U);
        EXPECT_EQ(statistics_of(session).tree_decay < 1.01, asked);
    }
}

TEST(ConeBvh, AFrameAllocatesNothingAfterTheFirstOnes) {
    for (const uint32_t workers : {1U, 2U}) {
        scenes::Scene scene = scenes::folded_sheet(160, 40);
        DetectorSession session(scene, {.backend = DEFCOL_BACKEND_CONE_BVH, .workers = workers});
        const auto run_frames = [&] {
            for (uint32_t frame = 0; frame < 16; ++frame) {
                scene.advance(frame % 8);
                session.set_positions(scene);
                check(session.detect());
            }
            defcol_context_statistics statistics;
            check(defcol_context_statistics_init(&statistics, sizeof statistics));
            check(defcol_context_get_statistics(session.context(), &statistics));
            return statistics.allocation_count;
        };
        const uint64_t before = run_frames();
        EXPECT_GT(session.view().count, 0U);
        EXPECT_EQ(run_frames(), before) << workers << " workers";
    }
}

}  // namespace

}  // namespace suite
