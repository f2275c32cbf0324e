// SPDX-License-Identifier: MIT
#include "detector/contact_store.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/memory.hpp"
#include "narrowphase/contact_keys.hpp"
#include "narrowphase/frame_of_scene.hpp"

namespace defcol {
namespace {

// Three meshes: two crossing pairs of triangles (global 0, 1 and 2, 3), and a tetrahedron whose surface is 4
// to 7 and whose inside holds vertex 0.
scenes::Scene three_meshes() {
    scenes::Scene scene;
    scene.name = "three_meshes";
    scene.meshes.resize(3);
    scene.meshes[0].positions = {0.2, 0.2, 0.2, 3, 0, 0, 0, 3, 0, 3, 3, 0};
    scene.meshes[0].triangles = {0, 1, 2, 1, 3, 2};
    scene.meshes[1].positions = {1, 1, -1, 1, 1, 1, 2, 1, 0, 2, 2, 1};
    scene.meshes[1].triangles = {0, 1, 2, 1, 3, 2};
    scene.meshes[2].positions = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    scene.meshes[2].tetrahedra = {0, 1, 2, 3};
    return scene;
}

const std::vector<uint64_t> triangle_keys = {contact_key(0, 2), contact_key(0, 3), contact_key(0, 5),
                                             contact_key(1, 2)};
const std::vector<uint64_t> vertex_keys = {contact_key(0, 0)};

defcol_contacts view_of(const ContactStore& store) {
    defcol_contacts view{};
    store.view(view);
    return view;
}

TEST(ContactStore, TurnsGlobalIdsIntoMeshesAndTheirOwnPrimitives) {
    Memory memory;
    const test::FrameOfScene frame(three_meshes());
    ContactStore store(memory, 0);
    store.fill_ids(*frame, triangle_keys, vertex_keys, UINT64_MAX);
    const defcol_contacts view = view_of(store);
    ASSERT_EQ(view.count, 5U);
    const uint32_t expected[5][4] = {{0, 0, 1, 0}, {0, 0, 1, 1}, {0, 0, 2, 1}, {0, 1, 1, 0}, {0, 0, 2, 0}};
    for (uint64_t i = 0; i < 5; ++i) {
        EXPECT_EQ(view.kind[i], i < 4 ? DEFCOL_CONTACT_TRIANGLE_PAIR : DEFCOL_CONTACT_VERTEX_IN_TETRAHEDRON);
        EXPECT_EQ(view.mesh_a[i], expected[i][0]) << i;
        EXPECT_EQ(view.primitive_a[i], expected[i][1]) << i;
        EXPECT_EQ(view.mesh_b[i], expected[i][2]) << i;
        EXPECT_EQ(view.primitive_b[i], expected[i][3]) << i;
    }
}

TEST(ContactStore, RangesAreMaximalRunsThatCoverEveryContact) {
    Memory memory;
    const test::FrameOfScene frame(three_meshes());
    ContactStore store(memory, 0);
    store.fill_ids(*frame, triangle_keys, vertex_keys, UINT64_MAX);
    const defcol_contacts view = view_of(store);
    uint64_t next = 0;
    for (uint64_t r = 0; r < view.range_count; ++r) {
        const defcol_contact_range& range = view.ranges[r];
        EXPECT_EQ(range.first, next);
        for (uint64_t i = range.first; i < range.first + range.count; ++i) {
            EXPECT_EQ(view.kind[i], range.kind);
            EXPECT_EQ(view.mesh_a[i], range.mesh_a);
            EXPECT_EQ(view.mesh_b[i], range.mesh_b);
        }
        next += range.count;
    }
    EXPECT_EQ(next, view.count);
    EXPECT_EQ(view.range_count, 4U);
}

TEST(ContactStore, KeepsTheFirstOfBothKindsTogether) {
    Memory memory;
    const test::FrameOfScene frame(three_meshes());
    ContactStore store(memory, 0);
    for (uint64_t limit = 0; limit <= 6; ++limit) {
        store.fill_ids(*frame, triangle_keys, vertex_keys, limit);
        EXPECT_EQ(store.count(), std::min<uint64_t>(limit, 5));
        EXPECT_EQ(store.vertex_keys().size(), limit >= 5 ? 1U : 0U);
    }
    store.clear();
    EXPECT_EQ(view_of(store).count, 0U);
    EXPECT_EQ(view_of(store).kind, nullptr);
}

TEST(ContactStore, FillsOnlyTheFieldsAskedFor) {
    Memory memory;
    Workers workers(2);
    const test::FrameOfScene frame(three_meshes());
    for (uint32_t field = 1; field <= DEFCOL_FIELD_ALL; field *= 2) {
        ContactStore store(memory, field);
        store.fill_ids(*frame, triangle_keys, vertex_keys, UINT64_MAX);
        store.fill_geometry(*frame, workers);
        const defcol_contacts view = view_of(store);
        EXPECT_EQ(view.features_a != nullptr, field == DEFCOL_FIELD_FEATURES);
        EXPECT_EQ(view.weights_b != nullptr, field == DEFCOL_FIELD_FEATURES);
        EXPECT_EQ(view.points != nullptr, field == DEFCOL_FIELD_POINTS);
        EXPECT_EQ(view.normals != nullptr, field == DEFCOL_FIELD_NORMALS);
        EXPECT_EQ(view.distances != nullptr, field == DEFCOL_FIELD_NORMALS);
        EXPECT_EQ(view.flags != nullptr, field == DEFCOL_FIELD_FLAGS);
        EXPECT_EQ(view.ids != nullptr, field == DEFCOL_FIELD_IDS);
        EXPECT_EQ(view.surface_b != nullptr, field == DEFCOL_FIELD_SURFACE);
    }
}

TEST(ContactStore, ReplacesTheWayOutOfAVertexAndNothingElse) {
    Memory memory;
    Workers workers(1);
    const test::FrameOfScene frame(three_meshes());
    ContactStore store(memory, DEFCOL_FIELD_ALL);
    store.fill_ids(*frame, triangle_keys, vertex_keys, UINT64_MAX);
    store.fill_geometry(*frame, workers);
    const defcol_contacts view = view_of(store);
    const std::vector<double> distances(view.distances, view.distances + 5);
    store.replace_depth(*frame, 0, 2, Vec3(0, 0, 1), 0.75);
    for (uint64_t i = 0; i < 4; ++i) EXPECT_EQ(view.distances[i], distances[i]);
    EXPECT_EQ(view.distances[4], -0.75);
    EXPECT_EQ(view.normals[3 * 4 + 2], -1.0);
    EXPECT_EQ(view.points[6 * 4 + 5], 0.2 + 0.75);
}

TEST(ContactStore, GrowsByAFactorSoThatSlowlyRisingCountsAllocateSeldom) {
    Memory memory;
    const test::FrameOfScene frame(three_meshes());
    ContactStore store(memory, 0);
    std::vector<uint64_t> keys;
    for (uint32_t i = 0; i < 20000; ++i) keys.push_back(contact_key(0, 2));
    for (uint64_t limit = 1; limit <= keys.size(); limit += 7) store.fill_ids(*frame, keys, {}, limit);
    EXPECT_LT(memory.allocation_count(), 200U) << "seven arrays, each growing by half";
}

}  // namespace
}  // namespace defcol
