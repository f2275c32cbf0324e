// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "capi/counting_allocator.hpp"
#include "capi/session.hpp"

namespace capi_test {
namespace {

// A whole session in which one allocation fails. Every call is repeated once when memory ran out, and must
// succeed then: the allocator fails a single time.
class OneFailure {
  public:
    OneFailure(uint32_t worker_count, int64_t succeeding_allocations) {
        desc_ = initialized(defcol_context_desc_init);
        desc_.worker_count = worker_count;
        allocator_.install(desc_);
        allocator_.fail_after(succeeding_allocations);
    }

    // Contacts of the two frames. failure_count() says whether the failure was met.
    std::vector<Contact> run() {
        defcol_context context{77};
        attempt([&] { return defcol_context_create(&desc_, &context); },
                [&] { EXPECT_EQ(context.value, 0u); });
        defcol_mesh meshes[3];
        const MeshData data[3] = {sheet(6), sheet(5, 0.3, 0.41), tetrahedron(0.7)};
        for (int i = 0; i < 3; ++i) {
            auto desc = describe(data[i]);
            desc.flags = i == 0 ? DEFCOL_MESH_SKIP_NON_FINITE : 0;
            meshes[i] = {77};
            attempt([&] { return defcol_mesh_create(context, &desc, &meshes[i]); },
                    [&] { EXPECT_EQ(meshes[i].value, 0u); });
        }
        auto detector_desc = initialized(defcol_detector_desc_init);
        detector_desc.fields = DEFCOL_FIELD_ALL;
        detector_desc.queries = DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON;
        defcol_detector detector{77};
        attempt([&] { return defcol_detector_create(context, &detector_desc, &detector); },
                [&] { EXPECT_EQ(detector.value, 0u); });
        for (const defcol_mesh mesh : meshes) {
            attempt([&] { return defcol_detector_add_mesh(detector, mesh, DEFCOL_MESH_SELF_COLLISION); });
        }
        std::vector<Contact> contacts = detect(detector);
        steer(meshes[1]);
        change(meshes, data);
        attempt([&] { return defcol_detector_exclude_pair(detector, meshes[1], meshes[2], 1); });
        const std::vector<Contact> second = detect(detector);
        contacts.insert(contacts.end(), second.begin(), second.end());
        attempt([&] { return defcol_mesh_destroy(meshes[1]); });
        attempt([&] { return defcol_detector_destroy(detector); });
        EXPECT_OK(defcol_context_destroy(context));
        EXPECT_EQ(allocator_.live_blocks(), 0);
        EXPECT_EQ(allocator_.live_bytes(), 0);
        return contacts;
    }

    int failure_count() const { return failure_count_; }

  private:
    template <class Call>
    void attempt(Call&& call) {
        attempt(call, [] {});
    }

    template <class Call, class AfterFailure>
    void attempt(Call&& call, AfterFailure&& after_failure) {
        const int64_t held = allocator_.live_bytes();
        const defcol_status status = call();
        if (status == DEFCOL_OK) return;
        ++failure_count_;
        EXPECT_EQ(status, DEFCOL_ERROR_OUT_OF_MEMORY) << defcol_last_error_message();
        EXPECT_TRUE(message_has("out of memory"));
        // Scratch memory may have grown; a failed call that gives memory back would have changed something.
        EXPECT_GE(allocator_.live_bytes(), held);
        after_failure();
        EXPECT_OK(call());
    }

    std::vector<Contact> detect(defcol_detector detector) {
        attempt([&] { return defcol_detector_detect(detector, nullptr); },
                [&] { EXPECT_TRUE(contacts_of(detector).empty()); });
        return contacts_of(detector);
    }

    // Makes a cage, lets it carry the mesh a little, and lets go.
    void steer(defcol_mesh mesh) {
        defcol_mesh cage{77};
        attempt([&] { return defcol_mesh_create_cage(mesh, nullptr, &cage); },
                [&] { EXPECT_EQ(cage.value, 0u); });
        attempt([&] { return defcol_mesh_link(mesh, cage, nullptr); });
        const double transform[12] = {1, 0, 0, 0.01, 0, 1, 0, 0, 0, 0, 1, 0};
        attempt([&] { return defcol_mesh_set_transform(cage, transform); });
        attempt([&] { return defcol_mesh_destroy(cage); });
    }

    void change(const defcol_mesh* meshes, const MeshData* data) {
        const double transform[12] = {0, -1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0.001};
        attempt([&] { return defcol_mesh_set_transform(meshes[0], transform); });
        MeshData moved = data[0];
        moved.positions[20] = std::numeric_limits<double>::quiet_NaN();
        attempt([&] {
            return defcol_mesh_set_positions(meshes[0], moved.positions.data(), moved.vertex_count(), 0,
                                             DEFCOL_SCALAR_FLOAT64);
        });
        const std::vector<uint32_t> removed = {3, 5};
        const std::vector<double> vertex = {0.5, 0.5, 0.3};
        const std::vector<uint32_t> added = {0, 1, 49, 1, 2, 49, 2, 3, 49};
        auto edit = initialized(defcol_mesh_edit_desc_init);
        edit.removed_triangles = removed.data();
        edit.removed_triangle_count = removed.size();
        edit.added_positions = vertex.data();
        edit.added_vertex_count = 1;
        edit.added_triangles = added.data();
        edit.added_triangle_count = 3;
        attempt([&] { return defcol_mesh_edit(meshes[0], &edit); });
        const std::vector<uint32_t> active = {0, 1, 2, 3, 10, 11, 12, 30, 31, 40};
        attempt([&] { return defcol_mesh_set_active_triangles(meshes[0], active.data(), active.size()); });
        auto report = initialized(defcol_mesh_report_init);
        attempt([&] { return defcol_mesh_get_report(meshes[0], &report); },
                [&] { EXPECT_EQ(report.vertex_count, 0u); });
        attempt([&] { return defcol_mesh_set_active_triangle_mask(meshes[0], nullptr, 0); });
        const MeshData finer = sheet(9, 0.3, 0.41);
        const auto desc = describe(finer);
        attempt([&] { return defcol_mesh_set_topology(meshes[1], &desc); });
    }

    CountingAllocator allocator_;
    defcol_context_desc desc_{};
    int failure_count_ = 0;
};

class OutOfMemory : public testing::TestWithParam<uint32_t> {};

TEST_P(OutOfMemory, AtEveryAllocationIsAStatusAndTheCallCanBeRepeated) {
    const std::vector<Contact> expected = OneFailure(GetParam(), INT64_MAX / 2).run();
    ASSERT_FALSE(expected.empty());
    int failures = 0;
    for (int64_t n = 0;; ++n) {
        SCOPED_TRACE("allocation " + std::to_string(n) + " fails");
        OneFailure session(GetParam(), n);
        EXPECT_EQ(session.run(), expected);
        if (HasFailure()) return;
        if (session.failure_count() == 0) break;
        EXPECT_EQ(session.failure_count(), 1);
        ++failures;
        ASSERT_LT(n, 10000) << "the session never ends to allocate";
    }
    EXPECT_GT(failures, 30);
}

INSTANTIATE_TEST_SUITE_P(Workers, OutOfMemory, testing::Values(1u, 3u));

}  // namespace
}  // namespace capi_test
