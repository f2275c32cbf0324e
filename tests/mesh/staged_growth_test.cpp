// SPDX-License-Identifier: MIT
#include "mesh/staged_growth.hpp"

#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

TEST(StagedGrowth, LeavesTheBufferAloneUntilCommitted) {
    Memory memory;
    Buffer<int> buffer(memory);
    buffer.assign(3, 5);
    const int* before = buffer.data();
    {
        StagedGrowth<int> growth(memory, buffer, 1000);
        growth.data()[3] = 6;
    }
    EXPECT_EQ(buffer.data(), before);
    EXPECT_EQ(buffer.size(), 3u);
    StagedGrowth<int> growth(memory, buffer, 1000);
    growth.data()[3] = 6;
    growth.commit(4);
    ASSERT_EQ(buffer.size(), 4u);
    EXPECT_EQ(buffer[2], 5);
    EXPECT_EQ(buffer[3], 6);
}

TEST(StagedGrowth, AllocatesNothingWhereThereIsRoom) {
    Memory memory;
    Buffer<int> buffer(memory);
    buffer.reserve(100);
    const uint64_t allocations = memory.allocation_count();
    StagedGrowth<int> growth(memory, buffer, 100);
    growth.commit(0);
    EXPECT_EQ(memory.allocation_count(), allocations);
}

TEST(StagedGrowth, GrowsInProportion) {
    Memory memory;
    Buffer<int> buffer(memory);
    const uint64_t allocations = memory.allocation_count();
    for (std::size_t size = 1; size <= 10000; ++size) StagedGrowth<int>(memory, buffer, size).commit(size);
    EXPECT_LT(memory.allocation_count() - allocations, 40u);
}

}  // namespace
}  // namespace defcol::testing
