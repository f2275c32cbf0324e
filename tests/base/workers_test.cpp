// SPDX-License-Identifier: MIT
#include "base/workers.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cfenv>
#include <new>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "base/entry.hpp"
#include "base/fp_environment.hpp"
#include "base/memory.hpp"
#include "base/status.hpp"
#include "base/worker_modes.hpp"

namespace defcol {
namespace {

using test::Mode;
using test::run_serially;
using test::TaskCall;

class WorkersInMode : public testing::TestWithParam<Mode> {};

INSTANTIATE_TEST_SUITE_P(Modes, WorkersInMode, testing::ValuesIn(test::modes),
                         [](const auto& mode) { return mode.param.name; });

TEST_P(WorkersInMode, RunEachTaskOnce) {
    Workers workers(GetParam().worker_count, GetParam().hook);
    for (const uint32_t count : {0u, 1u, 2u, 3u, 7u, 100u, 2000u}) {
        std::vector<uint32_t> runs(count, 0);  // plain on purpose: each task owns one element
        workers.run(count, [&](uint32_t task, uint32_t) { ++runs[task]; });
        EXPECT_EQ(runs, std::vector<uint32_t>(count, 1)) << count;
    }
}

TEST_P(WorkersInMode, NeverShareASlotAtOneMoment) {
    Workers workers(GetParam().worker_count, GetParam().hook);
    std::vector<uint64_t> sums(workers.worker_count(), 0);  // plain on purpose
    std::vector<std::atomic<int>> inside(workers.worker_count());
    std::atomic<bool> shared{false};
    for (int round = 0; round < 50; ++round) {
        workers.run(64, [&](uint32_t task, uint32_t slot) {
            if (slot >= workers.worker_count()) {
                shared = true;
                return;
            }
            if (inside[slot].fetch_add(1) != 0) shared = true;
            sums[slot] += task;
            if (task % 16 == 0) std::this_thread::yield();
            inside[slot].fetch_sub(1);
        });
    }
    EXPECT_FALSE(shared);
    EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), uint64_t{0}), 50u * (63 * 64 / 2));
}

TEST_P(WorkersInMode, RethrowTheErrorOfTheLowestTask) {
    Workers workers(GetParam().worker_count, GetParam().hook);
    for (int round = 0; round < 50; ++round) {
        std::vector<uint8_t> ran(200, 0);
        try {
            workers.run(200, [&](uint32_t task, uint32_t) {
                ran[task] = 1;
                if (task % 7 == 5) throw Error(status::non_finite, "task %u", task);
                if (task > 100) throw std::bad_alloc();
            });
            FAIL() << "nothing was thrown";
        } catch (const Error& error) {
            ASSERT_EQ(error.status(), status::non_finite);
            ASSERT_STREQ(error.message(), "task 5");
        }
        for (int task = 0; task <= 5; ++task) ASSERT_EQ(ran[static_cast<size_t>(task)], 1);
    }
    EXPECT_THROW(workers.run(10, [](uint32_t, uint32_t) { throw std::bad_alloc(); }), std::bad_alloc);
    uint32_t later = 0;
    workers.run(1, [&](uint32_t, uint32_t) { ++later; });
    std::atomic<uint32_t> after{0};
    workers.run(100, [&](uint32_t, uint32_t) { ++after; });
    EXPECT_EQ(later + after, 101u) << "a failed run must leave the workers usable";
}

TEST_P(WorkersInMode, RunTasksInTheDefaultFloatingPointMode) {
    Workers workers(GetParam().worker_count, GetParam().hook);
    std::atomic<int> wrong{0};
    std::fesetround(FE_UPWARD);  // threads inherit it from the one that starts them
    {
        FloatingPointScope entry;
        workers.run(100, [&](uint32_t, uint32_t) {
            volatile double one = 1.0;
            volatile double three = 3.0;
            if (one / three != 0x1.5555555555555p-2) ++wrong;
        });
    }
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(wrong.load(), 0);
    EXPECT_EQ(after, FE_UPWARD);
}

TEST_P(WorkersInMode, ANestedRunIsSerialAndComplete) {
    Workers workers(GetParam().worker_count, GetParam().hook);
    std::atomic<uint32_t> inner_tasks{0};
    workers.run(8, [&](uint32_t, uint32_t) { workers.run(10, [&](uint32_t, uint32_t) { ++inner_tasks; }); });
    EXPECT_EQ(inner_tasks.load(), 80u);
}

