// SPDX-License-Identifier: MIT
#include "base/memory.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory_resource>
#include <new>
#include <thread>
#include <vector>

#include "base/entry.hpp"
#include "base/sanitized.hpp"

namespace defcol {
namespace {

// A host allocator that counts, checks what it gets back, and can run dry or throw.
struct CountingHost {
    uint64_t allocations = 0;
    uint64_t releases = 0;
    uint64_t bytes = 0;
    bool dry = false;
    bool throws = false;
    bool saw_hook_mark = true;

    static void* allocate(void* user, std::size_t size, std::size_t alignment) {
        auto& host = *static_cast<CountingHost*>(user);
        host.saw_hook_mark &= inside_hook();
        if (host.throws) throw 42;
        if (host.dry) return nullptr;
        ++host.allocations;
        host.bytes += size;
        return ::operator new(size, std::align_val_t(alignment));
    }
    static void release(void* user, void* pointer, std::size_t size, std::size_t alignment) {
        auto& host = *static_cast<CountingHost*>(user);
        host.saw_hook_mark &= inside_hook();
        ++host.releases;
        host.bytes -= size;
        ::operator delete(pointer, std::align_val_t(alignment));
        if (host.throws) throw 42;
    }
    AllocatorHooks hooks() { return {allocate, release, this}; }
};

TEST(Memory, CountsCurrentPeakAndAllocations) {
    Memory memory;
    void* first = memory.allocate(100, 8);
    void* second = memory.allocate(50, 64);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(second) % 64, 0u);
    EXPECT_EQ(memory.current_bytes(), 150u);
    memory.deallocate(first, 100, 8);
    EXPECT_EQ(memory.current_bytes(), 50u);
    EXPECT_EQ(memory.peak_bytes(), 150u);
    memory.deallocate(second, 50, 64);
    EXPECT_EQ(memory.current_bytes(), 0u);
    EXPECT_EQ(memory.allocation_count(), 2u);
}

TEST(Memory, PassesEveryBlockThroughTheHooksAndMarksTheThread) {
    CountingHost host;
    Memory memory(host.hooks());
    {
        std::pmr::vector<int> values(&memory);
        for (int i = 0; i < 1000; ++i) values.push_back(i);
        EXPECT_EQ(host.bytes, memory.current_bytes());
    }
    EXPECT_GT(host.allocations, 1u);
    EXPECT_EQ(host.allocations, host.releases);
    EXPECT_EQ(host.allocations, memory.allocation_count());
    EXPECT_EQ(host.bytes, 0u);
    EXPECT_TRUE(host.saw_hook_mark);
    EXPECT_FALSE(inside_hook());
}

TEST(Memory, ADryOrThrowingHookIsBadAllocAndChangesNothing) {
    CountingHost host;
    Memory memory(host.hooks(), 1000);
    host.dry = true;
    EXPECT_THROW(static_cast<void>(memory.allocate(600, 8)), std::bad_alloc);
    host.dry = false;
    host.throws = true;
    EXPECT_THROW(static_cast<void>(memory.allocate(600, 8)), std::bad_alloc);
    EXPECT_FALSE(inside_hook());
    host.throws = false;
    EXPECT_EQ(memory.current_bytes(), 0u);
    EXPECT_EQ(memory.peak_bytes(), 0u);
    EXPECT_EQ(memory.allocation_count(), 0u);
    void* block = memory.allocate(600, 8);
    host.throws = true;
    memory.deallocate(block, 600, 8);
    EXPECT_EQ(memory.current_bytes(), 0u);
}

TEST(Memory, AllocatingNothingStillGivesABlock) {
    CountingHost host;
    Memory memory(host.hooks());
    void* block = memory.allocate(0, 1);
    EXPECT_NE(block, nullptr);
    memory.deallocate(block, 0, 1);
    EXPECT_EQ(host.bytes, 0u);
    EXPECT_EQ(memory.current_bytes(), 0u);
}

TEST(Memory, RefusesWhatWouldPassTheCapAndServesAgainAfterARelease) {
    Memory memory({}, 1000);
    void* block = memory.allocate(1000, 8);
    EXPECT_THROW(static_cast<void>(memory.allocate(1, 1)), std::bad_alloc);
    EXPECT_THROW(static_cast<void>(memory.allocate(SIZE_MAX, 1)), std::bad_alloc);
    memory.deallocate(block, 1000, 8);
    block = memory.allocate(999, 8);
    memory.deallocate(block, 999, 8);
    EXPECT_EQ(memory.peak_bytes(), 1000u);
}

TEST(Memory, ARequestBeyondAllMemoryIsBadAlloc) {
    if (sanitized) GTEST_SKIP() << "a sanitizer ends the process at such a request";
    Memory memory;
    EXPECT_THROW(static_cast<void>(memory.allocate(SIZE_MAX / 2, 64)), std::bad_alloc);
    EXPECT_EQ(memory.current_bytes(), 0u);
}

// The host sees every byte that is out at one moment; were the cap checked after allocating, or
// without taking the bytes first, it would see more than the cap.
TEST(Memory, SeveralThreadsNeverPassTheCapTogether) {
    struct Host {
        std::atomic<int64_t> bytes{0};
        std::atomic<int64_t> most{0};
        static void* allocate(void* user, std::size_t size, std::size_t) {
            auto& host = *static_cast<Host*>(user);
            const int64_t now = host.bytes.fetch_add(static_cast<int64_t>(size)) + static_cast<int64_t>(size);
            int64_t most = host.most.load();
            while (now > most && !host.most.compare_exchange_weak(most, now)) {
            }
            std::this_thread::yield();
            return std::malloc(size);
        }
        static void release(void* user, void* pointer, std::size_t size, std::size_t) {
            static_cast<Host*>(user)->bytes.fetch_sub(static_cast<int64_t>(size));
            std::free(pointer);
        }
    } host;
    constexpr int64_t cap = 1000;
    Memory memory({Host::allocate, Host::release, &host}, cap);
    std::atomic<uint64_t> served{0};
    std::atomic<uint64_t> refused{0};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            const std::size_t size = 300 + 10 * t;
            for (int i = 0; i < 2000; ++i) {
                try {
                    void* block = memory.allocate(size, 8);
                    ++served;
                    std::this_thread::yield();
                    memory.deallocate(block, size, 8);
                } catch (const std::bad_alloc&) {
                    ++refused;
                }
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_LE(host.most.load(), cap);
    EXPECT_LE(memory.peak_bytes(), uint64_t{cap});
    EXPECT_EQ(memory.current_bytes(), 0u);
    EXPECT_EQ(served + refused, 8000u);
    EXPECT_EQ(memory.allocation_count(), served.load());
}

struct Shape {
    virtual ~Shape() = default;
    int64_t padding = 0;
};
struct Named {
    virtual ~Named() = default;
    int64_t name = 0;
};
struct Square : Shape, Named {
    explicit Square(int* count, bool fails = false) : count_(count) {
        if (fails) throw std::bad_alloc();
        ++*count_;
    }
    ~Square() override { --*count_; }
    int* count_;
};

TEST(MakeOwned, DestroysThroughABaseThatIsNotTheFirst) {
    Memory memory;
    int count = 0;
    {
        Owned<Named> named = make_owned<Square>(memory, &count);
        EXPECT_EQ(count, 1);
        EXPECT_EQ(memory.current_bytes(), sizeof(Square));
        Owned<Named> moved = std::move(named);
        EXPECT_EQ(count, 1);
    }
    EXPECT_EQ(count, 0);
    EXPECT_EQ(memory.current_bytes(), 0u);
}

TEST(MakeOwned, GivesTheBlockBackWhenTheConstructorThrows) {
    Memory memory;
    int count = 0;
    EXPECT_THROW(make_owned<Square>(memory, &count, true), std::bad_alloc);
    EXPECT_EQ(memory.current_bytes(), 0u);
    EXPECT_EQ(memory.allocation_count(), 1u);
}

}  // namespace
}  // namespace defcol
