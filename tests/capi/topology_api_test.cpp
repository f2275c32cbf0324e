// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "capi/session.hpp"

namespace capi_test {
namespace {

// A mesh that is cut, torn and refined, its mirror in the test, and another one it crosses. After each change
// the contacts are those CGAL finds between the triangles that are there and active.
class ChangingTopology : public testing::Test {
  protected:
    void SetUp() override {
        other_ = sheet(6, 0.4, 0.37);
        mesh_ = session_.mesh(mirror_);
        detector_ = session_.detector_of({mesh_, session_.mesh(other_)});
        activate_all();
    }

    void activate_all() { active_.assign(mirror_.triangle_count(), true); }

    bool is_removed(uint64_t triangle) const { return mirror_.triangles[3 * triangle] == DEFCOL_NONE; }

    void expect_contacts_as_cgal_finds() {
        MeshData there;
        std::vector<uint32_t> ids;
        there.positions = mirror_.positions;
        for (uint32_t i = 0; i < mirror_.triangle_count(); ++i) {
            if (is_removed(i) || !active_[i]) continue;
            ids.push_back(i);
            there.triangles.insert(there.triangles.end(), &mirror_.triangles[3 * i],
                                   &mirror_.triangles[3 * i] + 3);
        }
        std::vector<Contact> expected = expected_contacts(there, other_);
        for (Contact& contact : expected) contact[2] = ids[contact[2]];
        std::ranges::sort(expected);
        ASSERT_OK(defcol_detector_detect(detector_, nullptr));
        EXPECT_EQ(contacts_of(detector_), expected);

        auto surface = initialized(defcol_mesh_surface_init);
        ASSERT_OK(defcol_mesh_get_surface(mesh_, &surface));
        ASSERT_EQ(surface.triangle_count, mirror_.triangle_count());
        EXPECT_TRUE(std::equal(mirror_.triangles.begin(), mirror_.triangles.end(), surface.triangles));
        for (uint64_t i = 0; i < surface.triangle_count; ++i) {
            const bool counts = !is_removed(i) && active_[i];
            EXPECT_EQ(surface.active == nullptr || surface.active[i] != 0, counts) << i;
        }
    }

    // Removes and adds as the header says: ids of removed ones again, the last removed first, then new ones.
    void edit(const std::vector<uint32_t>& removed, const std::vector<double>& added_positions,
              const std::vector<uint32_t>& added) {
        auto desc = initialized(defcol_mesh_edit_desc_init);
        desc.removed_triangles = removed.data();
        desc.removed_triangle_count = removed.size();
        desc.added_positions = added_positions.data();
        desc.added_vertex_count = added_positions.size() / 3;
        desc.added_triangles = added.data();
        desc.added_triangle_count = added.size() / 3;
        std::vector<uint32_t> ids(added.size() / 3, 12345);
        desc.out_triangle_ids = ids.data();
        ASSERT_OK(defcol_mesh_edit(mesh_, &desc));
        for (const uint32_t id : removed) {
            std::fill_n(&mirror_.triangles[3 * id], 3, DEFCOL_NONE);
            free_.push_back(id);
        }
        mirror_.positions.insert(mirror_.positions.end(), added_positions.begin(), added_positions.end());
        for (uint64_t i = 0; i < ids.size(); ++i) {
            uint32_t id = static_cast<uint32_t>(mirror_.triangle_count());
            if (!free_.empty()) {
                id = free_.back();
                free_.pop_back();
            } else {
                mirror_.triangles.resize(mirror_.triangles.size() + 3);
                active_.push_back(true);
            }
            EXPECT_EQ(ids[i], id);
            std::copy_n(&added[3 * i], 3, &mirror_.triangles[3 * id]);
            active_[id] = true;
        }
    }

