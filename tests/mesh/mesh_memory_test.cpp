// SPDX-License-Identifier: MIT
// What a mesh does when memory runs out, and that it needs none once it is warm.
#include <cmath>
#include <cstdlib>
#include <functional>

#include "base/status.hpp"
#include "mesh/mesh.hpp"
#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

// An allocator that refuses from a chosen call on.
class RefusingAllocator {
  public:
    AllocatorHooks hooks() { return {allocate, release, this}; }
    void refuse_after(int64_t calls) { remaining_ = calls; }
    void refuse_nothing() { remaining_ = INT64_MAX; }

  private:
    static void* allocate(void* user, std::size_t size, std::size_t alignment) {
        auto& self = *static_cast<RefusingAllocator*>(user);
        if (self.remaining_-- <= 0) return nullptr;
        return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    }
    static void release(void*, void* pointer, std::size_t, std::size_t) { std::free(pointer); }

    int64_t remaining_ = INT64_MAX;
};

class MeshMemory : public ::testing::Test {
  protected:
    RefusingAllocator allocator_;
    Memory memory_{allocator_.hooks()};
    Workers workers_{1};

    // Lets the change fail at each allocation in turn, and then succeed.
    void expect_all_or_nothing(Mesh& mesh, const std::function<void()>& change) {
        const MeshState before = state_of(mesh);
        for (int64_t calls = 0;; ++calls) {
            ASSERT_LT(calls, 1000);
            allocator_.refuse_after(calls);
            const Outcome outcome = outcome_of(change);
            allocator_.refuse_nothing();
            if (outcome.status == status::ok) break;
            ASSERT_EQ(outcome.status, status::out_of_memory) << outcome.message;
            ASSERT_EQ(state_of(mesh), before) << "allocation " << calls;
        }
        EXPECT_NE(state_of(mesh), before);
    }
};

TEST_F(MeshMemory, RunningOutWhileCreatingLeaksNothing) {
    for (const MeshArrays& arrays : {sheet(5, 5), one_tetrahedron()}) {
        MeshSource source = arrays.source();
        const double shift[12] = {1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0};
        source.transform = shift;
        source.flags = mesh_skip_non_finite;
        int failures = 0;
        for (int64_t calls = 0;; ++calls) {
            allocator_.refuse_after(calls);
            const Outcome outcome = outcome_of([&] { const Mesh mesh(memory_, workers_, nullptr, source); });
            ASSERT_EQ(memory_.current_bytes(), 0u);
            if (outcome.status == status::ok) break;
            ASSERT_EQ(outcome.status, status::out_of_memory);
            ++failures;
        }
        EXPECT_GT(failures, 2);
    }
}

TEST_F(MeshMemory, RunningOutChangesNothing) {
    for (const bool skips : {false, true}) {
        for (const bool transformed : {false, true}) {
            MeshArrays arrays = sheet(8, 8);
            MeshSource source = arrays.source();
            const double shift[12] = {1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0};
            source.flags = skips ? mesh_skip_non_finite : 0;
            source.transform = transformed ? shift : nullptr;
            Mesh mesh(memory_, workers_, nullptr, source);
            if (skips) arrays.positions[0] = std::nan("");
            expect_all_or_nothing(mesh, [&] { mesh.set_positions(arrays.position_source()); });
            const double turn[12] = {0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30};
            expect_all_or_nothing(mesh, [&] { mesh.set_transform(turn); });
            const uint32_t removed[] = {3, 4, 9};
            const std::vector<double> added_positions(300, 2.0);
            const std::vector<uint32_t> added(600, 100);
            expect_all_or_nothing(mesh, [&] {
                mesh.edit({.removed_triangle_count = 3,
                           .removed_triangles = removed,
                           .added_positions = {added_positions.data(), 100, 0, scalar_float64},
                           .added_triangle_count = 200,
                           .added_triangles = added.data()});
            });
            expect_all_or_nothing(
                mesh, [&] { mesh.edit({.removed_triangle_count = 3, .removed_triangles = removed}); });
            const uint32_t active[] = {1, 2, 5};
            expect_all_or_nothing(mesh, [&] { mesh.set_active_triangles(active, 3); });
            const std::vector<double> more_positions(3 * 1000, 2.0);
            const std::vector<uint32_t> more(3 * 1000, 700);
            expect_all_or_nothing(mesh, [&] {
                mesh.edit({.added_positions = {more_positions.data(), 1000, 0, scalar_float64},
                           .added_triangle_count = 1000,
                           .added_triangles = more.data()});
            });
            const std::vector<uint8_t> bits((mesh.triangles().size() + 7) / 8, 0x55);
            expect_all_or_nothing(
                mesh, [&] { mesh.set_active_triangle_mask(bits.data(), mesh.triangles().size()); });
            expect_all_or_nothing(mesh, [&] { mesh.set_active_triangle_mask(nullptr, 0); });
            const MeshArrays tetrahedron = one_tetrahedron();
            expect_all_or_nothing(mesh, [&] { mesh.set_topology(tetrahedron.source()); });
        }
    }
    EXPECT_EQ(memory_.current_bytes(), 0u);
}

TEST_F(MeshMemory, RunningOutInAReportIsAnError) {
    const MeshArrays arrays = sheet(5, 5);
    const Mesh mesh(memory_, workers_, nullptr, arrays.source());
    const uint64_t bytes = memory_.current_bytes();
    int64_t calls = 0;
    for (;; ++calls) {
        allocator_.refuse_after(calls);
        const Outcome outcome = outcome_of([&] { static_cast<void>(mesh.report()); });
        allocator_.refuse_nothing();
        ASSERT_EQ(memory_.current_bytes(), bytes);
        if (outcome.status == status::ok) break;
        ASSERT_EQ(outcome.status, status::out_of_memory);
    }
    EXPECT_GT(calls, 2);
}

TEST_F(MeshMemory, WarmFramesAllocateNothing) {
    MeshArrays arrays = sheet(30, 30);
    MeshSource source = arrays.source();
    source.flags = mesh_skip_non_finite;
    Workers workers(2);
    Mesh mesh(memory_, workers, nullptr, source);
    const double shift[12] = {1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0};
    std::vector<uint32_t> active(500);
    std::vector<uint8_t> bits((mesh.triangles().size() + 7) / 8, 0x55);
    uint32_t removed[] = {3, 4, 9};
    const uint32_t added[] = {0, 1, 2, 1, 2, 3, 2, 3, 4};
    uint64_t allocations = 0;
    for (uint32_t frame = 0; frame < 100; ++frame) {
        if (frame == 10) allocations = memory_.allocation_count();
        arrays.positions[frame] = frame % 3 == 0 ? std::nan("") : 1.0;
        mesh.set_positions(arrays.position_source());
        mesh.set_transform(frame % 2 == 0 ? shift : nullptr);
        for (uint32_t i = 0; i < 500; ++i) active[i] = i * (1 + frame % 2);
        mesh.set_active_triangles(active.data(), frame % 5 == 0 ? 500 : 100);
        mesh.set_active_triangle_mask(bits.data(), mesh.triangles().size());
        mesh.edit({.removed_triangle_count = 3,
                   .removed_triangles = removed,
                   .added_triangle_count = 3,
                   .added_triangles = added,
                   .out_triangle_ids = removed});
    }
    EXPECT_EQ(memory_.allocation_count(), allocations);
}

}  // namespace
}  // namespace defcol::testing
