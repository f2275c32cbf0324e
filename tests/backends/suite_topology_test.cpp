// SPDX-License-Identifier: MIT
#include <algorithm>

#include "backends/backend_cases.hpp"
#include "scenes/random_numbers.hpp"

namespace suite {

using TopologySuite = BackendSuite;
DEFCOL_FOR_EVERY_BACKEND(TopologySuite);

namespace {

std::vector<uint32_t> random_subset(scenes::Random& random, uint32_t count) {
    std::vector<uint32_t> subset;
    for (uint32_t i = 0; i < count; ++i) {
        if (random.below(3) != 0) subset.push_back(i);
    }
    return subset;
}

// The contacts of the whole scene whose triangles are all in the subsets.
Contacts with_active_triangles(const Contacts& contacts, const std::vector<std::vector<uint32_t>>& active) {
    Contacts result;
    for (const Contact& contact : contacts) {
        if (contact.kind == DEFCOL_CONTACT_TRIANGLE_PAIR &&
            (!std::ranges::binary_search(active[contact.mesh_a], contact.primitive_a) ||
             !std::ranges::binary_search(active[contact.mesh_b], contact.primitive_b))) {
            continue;
        }
        result.push_back(contact);
    }
    return result;
}

}  // namespace

TEST_P(TopologySuite, OnlyActiveTrianglesMeet) {
    scenes::Random random(7);
    for (scenes::Scene& scene : few_scenes_for(GetParam())) {
        DetectorSession session(scene, GetParam().options());
        for (uint32_t round = 0; round < 12; ++round) {
            SCOPED_TRACE(scene.name + " round " + std::to_string(round));
            scene.advance(round / 2);
            session.set_positions(scene);
            std::vector<std::vector<uint32_t>> active;
            for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
                const auto count = static_cast<uint32_t>(surface_triangles(scene.meshes[m]).size() / 3);
                active.push_back(random_subset(random, count));
                if (round % 4 == 3) active.back().clear();
                if (round % 2 == 0) {
                    check(defcol_mesh_set_active_triangles(session.mesh(m), active.back().data(),
                                                           active.back().size()));
                } else {
                    std::vector<uint8_t> bits(count / 8 + 1);
                    for (const uint32_t t : active.back()) bits[t / 8] |= static_cast<uint8_t>(1U << (t % 8));
                    check(defcol_mesh_set_active_triangle_mask(session.mesh(m), bits.data(), count));
                }
            }
            const Contacts all = detect_once(scene, GetParam().reference());
            EXPECT_EQ(difference(scene, session.run(), with_active_triangles(all, active)), "");
        }
        for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
            check(defcol_mesh_set_active_triangle_mask(session.mesh(m), nullptr, 0));
        }
        EXPECT_EQ(difference(scene, session.run(), detect_once(scene, GetParam().reference())), "");
    }
}

TEST_P(TopologySuite, GoesOnAfterTheMeshesBecomeOthers) {
    // The scenes of the case in turn, in one detector, as long as the number of meshes allows.
    const auto all_scenes = scenes_for(GetParam());
    for (const bool self : {false, true}) {
        std::vector<const scenes::Scene*> chain;
        for (const scenes::Scene& scene : all_scenes) {
            if (scene.self == self && scene.meshes.size() == (self ? 1U : 2U)) chain.push_back(&scene);
        }
        if (chain.empty()) continue;
        DetectorSession session(*chain[0], GetParam().options());
        for (const scenes::Scene* scene : chain) {
            SCOPED_TRACE(scene->name);
            session.set_topology(*scene);
            EXPECT_EQ(difference(*scene, session.run(), detect_once(*scene, GetParam().reference())), "");
        }
    }
}

