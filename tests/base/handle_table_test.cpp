// SPDX-License-Identifier: MIT
#include "base/handle_table.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {
namespace {

struct Thing : HandleObject {
    explicit Thing(HandleType type, HandleObject* owner = nullptr) : HandleObject(type, owner) {}
};

struct Table : HandleTable {
    using HandleTable::HandleTable;
    ~Table() { release_memory(); }
};

template <class Call>
void expect_error(int32_t wanted_status, const char* wanted_text, Call&& call) {
    try {
        call();
        ADD_FAILURE() << "nothing was thrown, expected: " << wanted_text;
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), wanted_status);
        EXPECT_NE(std::string(error.message()).find(wanted_text), std::string::npos) << error.message();
    }
}

TEST(HandleTable, GivesHandlesThatLeadBackToTheirObjects) {
    Table table;
    Thing context(HandleType::context);
    Thing mesh(HandleType::mesh, &context);
    const uint64_t context_handle = table.insert(context);
    const uint64_t mesh_handle = table.insert(mesh);
    EXPECT_NE(context_handle, 0u);
    EXPECT_NE(context_handle, mesh_handle);
    EXPECT_EQ(mesh.handle(), mesh_handle);
    EXPECT_EQ(mesh_handle >> 56, 2u) << "the type lives in the top byte";
    HandlePin pin = table.acquire(mesh_handle, HandleType::mesh, Access::shared);
    EXPECT_EQ(&pin.as<Thing>(), &mesh);
    EXPECT_EQ(table.live_count(), 2u);
    pin.release();
    table.remove_with_children(context_handle, HandleType::context);
    EXPECT_EQ(table.live_count(), 0u);
}

TEST(HandleTable, NamesWhatIsWrongWithAHandle) {
    Table table;
    Thing context(HandleType::context);
    Thing other(HandleType::context);
    Thing mesh(HandleType::mesh, &context);
    const uint64_t context_handle = table.insert(context);
    const uint64_t other_handle = table.insert(other);
    const uint64_t mesh_handle = table.insert(mesh);
    const auto acquire = [&](uint64_t handle, HandleType type, const HandleObject* owner = nullptr) {
        return [&table, handle, type, owner] { table.acquire(handle, type, Access::shared, owner); };
    };
    expect_error(status::bad_handle, "none", acquire(0, HandleType::mesh));
    expect_error(status::bad_handle, "of type context, a mesh", acquire(context_handle, HandleType::mesh));
    expect_error(status::bad_handle, "of type unknown", acquire(~uint64_t{0}, HandleType::mesh));
    expect_error(status::bad_handle, "of type none", acquire(5, HandleType::mesh));
    expect_error(status::bad_handle, "never given out", acquire(mesh_handle + 1000, HandleType::mesh));
    expect_error(status::bad_handle, "never given out",
                 acquire(mesh_handle + (uint64_t{1} << 32), HandleType::mesh));
    expect_error(status::bad_handle, "never given out",
                 acquire(mesh_handle - (uint64_t{1} << 32), HandleType::mesh));
    // The mesh's type with the context's slot and generation: forged, and not what is in the slot.
    const uint64_t forged = (mesh_handle >> 56 << 56) | (context_handle << 8 >> 8);
    expect_error(status::bad_handle, "never given out", acquire(forged, HandleType::mesh));
    expect_error(status::bad_handle, "another context", acquire(mesh_handle, HandleType::mesh, &other));
    EXPECT_TRUE(table.acquire(mesh_handle, HandleType::mesh, Access::shared, &context));
    table.remove(table.acquire(mesh_handle, HandleType::mesh, Access::exclusive));
    expect_error(status::bad_handle, "stale", acquire(mesh_handle, HandleType::mesh));
    expect_error(status::bad_handle, "stale",
                 [&] { table.remove_with_children(mesh_handle, HandleType::mesh); });
    table.remove_with_children(context_handle, HandleType::context);
    table.remove_with_children(other_handle, HandleType::context);
}

