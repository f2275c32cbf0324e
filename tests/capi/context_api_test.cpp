// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>

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

}  // namespace
}  // namespace capi_test