TEST_P(TopologySuite, FollowsTrianglesThatComeAndGo) {
    scenes::Random random(11);
    for (const scenes::Scene& original : few_scenes_for(GetParam())) {
        if (original.tetrahedron_count() > 0) continue;
        scenes::Scene scene = original;
        DetectorSession session(scene, GetParam().options());
        // The mesh as the test believes it to be: removed triangles stay as their last vertices, inactive.
        std::vector<std::vector<uint32_t>> present(scene.meshes.size());
        for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
            for (uint32_t t = 0; t < scene.meshes[m].triangle_count(); ++t) present[m].push_back(t);
        }
        for (uint32_t round = 0; round < 20; ++round) {
            SCOPED_TRACE(scene.name + " round " + std::to_string(round));
            for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
                scenes::Mesh& mesh = scene.meshes[m];
                std::vector<uint32_t> removed;
                for (uint32_t i = 0; i < 5 && !present[m].empty(); ++i) {
                    const auto place =
                        present[m].begin() + random.below(static_cast<uint32_t>(present[m].size()));
                    removed.push_back(*place);
                    present[m].erase(place);
                }
                const uint32_t base = random.below(static_cast<uint32_t>(mesh.vertex_count()));
                const std::vector<double> vertex = {mesh.positions[3 * base] + 0.01,
                                                    mesh.positions[3 * base + 1],
                                                    mesh.positions[3 * base + 2] - 0.02};
                mesh.positions.insert(mesh.positions.end(), vertex.begin(), vertex.end());
                const auto count = static_cast<uint32_t>(mesh.vertex_count());
                std::vector<uint32_t> added;
                for (uint32_t i = 0; i < 3 * (round % 8); ++i) {
                    added.push_back(i % 3 == 0 ? count - 1 : random.below(count));
                }
                std::vector<uint32_t> ids(added.size() / 3);
                defcol_mesh_edit_desc edit;
                check(defcol_mesh_edit_desc_init(&edit, sizeof edit));
                edit.removed_triangle_count = removed.size();
                edit.removed_triangles = removed.data();
                edit.added_vertex_count = 1;
                edit.added_positions = vertex.data();
                edit.added_triangle_count = ids.size();
                edit.added_triangles = added.data();
                edit.out_triangle_ids = ids.data();
                check(defcol_mesh_edit(session.mesh(m), &edit));
                for (std::size_t i = 0; i < ids.size(); ++i) {
                    mesh.triangles.resize(
                        std::max<std::size_t>(mesh.triangles.size(), 3 * (ids[i] + std::size_t{1})));
                    std::copy_n(&added[3 * i], 3, &mesh.triangles[3 * std::size_t{ids[i]}]);
                    present[m].insert(std::ranges::lower_bound(present[m], ids[i]), ids[i]);
                }
            }
            const Contacts all = detect_once(scene, GetParam().reference());
            EXPECT_EQ(difference(scene, session.run(), with_active_triangles(all, present)), "");
        }
    }
}

TEST_P(TopologySuite, FollowsMeshesThatAreAddedRemovedFilteredAndExcluded) {
    scenes::Random random(13);
    for (const scenes::Scene& scene : few_scenes_for(GetParam())) {
        SCOPED_TRACE(scene.name);
        DetectorSession session(scene, GetParam().options());
        const Contacts all = detect_once(scene, GetParam().reference());
        for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
            check(defcol_detector_set_mesh_flags(session.detector(), session.mesh(m), 0));
        }
        Contacts between = all;
        std::erase_if(between, [](const Contact& contact) { return contact.mesh_a == contact.mesh_b; });
        EXPECT_EQ(difference(scene, session.run(), between), "");
        if (scene.meshes.size() < 2) continue;
        check(defcol_detector_set_filter(session.detector(), session.mesh(0), 2, ~uint32_t{1}));
        Contacts filtered = between;
        std::erase_if(filtered,
                      [](const Contact& contact) { return contact.mesh_a == 0 || contact.mesh_b == 0; });
        EXPECT_EQ(difference(scene, session.run(), filtered), "");
        check(defcol_detector_set_filter(session.detector(), session.mesh(0), 1, UINT32_MAX));
        check(defcol_detector_exclude_pair(session.detector(), session.mesh(1), session.mesh(0), 1));
        Contacts remaining = between;
        std::erase_if(remaining, [](const Contact& contact) {
            return std::min(contact.mesh_a, contact.mesh_b) == 0 &&
                   std::max(contact.mesh_a, contact.mesh_b) == 1;
        });
        EXPECT_EQ(difference(scene, session.run(), remaining), "");
        check(defcol_detector_exclude_pair(session.detector(), session.mesh(0), session.mesh(1), 0));
        EXPECT_EQ(difference(scene, session.run(), between), "");

        // A mesh that leaves and comes back has a new index, never an old one.
        const auto count = static_cast<uint32_t>(scene.meshes.size());
        check(defcol_detector_remove_mesh(session.detector(), session.mesh(0)));
        EXPECT_EQ(difference(scene, session.run(), filtered), "");
        check(defcol_detector_add_mesh(session.detector(), session.mesh(0), 0));
        uint32_t index = 0;
        check(defcol_detector_get_mesh_index(session.detector(), session.mesh(0), &index));
        EXPECT_EQ(index, count);
        EXPECT_EQ(session.run().size(), between.size());
        check(defcol_mesh_destroy(session.mesh(0)));
        EXPECT_EQ(difference(scene, session.run(), filtered), "");
    }
}

}  // namespace suite