    Session session_;
    MeshData mirror_ = sheet(5);
    MeshData other_;
    std::vector<bool> active_;
    std::vector<uint32_t> free_;
    defcol_mesh mesh_{};
    defcol_detector detector_{};
};

TEST_F(ChangingTopology, ReplacedByMoreFewerAndNoTriangles) {
    expect_contacts_as_cgal_finds();
    for (const uint32_t cells : {9u, 2u, 0u, 1u, 7u}) {
        mirror_ = cells == 0 ? MeshData{} : sheet(cells, 0.1, 0.3);
        const auto desc = describe(mirror_);
        ASSERT_OK(defcol_mesh_set_topology(mesh_, &desc));
        activate_all();
        expect_contacts_as_cgal_finds();
    }
}

TEST_F(ChangingTopology, ReplacedByTetrahedraAndBack) {
    const MeshData block = tetrahedron(0.8);
    const auto desc = describe(block);
    ASSERT_OK(defcol_mesh_set_topology(mesh_, &desc));
    auto surface = initialized(defcol_mesh_surface_init);
    ASSERT_OK(defcol_mesh_get_surface(mesh_, &surface));
    mirror_ = block;
    mirror_.triangles.assign(surface.triangles, surface.triangles + 3 * surface.triangle_count);
    activate_all();
    expect_contacts_as_cgal_finds();
    mirror_ = sheet(3);
    const auto back = describe(mirror_);
    ASSERT_OK(defcol_mesh_set_topology(mesh_, &back));
    activate_all();
    expect_contacts_as_cgal_finds();
}

TEST_F(ChangingTopology, EditedStepByStep) {
    std::mt19937 random(7);
    for (int step = 0; step < 20; ++step) {
        SCOPED_TRACE(step);
        std::vector<uint32_t> present;
        for (uint32_t i = 0; i < mirror_.triangle_count(); ++i) {
            if (!is_removed(i)) present.push_back(i);
        }
        std::ranges::shuffle(present, random);
        present.resize(std::min<std::size_t>(present.size(), random() % 5));
        // Each removed triangle is split at a new vertex into three, or only taken out.
        std::vector<double> positions;
        std::vector<uint32_t> triangles;
        for (const uint32_t id : present) {
            if (random() % 3 == 0) continue;
            const uint32_t* corner = &mirror_.triangles[3 * id];
            const auto middle = static_cast<uint32_t>(mirror_.vertex_count() + positions.size() / 3);
            for (int axis = 0; axis < 3; ++axis) {
                double sum = 0.01 * (axis == 2);
                for (int i = 0; i < 3; ++i)
                    sum += mirror_.positions[3 * corner[i] + static_cast<uint32_t>(axis)] / 3;
                positions.push_back(sum);
            }
            for (int i = 0; i < 3; ++i) {
                triangles.insert(triangles.end(), {corner[i], corner[(i + 1) % 3], middle});
            }
        }
        edit(present, positions, triangles);
        expect_contacts_as_cgal_finds();
    }
}

TEST_F(ChangingTopology, RefusedEditsChangeNothing) {
    const auto refused = [&](auto&& change) {
        auto desc = initialized(defcol_mesh_edit_desc_init);
        change(desc);
        return defcol_mesh_edit(mesh_, &desc);
    };
    const uint32_t twice[2] = {3, 3};
    const uint32_t missing[1] = {50};
    const uint32_t beyond[3] = {0, 1, 37};
    const double vertex[3] = {0, 0, std::numeric_limits<double>::quiet_NaN()};
    EXPECT_EQ(refused([&](auto& d) { d.removed_triangles = twice, d.removed_triangle_count = 2; }),
              DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(refused([&](auto& d) { d.removed_triangles = missing, d.removed_triangle_count = 1; }),
              DEFCOL_ERROR_INDEX_RANGE);
    EXPECT_EQ(refused([&](auto& d) { d.removed_triangles = nullptr, d.removed_triangle_count = 1; }),
              DEFCOL_ERROR_NULL_POINTER);
    EXPECT_EQ(refused([&](auto& d) { d.added_triangles = beyond, d.added_triangle_count = 1; }),
              DEFCOL_ERROR_INDEX_RANGE);
    EXPECT_EQ(refused([&](auto& d) { d.added_positions = vertex, d.added_vertex_count = 1; }),
              DEFCOL_ERROR_NON_FINITE);
    EXPECT_TRUE(message_has("vertex 36"));
    expect_contacts_as_cgal_finds();
    const auto block = session_.mesh(tetrahedron(1));
    const auto desc = initialized(defcol_mesh_edit_desc_init);
    EXPECT_EQ(defcol_mesh_edit(block, &desc), DEFCOL_ERROR_INVALID_ARGUMENT);
}

TEST_F(ChangingTopology, ActiveTrianglesByListAndByMask) {
    std::mt19937 random(8);
    const auto count = static_cast<uint32_t>(mirror_.triangle_count());
    for (int step = 0; step < 20; ++step) {
        SCOPED_TRACE(step);
        std::vector<uint32_t> list(random() % 60);
        for (uint32_t& id : list) id = static_cast<uint32_t>(random() % count);
        active_.assign(count, false);
        for (const uint32_t id : list) active_[id] = true;
        if (step % 2 == 0) {
            ASSERT_OK(defcol_mesh_set_active_triangles(mesh_, list.data(), list.size()));
        } else {
            std::vector<uint8_t> mask((count + 7) / 8);
            for (const uint32_t id : list)
                mask[id / 8] = static_cast<uint8_t>(mask[id / 8] | (1 << (id % 8)));
            ASSERT_OK(defcol_mesh_set_active_triangle_mask(mesh_, mask.data(), count));
        }
        expect_contacts_as_cgal_finds();
    }
    ASSERT_OK(defcol_mesh_set_active_triangles(mesh_, nullptr, 0));
    active_.assign(count, false);
    expect_contacts_as_cgal_finds();
    ASSERT_OK(defcol_mesh_set_active_triangle_mask(mesh_, nullptr, 0));
    activate_all();
    expect_contacts_as_cgal_finds();
}

TEST_F(ChangingTopology, RefusedActiveSetsChangeNothing) {
    const uint32_t beyond[2] = {0, 50};
    EXPECT_EQ(defcol_mesh_set_active_triangles(mesh_, beyond, 2), DEFCOL_ERROR_INDEX_RANGE);
    const uint8_t mask[7] = {};
    EXPECT_EQ(defcol_mesh_set_active_triangle_mask(mesh_, mask, 49), DEFCOL_ERROR_INVALID_ARGUMENT);
    edit({4}, {}, {});
    const uint32_t removed[1] = {4};
    EXPECT_EQ(defcol_mesh_set_active_triangles(mesh_, removed, 1), DEFCOL_ERROR_INDEX_RANGE);
    expect_contacts_as_cgal_finds();
}

}  // namespace
}  // namespace capi_test