TEST(HandleTable, AStaleHandleStaysStaleWhenItsSlotIsReused) {
    Table table;
    std::set<uint64_t> seen;
    for (int i = 0; i < 1000; ++i) {
        Thing mesh(HandleType::mesh);
        const uint64_t handle = table.insert(mesh);
        EXPECT_EQ(static_cast<uint32_t>(handle), 0u) << "the slot should be reused";
        EXPECT_TRUE(seen.insert(handle).second);
        table.remove(table.acquire(handle, HandleType::mesh, Access::exclusive));
        EXPECT_EQ(mesh.handle(), 0u);
    }
    for (const uint64_t handle : seen) {
        expect_error(status::bad_handle, "stale",
                     [&] { table.acquire(handle, HandleType::mesh, Access::shared); });
    }
}

TEST(HandleTable, RetiresASlotBeforeItsGenerationWraps) {
    Table table(3);  // generations 1 to 7
    std::set<uint64_t> seen;
    std::set<uint32_t> slots;
    for (int i = 0; i < 100; ++i) {
        Thing mesh(HandleType::mesh);
        const uint64_t handle = table.insert(mesh);
        EXPECT_TRUE(seen.insert(handle).second) << "handle given out twice at " << i;
        slots.insert(static_cast<uint32_t>(handle));
        table.remove(table.acquire(handle, HandleType::mesh, Access::exclusive));
    }
    EXPECT_EQ(slots.size(), 15u) << "100 objects at 7 generations a slot";
    for (const uint64_t handle : seen) {
        expect_error(status::bad_handle, "stale",
                     [&] { table.acquire(handle, HandleType::mesh, Access::shared); });
    }
}

TEST(HandleTable, GrowsAndKeepsEveryHandle) {
    Table table;
    std::vector<std::unique_ptr<Thing>> things;
    for (int i = 0; i < 5000; ++i) {
        things.push_back(std::make_unique<Thing>(HandleType::detector));
        table.insert(*things.back());
    }
    for (const auto& thing : things) {
        const HandlePin pin = table.acquire(thing->handle(), HandleType::detector, Access::exclusive);
        EXPECT_EQ(&pin.object(), thing.get());
    }
    for (const auto& thing : things) table.withdraw(*thing);
    EXPECT_EQ(table.live_count(), 0u);
}

TEST(HandleTable, SharedPinsGoTogetherAndAnExclusiveOneAlone) {
    Table table;
    Thing mesh(HandleType::mesh);
    const uint64_t handle = table.insert(mesh);
    const auto acquire = [&](Access access) { return table.acquire(handle, HandleType::mesh, access); };
    {
        const HandlePin first = acquire(Access::shared);
        const HandlePin second = table.pin(mesh, Access::shared);
        expect_error(status::busy, "mesh", [&] { acquire(Access::exclusive); });
        expect_error(status::busy, "mesh", [&] { table.remove_with_children(handle, HandleType::mesh); });
    }
    {
        HandlePin alone = acquire(Access::exclusive);
        expect_error(status::busy, "mesh", [&] { acquire(Access::shared); });
        expect_error(status::busy, "mesh", [&] { acquire(Access::exclusive); });
        expect_error(status::busy, "mesh", [&] { table.pin(mesh, Access::shared); });
        HandlePin moved = std::move(alone);
        EXPECT_FALSE(alone);
        EXPECT_EQ(moved.access(), Access::exclusive);
        expect_error(status::busy, "mesh", [&] { acquire(Access::shared); });
        moved = HandlePin();
        EXPECT_TRUE(acquire(Access::shared));
    }
    EXPECT_TRUE(acquire(Access::exclusive));
    table.withdraw(mesh);
    table.withdraw(mesh);
    EXPECT_EQ(table.live_count(), 0u);
}

TEST(HandleTable, RemovesAContextWithItsChildrenOrNothing) {
    Table table;
    Thing context(HandleType::context);
    const uint64_t handle = table.insert(context);
    std::vector<std::unique_ptr<Thing>> children;
    for (int i = 0; i < 10; ++i) {
        children.push_back(
            std::make_unique<Thing>(i % 2 == 0 ? HandleType::mesh : HandleType::detector, &context));
        table.insert(*children.back());
    }
    // First, middle and last of the list of children leave it.
    for (const std::size_t gone : {9u, 4u, 0u}) table.withdraw(*children[gone]);
    {
        const HandlePin pin = table.pin(*children[3], Access::shared);
        expect_error(status::busy, "detector",
                     [&] { table.remove_with_children(handle, HandleType::context); });
        EXPECT_EQ(table.live_count(), 8u);
        EXPECT_TRUE(table.acquire(children[5]->handle(), HandleType::detector, Access::exclusive));
    }
    {
        const HandlePin pin = table.pin(context, Access::shared);
        expect_error(status::busy, "context",
                     [&] { table.remove_with_children(handle, HandleType::context); });
    }
    const uint64_t mesh_handle = children[2]->handle();
    EXPECT_EQ(&table.remove_with_children(handle, HandleType::context), &context);
    EXPECT_EQ(table.live_count(), 0u);
    expect_error(status::bad_handle, "stale",
                 [&] { table.acquire(mesh_handle, HandleType::mesh, Access::shared); });
}