TEST_P(WorkersInMode, ServeSeveralCallersAtOnce) {
    Workers workers(GetParam().worker_count, GetParam().hook);
    std::vector<std::thread> callers;
    std::atomic<int> wrong{0};
    for (int c = 0; c < 3; ++c) {
        callers.emplace_back([&] {
            for (int round = 0; round < 50; ++round) {
                std::vector<uint32_t> runs(50, 0);
                workers.run(50, [&](uint32_t task, uint32_t) { ++runs[task]; });
                for (const uint32_t count : runs) wrong += count != 1;
            }
        });
    }
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(wrong.load(), 0);
}

TEST_P(WorkersInMode, RangesCoverEverythingOnceAndDoNotDependOnTheWorkers) {
    Workers workers(GetParam().worker_count, GetParam().hook);
    for (const uint64_t count : {0u, 1u, 9u, 10u, 11u, 1000u}) {
        std::vector<uint8_t> touched(count, 0);
        std::atomic<int> wrong{0};
        parallel_ranges(workers, count, 10, [&](uint64_t begin, uint64_t end, uint32_t slot) {
            if (begin % 10 != 0 || end > count || (end - begin != 10 && end != count)) ++wrong;
            if (slot >= workers.worker_count()) ++wrong;
            for (uint64_t i = begin; i < end; ++i) ++touched[i];
        });
        EXPECT_EQ(touched, std::vector<uint8_t>(count, 1));
        EXPECT_EQ(wrong.load(), 0);
    }
}

TEST(ParallelRanges, WidenTheGrainRatherThanOverflowTheTaskCount) {
    Workers workers(1);
    uint64_t covered = 0;
    uint64_t next = 0;
    uint64_t calls = 0;
    struct Enough {};
    try {
        parallel_ranges(workers, UINT64_MAX, 0, [&](uint64_t begin, uint64_t end, uint32_t) {
            EXPECT_EQ(begin, next);
            next = end;
            covered += end - begin;
            if (++calls == 10) throw Enough();
        });
    } catch (const Enough&) {
    }
    EXPECT_EQ(calls, 10u);
    EXPECT_GE(covered / 10, UINT64_MAX / UINT32_MAX);
}

TEST(Workers, ClampTheirNumber) {
    EXPECT_EQ(Workers(0).worker_count(), 1u);
    EXPECT_EQ(Workers(1).worker_count(), 1u);
    EXPECT_EQ(Workers(100000).worker_count(), Workers::max_worker_count);
}

TEST(Workers, StartNoThreadBeforeTheFirstRunThatNeedsIt) {
    Workers workers(3);
    workers.run(1, [](uint32_t, uint32_t) {});
    EXPECT_EQ(workers.pool_thread_count(), 0u);
    workers.run(2, [](uint32_t, uint32_t) {});
    EXPECT_EQ(workers.pool_thread_count(), 2u);
    Workers hosted(3, {run_serially, nullptr});
    hosted.run(100, [](uint32_t, uint32_t) {});
    EXPECT_EQ(hosted.pool_thread_count(), 0u);
}

TEST(Workers, PoolThreadsTakePart) {
    Workers workers(2);
    std::atomic<uint32_t> met{0};
    const std::thread::id caller = std::this_thread::get_id();
    std::atomic<bool> other_thread{false};
    // Both tasks wait for each other, so this ends only if two threads run them at once.
    workers.run(2, [&](uint32_t, uint32_t) {
        ++met;
        while (met.load() < 2) std::this_thread::yield();
        if (std::this_thread::get_id() != caller) other_thread = true;
    });
    EXPECT_TRUE(other_thread);
}

TEST(Workers, PoolThreadsBlockEverySignal) {
    Workers workers(2);
    std::atomic<uint32_t> met{0};
    const std::thread::id caller = std::this_thread::get_id();
    std::atomic<int> open_signals{-1};
    workers.run(2, [&](uint32_t, uint32_t) {
        ++met;
        while (met.load() < 2) std::this_thread::yield();
        if (std::this_thread::get_id() == caller) return;
        sigset_t mask;
        pthread_sigmask(SIG_SETMASK, nullptr, &mask);
        int open = 0;
        for (const int signal : {SIGINT, SIGTERM, SIGALRM, SIGUSR1, SIGCHLD, SIGPROF, SIGRTMIN}) {
            open += sigismember(&mask, signal) != 1;
        }
        open_signals = open;
    });
    EXPECT_EQ(open_signals.load(), 0);
    sigset_t mine;
    pthread_sigmask(SIG_SETMASK, nullptr, &mine);
    EXPECT_EQ(sigismember(&mine, SIGINT), 0) << "the caller's own mask is as before";
}

