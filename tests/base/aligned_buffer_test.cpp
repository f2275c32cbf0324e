// SPDX-License-Identifier: MIT
#include "base/aligned_buffer.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <type_traits>
#include <vector>

#include "base/memory.hpp"

namespace defcol {
namespace {

struct Odd {
    char bytes[7];
};

template <class T>
class BufferOf : public testing::Test {};
using ElementTypes = testing::Types<uint8_t, Odd, float, uint64_t>;
TYPED_TEST_SUITE(BufferOf, ElementTypes);

// The block is reported by its size: what lies between the last element and its end is the slack.
struct LastBlock final : std::pmr::memory_resource {
    char* begin = nullptr;
    std::size_t size = 0;
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
        size = bytes;
        begin = static_cast<char*>(std::pmr::new_delete_resource()->allocate(bytes, alignment));
        return begin;
    }
    void do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) override {
        std::pmr::new_delete_resource()->deallocate(pointer, bytes, alignment);
    }
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
        return this == &other;
    }
};

TYPED_TEST(BufferOf, AlwaysHasReadableSlackAndAlignment) {
    LastBlock block;
    Buffer<TypeParam> buffer(block);
    for (std::size_t count = 1; count < 300; ++count) {
        if (count % 3 == 0) {
            buffer.reserve(count);
            buffer.resize_uninitialized(count);
        } else {
            buffer.resize_uninitialized(count - 1);
            buffer.push_back(TypeParam{});
        }
        ASSERT_EQ(buffer.size(), count);
        ASSERT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % 64, 0u);
        const char* last = reinterpret_cast<const char*>(buffer.data() + buffer.capacity());
        ASSERT_LE(last + 64, block.begin + block.size) << "count " << count;
    }
}

TEST(Buffer, KeepsItsElementsWhenItGrows) {
    Memory memory;
    Buffer<uint32_t> buffer(memory);
    EXPECT_TRUE(buffer.empty());
    EXPECT_EQ(buffer.data(), nullptr);
    for (uint32_t i = 0; i < 10000; ++i) buffer.push_back(i);
    buffer.resize_uninitialized(20000);
    buffer.reserve(50000);
    EXPECT_GE(buffer.capacity(), 50000u);
    for (uint32_t i = 0; i < 10000; ++i) ASSERT_EQ(buffer[i], i);
    EXPECT_EQ(buffer.span().size(), 20000u);
    buffer.release();
    EXPECT_EQ(memory.current_bytes(), 0u);
}

TEST(Buffer, PushingOneOfItsOwnElementsIsSafe) {
    Memory memory;
    Buffer<uint64_t> buffer(memory);
    buffer.push_back(77);
    while (buffer.size() < buffer.capacity()) buffer.push_back(1);
    buffer.push_back(buffer[0]);
    EXPECT_EQ(buffer.back(), 77u);
}

TEST(Buffer, GrowsByAFactorAndAllocatesNothingWhenWarm) {
    Memory memory;
    Buffer<uint32_t> buffer(memory);
    for (uint32_t i = 0; i < 100000; ++i) buffer.push_back(i);
    EXPECT_LT(memory.allocation_count(), 40u);
    const uint64_t before = memory.allocation_count();
    for (int frame = 0; frame < 10; ++frame) {
        buffer.clear();
        for (uint32_t i = 0; i < 100000; ++i) buffer.push_back(i);
        buffer.resize_uninitialized(100);
    }
    EXPECT_EQ(memory.allocation_count(), before);
}

TEST(Buffer, AFailedGrowthChangesNothing) {
    Memory memory({}, 4096);
    Buffer<uint32_t> buffer(memory);
    buffer.resize(100, 5);
    const uint32_t* data = buffer.data();
    const std::vector<uint32_t> more(5000, 1);
    EXPECT_THROW(buffer.reserve(5000), std::bad_alloc);
    EXPECT_THROW(buffer.resize_uninitialized(5000), std::bad_alloc);
    EXPECT_THROW(buffer.append(more), std::bad_alloc);
    EXPECT_THROW(buffer.assign(5000, 9), std::bad_alloc);
    EXPECT_THROW(buffer.reserve(SIZE_MAX), std::bad_alloc);
    EXPECT_THROW(buffer.resize_uninitialized(SIZE_MAX / 4), std::bad_alloc);
    EXPECT_EQ(buffer.data(), data);
    EXPECT_EQ(buffer.size(), 100u);
    EXPECT_EQ(std::accumulate(buffer.begin(), buffer.end(), 0u), 500u);
}

TEST(Buffer, MovesItsBlockWithItsMemory) {
    Memory first;
    Memory second;
    Buffer<int> a(first);
    Buffer<int> b(second);
    a.assign(10, 1);
    b.assign(20, 2);
    a = std::move(b);
    EXPECT_EQ(first.current_bytes(), 0u);
    EXPECT_EQ(a.size(), 20u);
    EXPECT_TRUE(b.empty());
    Buffer<int> c(std::move(a));
    EXPECT_EQ(c[19], 2);
    EXPECT_FALSE(std::is_copy_constructible_v<Buffer<int>>);
    EXPECT_TRUE(std::is_nothrow_move_constructible_v<Buffer<int>>);
}

TEST(Buffer, FillsOnlyWhatIsAddedWhenResizedWithAValue) {
    Memory memory;
    Buffer<int> buffer(memory);
    buffer.resize(3, 1);
    buffer.resize(5, 2);
    const int more[] = {7, 8};
    buffer.append(more);
    EXPECT_EQ(std::vector<int>(buffer.begin(), buffer.end()), (std::vector<int>{1, 1, 1, 2, 2, 7, 8}));
    buffer.resize(1, 9);
    buffer.append({});
    EXPECT_EQ(buffer.size(), 1u);
    buffer.pop_back();
    EXPECT_TRUE(buffer.empty());
}

}  // namespace
}  // namespace defcol