TEST(HandleTable, ManyThreadsNeverHoldConflictingPins) {
    Table table;
    Thing mesh(HandleType::mesh);
    const uint64_t handle = table.insert(mesh);
    int guarded = 0;  // plain on purpose: a sanitizer sees any conflict
    std::atomic<int> changes{0};
    std::atomic<int> busy{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 5000; ++i) {
                try {
                    if ((i + t) % 4 == 0) {
                        const HandlePin pin = table.acquire(handle, HandleType::mesh, Access::exclusive);
                        ++guarded;
                        ++changes;
                    } else {
                        const HandlePin pin = table.acquire(handle, HandleType::mesh, Access::shared);
                        if (guarded < 0) ADD_FAILURE();
                    }
                } catch (const Error& error) {
                    if (error.status() != status::busy) ADD_FAILURE() << error.message();
                    ++busy;
                }
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(guarded, changes.load());
    EXPECT_GT(guarded, 0);
    EXPECT_TRUE(table.acquire(handle, HandleType::mesh, Access::exclusive)) << "every pin was given back";
    table.withdraw(mesh);
}

TEST(HandleTable, ThreadsMayCreateAndDestroyAtOnce) {
    Table table;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 500; ++i) {
                Thing context(HandleType::context);
                const uint64_t handle = table.insert(context);
                Thing mesh(HandleType::mesh, &context);
                table.insert(mesh);
                if (&table.remove_with_children(handle, HandleType::context) != &context) ADD_FAILURE();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(table.live_count(), 0u);
}

// Two threads destroy the same handle: exactly one succeeds, the other learns that it is stale.
TEST(HandleTable, OnlyOneOfTwoDestroyersWins) {
    Table table;
    for (int round = 0; round < 200; ++round) {
        Thing mesh(HandleType::mesh);
        const uint64_t handle = table.insert(mesh);
        std::atomic<int> wins{0};
        const auto destroy = [&] {
            try {
                table.remove_with_children(handle, HandleType::mesh);
                ++wins;
            } catch (const Error& error) {
                if (error.status() != status::bad_handle) ADD_FAILURE() << error.message();
            }
        };
        std::thread other(destroy);
        destroy();
        other.join();
        ASSERT_EQ(wins.load(), 1);
    }
}

// fork() while another thread keeps taking the table's mutex: without the handlers the child would
// sooner or later inherit it locked and hang (the alarm ends it then).
TEST(HandleTable, AForkedChildCanUseTheTable) {
    Thing mesh(HandleType::mesh);
    HandleTable& table = handle_table();
    const uint64_t handle = table.insert(mesh);
    std::atomic<bool> stop{false};
    std::thread other([&] {
        while (!stop.load(std::memory_order_relaxed)) {
            const HandlePin pin = table.acquire(handle, HandleType::mesh, Access::shared);
        }
    });
    int succeeded = 0;
    constexpr int forks = 50;
    for (int i = 0; i < forks; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(20);
            Thing another(HandleType::detector);
            const uint64_t other_handle = table.insert(another);
            const bool works =
                other_handle != 0 &&
                static_cast<bool>(table.acquire(other_handle, HandleType::detector, Access::exclusive));
            _exit(works ? 0 : 1);
        }
        ASSERT_GT(child, 0);
        int result = 0;
        ASSERT_EQ(waitpid(child, &result, 0), child);
        succeeded += WIFEXITED(result) && WEXITSTATUS(result) == 0;
    }
    stop = true;
    other.join();
    table.withdraw(mesh);
    EXPECT_EQ(succeeded, forks);
}

}  // namespace
}  // namespace defcol