TEST(Workers, WakeAgainAfterSleeping) {
    Workers workers(3);
    uint32_t total = 0;
    for (int round = 0; round < 20; ++round) {
        std::vector<uint32_t> runs(10, 0);
        workers.run(10, [&](uint32_t task, uint32_t) { ++runs[task]; });
        total += std::accumulate(runs.begin(), runs.end(), 0u);
        usleep(300);  // longer than a worker spins
    }
    EXPECT_EQ(total, 200u);
}

TEST(Workers, AWakeWithNothingToDoChangesNothing) {
    Workers workers(3);
    workers.wake();
    EXPECT_EQ(workers.pool_thread_count(), 0U) << "a wake starts no threads";
    for (int round = 0; round < 20; ++round) {
        std::atomic<uint32_t> calls{0};
        workers.run(64, [&](uint32_t, uint32_t) { ++calls; });
        EXPECT_EQ(calls, 64U);
        std::this_thread::sleep_for(std::chrono::microseconds(round % 2 == 0 ? 500 : 5));
        workers.wake();
        if (round % 3 == 0) workers.wake();
    }
}

TEST(Workers, CanBeMadeAndDestroyedAgainAndAgain) {
    std::atomic<uint32_t> total{0};
    for (int round = 0; round < 200; ++round) {
        Workers workers(3);
        workers.run(5, [&](uint32_t, uint32_t) { ++total; });
    }
    EXPECT_EQ(total.load(), 1000u);
}

TEST(Workers, TheTaskHookRunsAsAHookAndIsAskedForNoMoreTasksThanWorkers) {
    struct Host {
        uint32_t most = 0;
        bool marked = true;
        static void run(void* user, uint32_t count, TaskCall task, void* data) {
            auto& host = *static_cast<Host*>(user);
            host.most = std::max(host.most, count);
            host.marked &= inside_hook();
            run_serially(nullptr, count, task, data);
        }
    } host;
    Workers workers(4, {Host::run, &host});
    std::atomic<uint32_t> total{0};
    workers.run(100, [&](uint32_t, uint32_t) { ++total; });
    EXPECT_EQ(host.most, 4u);
    host.most = 0;
    workers.run(2, [&](uint32_t, uint32_t) { ++total; });
    EXPECT_EQ(host.most, 2u);
    EXPECT_TRUE(host.marked);
    EXPECT_FALSE(inside_hook());
    EXPECT_EQ(total.load(), 102u);
}

// A host that returns before its tasks have run, and calls them after the run has ended.
TEST(Workers, ATaskCalledTooLateDoesNothing) {
    struct Host {
        TaskCall task = nullptr;
        void* data = nullptr;
        static void run(void* user, uint32_t, TaskCall task, void* data) {
            auto& host = *static_cast<Host*>(user);
            host.task = task;
            host.data = data;
        }
    } host;
    Workers workers(4, {Host::run, &host});
    uint32_t total = 0;
    workers.run(10, [&](uint32_t, uint32_t) { ++total; });
    EXPECT_EQ(total, 10u);
    host.task(host.data, 0);
    EXPECT_EQ(total, 10u);
}

TEST(Workers, TasksMayAllocateThroughOneMemoryAndFailAtItsCap) {
    Memory memory({}, 4000);
    Workers workers(4);
    for (int round = 0; round < 20; ++round) {
        std::atomic<uint32_t> served{0};
        try {
            workers.run(20, [&](uint32_t, uint32_t) {
                std::pmr::vector<uint8_t> values(1500, 1, &memory);
                served += values[0];
                std::this_thread::yield();
            });
            EXPECT_EQ(served.load(), 20u);
        } catch (const std::bad_alloc&) {
            EXPECT_LT(served.load(), 20u);
        }
        EXPECT_EQ(memory.current_bytes(), 0u);
    }
    EXPECT_THROW(workers.run(20,
                             [&](uint32_t task, uint32_t) {
                                 std::pmr::vector<uint8_t> values(task < 10 ? 1 : 5000, 1, &memory);
                             }),
                 std::bad_alloc);
}

}  // namespace
}  // namespace defcol
