// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <vector>

#include "capi/counting_allocator.hpp"
#include "capi/session.hpp"

namespace capi_test {
namespace {

TEST(Context, RefusesHalfAnAllocatorAndTooManyWorkers) {
    CountingAllocator allocator;
    auto desc = initialized(defcol_context_desc_init);
    allocator.install(desc);
    desc.release = nullptr;
    defcol_context context{77};
    EXPECT_EQ(defcol_context_create(&desc, &context), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_TRUE(message_has("release"));
    EXPECT_EQ(context.value, 0u);
    desc = initialized(defcol_context_desc_init);
    desc.worker_count = 257;
    EXPECT_EQ(defcol_context_create(&desc, &context), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_TRUE(message_has("257"));
    EXPECT_EQ(defcol_context_create(nullptr, nullptr), DEFCOL_ERROR_NULL_POINTER);
    EXPECT_EQ(allocator.allocation_count(), 0u);
}

TEST(Context, WorkerCountZeroIsOnePerCore) {
    auto desc = initialized(defcol_context_desc_init);
    desc.worker_count = 0;
    const Session session(desc);
    auto statistics = initialized(defcol_context_statistics_init);
    ASSERT_OK(defcol_context_get_statistics(session.context, &statistics));
    EXPECT_GE(statistics.worker_count, 1u);
}

TEST(Context, StatisticsCountWhatItHolds) {
    CountingAllocator allocator;
    auto desc = initialized(defcol_context_desc_init);
    allocator.install(desc);
    {
        const Session session(desc);
        const auto mesh = session.mesh(sheet(3));
        session.mesh(sheet(2));
        session.detector();
        auto statistics = initialized(defcol_context_statistics_init);
        ASSERT_OK(defcol_context_get_statistics(session.context, &statistics));
        EXPECT_EQ(statistics.mesh_count, 2u);
        EXPECT_EQ(statistics.detector_count, 1u);
        EXPECT_EQ(statistics.worker_count, 1u);
        EXPECT_GT(statistics.bytes, 0u);
        EXPECT_LE(statistics.bytes, static_cast<uint64_t>(allocator.live_bytes()));
        EXPECT_GE(statistics.peak_bytes, statistics.bytes);
        ASSERT_OK(defcol_mesh_destroy(mesh));
        auto after = initialized(defcol_context_statistics_init);
        ASSERT_OK(defcol_context_get_statistics(session.context, &after));
        EXPECT_EQ(after.mesh_count, 1u);
        EXPECT_LT(after.bytes, statistics.bytes);
    }
    EXPECT_EQ(allocator.live_blocks(), 0);
    EXPECT_EQ(allocator.live_bytes(), 0);
}

TEST(Context, MemoryCapIsKept) {
    auto desc = initialized(defcol_context_desc_init);
    desc.memory_cap = 256 << 10;
    const Session session(desc);
    const auto mesh = session.mesh(sheet(4));
    const auto large = sheet(200);
    const auto large_desc = describe(large);
    defcol_mesh refused{77};
    EXPECT_EQ(defcol_mesh_create(session.context, &large_desc, &refused), DEFCOL_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(refused.value, 0u);
    EXPECT_TRUE(message_has("memory cap"));
    EXPECT_EQ(defcol_mesh_set_topology(mesh, &large_desc), DEFCOL_ERROR_OUT_OF_MEMORY);
    auto statistics = initialized(defcol_context_statistics_init);
    ASSERT_OK(defcol_context_get_statistics(session.context, &statistics));
    EXPECT_LE(statistics.peak_bytes, desc.memory_cap);
    EXPECT_EQ(statistics.mesh_count, 1u);
    uint64_t vertex_count = 0;
    EXPECT_OK(defcol_mesh_get_positions(mesh, nullptr, &vertex_count));
    EXPECT_EQ(vertex_count, 25u);
}

// ---- Hooks that call back
// ---------------------------------------------------------------------------------------

struct Caller {
    defcol_context context{};
    defcol_mesh mesh{};
    defcol_detector detector{};
    int call_count = 0;

    // From inside a hook everything with a state is refused; what cannot fail still answers.
    void call_back() {
        ++call_count;
        defcol_context other{77};
        EXPECT_EQ(defcol_context_create(nullptr, &other), DEFCOL_ERROR_BUSY);
        EXPECT_EQ(other.value, 0u);
        EXPECT_TRUE(message_has("hook"));
        EXPECT_EQ(defcol_mesh_set_transform(mesh, nullptr), DEFCOL_ERROR_BUSY);
        EXPECT_EQ(defcol_detector_detect(detector, nullptr), DEFCOL_ERROR_BUSY);
        EXPECT_EQ(defcol_mesh_destroy(mesh), DEFCOL_ERROR_BUSY);
        EXPECT_EQ(defcol_context_destroy(context), DEFCOL_ERROR_BUSY);
        auto contacts = initialized(defcol_contacts_init);
        EXPECT_EQ(defcol_detector_contacts(detector, &contacts), DEFCOL_ERROR_BUSY);
        EXPECT_EQ(defcol_version_number(), uint32_t{DEFCOL_VERSION_NUMBER});
    }
};

void* allocate_and_call_back(void* user, size_t size, size_t alignment) {
    static_cast<Caller*>(user)->call_back();
    return ::operator new(size, std::align_val_t(alignment));
}
void release_and_call_back(void* user, void* memory, size_t size, size_t alignment) {
    static_cast<Caller*>(user)->call_back();
    ::operator delete(memory, size, std::align_val_t(alignment));
}
void run_tasks_and_call_back(void* user, uint32_t task_count, void (*task)(void*, uint32_t),
                             void* task_data) {
    for (uint32_t i = 0; i < task_count; ++i) {
        static_cast<Caller*>(user)->call_back();
        task(task_data, i);
    }
}

TEST(Hooks, CallingBackIsBusy) {
    Caller caller;
    auto desc = initialized(defcol_context_desc_init);
    desc.user = &caller;
    desc.allocate = allocate_and_call_back;
    desc.release = release_and_call_back;
    desc.run_tasks = run_tasks_and_call_back;
    desc.worker_count = 3;
    const MeshData flat = sheet(30);
    const MeshData tilted = sheet(30, 0.3, 0.41);
    {
        const Session session(desc);
        caller.context = session.context;
        caller.mesh = session.mesh(flat);
        caller.detector = session.detector_of({caller.mesh, session.mesh(tilted)});
        EXPECT_OK(defcol_detector_detect(caller.detector, nullptr));
        EXPECT_EQ(contacts_of(caller.detector), expected_contacts(flat, tilted));
        caller.call_count = 0;
        EXPECT_OK(defcol_detector_detect(caller.detector, nullptr));
        EXPECT_GT(caller.call_count, 0) << "the task hook was not used";
    }
}

// A host's scheduler that forgets tasks, runs some twice and returns too early harms nobody but itself.
void run_every_third_task_twice(void*, uint32_t task_count, void (*task)(void*, uint32_t), void* task_data) {
    for (uint32_t i = 0; i < task_count; i += 3) {
        task(task_data, i);
        task(task_data, i);
    }
}

TEST(Hooks, ACarelessTaskHookChangesNoContact) {
    auto desc = initialized(defcol_context_desc_init);
    desc.run_tasks = run_every_third_task_twice;
    desc.worker_count = 8;
    const Session session(desc);
    const MeshData flat = sheet(20);
    const MeshData tilted = sheet(20, 0.3, 0.41);
    const auto detector = session.detector_of({session.mesh(flat), session.mesh(tilted)});
    EXPECT_OK(defcol_detector_detect(detector, nullptr));
    EXPECT_EQ(contacts_of(detector), expected_contacts(flat, tilted));
}

// ---- fork()
// -----------------------------------------------------------------------------------------------------

TEST(Fork, TheChildRunsFramesAndTheParentGoesOn) {
    auto desc = initialized(defcol_context_desc_init);
    desc.worker_count = 4;
    const Session session(desc);
    const MeshData flat = sheet(20);
    const MeshData tilted = sheet(20, 0.3, 0.41);
    const auto mesh = session.mesh(flat);
    const auto detector = session.detector_of({mesh, session.mesh(tilted)});
    ASSERT_OK(defcol_detector_detect(detector, nullptr));
    const std::vector<Contact> expected = contacts_of(detector);
    ASSERT_FALSE(expected.empty());

    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        // Only _exit may be left: the child must not run the rest of the test program.
        if (defcol_mesh_set_positions(mesh, flat.positions.data(), flat.vertex_count(), 0,
                                      DEFCOL_SCALAR_FLOAT64) != DEFCOL_OK) {
            _exit(1);
        }
        if (defcol_detector_detect(detector, nullptr) != DEFCOL_OK) _exit(2);
        if (contacts_of(detector) != expected) _exit(3);
        defcol_context own;
        if (defcol_context_create(&desc, &own) != DEFCOL_OK || defcol_context_destroy(own) != DEFCOL_OK)
            _exit(4);
        _exit(defcol_context_destroy(session.context) == DEFCOL_OK ? 0 : 5);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    ASSERT_OK(defcol_detector_detect(detector, nullptr));
    EXPECT_EQ(contacts_of(detector), expected);
}

}  // namespace
}  // namespace capi_test
