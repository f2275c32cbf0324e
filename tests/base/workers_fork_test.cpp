// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/handle_table.hpp"
#include "base/sanitized.hpp"
#include "base/worker_modes.hpp"
#include "base/workers.hpp"

// Workers in processes that were forked, or that may have few threads.
namespace defcol {
namespace {

using test::Mode;

class ForkedWorkers : public testing::TestWithParam<Mode> {};

INSTANTIATE_TEST_SUITE_P(Modes, ForkedWorkers, testing::ValuesIn(test::modes),
                         [](const auto& mode) { return mode.param.name; });

// Returns whether the child ended by _exit(0).
template <class InChild>
bool child_succeeds(InChild&& in_child) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(20);  // a child that hangs is a failure, not a stuck test
        _exit(in_child() ? 0 : 1);
    }
    int result = 0;
    return child > 0 && waitpid(child, &result, 0) == child && WIFEXITED(result) && WEXITSTATUS(result) == 0;
}

TEST_P(ForkedWorkers, WorkSeriallyInAForkedChildAndDieQuietlyThere) {
    auto* workers = new Workers(GetParam().worker_count, GetParam().hook);
    workers->run(100, [](uint32_t, uint32_t) {});
    EXPECT_TRUE(child_succeeds([&] {
        std::vector<uint32_t> runs(100, 0);
        workers->run(100, [&](uint32_t task, uint32_t slot) { runs[task] += 1 + slot; });
        const bool has_pool = workers->pool_thread_count() != 0;
        delete workers;
        return runs == std::vector<uint32_t>(100, 1) && !has_pool;
    }));
    std::atomic<uint32_t> total{0};
    workers->run(100, [&](uint32_t, uint32_t) { ++total; });
    EXPECT_EQ(total.load(), 100u) << "the parent goes on";
    delete workers;
}

// The fork happens while the pool is busy for another thread, which does not exist in the child.
TEST(Workers, AForkInTheMiddleOfARunLeavesAUsableChild) {
    Workers workers(2);
    std::atomic<bool> inside{false};
    std::atomic<bool> finish{false};
    std::thread caller([&] {
        workers.run(2, [&](uint32_t, uint32_t) {
            inside = true;
            while (!finish.load()) std::this_thread::yield();
        });
    });
    while (!inside.load()) std::this_thread::yield();
    EXPECT_TRUE(child_succeeds([&] {
        uint32_t total = 0;
        workers.run(10, [&](uint32_t, uint32_t) { ++total; });
        return total == 10;
    }));
    finish = true;
    caller.join();
}

TEST(ForkGeneration, RisesInEachChildAndStaysInTheParent) {
    const uint32_t before = fork_generation();
    EXPECT_TRUE(child_succeeds([&] {
        return fork_generation() == before + 1 &&
               child_succeeds([&] { return fork_generation() == before + 2; });
    }));
    EXPECT_EQ(fork_generation(), before);
}

TEST(Workers, DoWithoutTheThreadsThatTheSystemRefuses) {
    if (sanitized) GTEST_SKIP() << "a sanitizer needs the address space that this test takes away";
    EXPECT_TRUE(child_succeeds([] {
        // No address space for more stacks than the C library has kept from threads that ended;
        // what is mapped stays usable.
        rlimit little{};
        little.rlim_cur = little.rlim_max = 64u << 10;
        if (setrlimit(RLIMIT_AS, &little) != 0) return false;
        Workers workers(Workers::max_worker_count);
        std::atomic<uint32_t> total{0};
        workers.run(1000, [&](uint32_t, uint32_t) { ++total; });
        return total.load() == 1000 && workers.pool_thread_count() < Workers::max_worker_count - 1;
    }));
}

}  // namespace
}  // namespace defcol
