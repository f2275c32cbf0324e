// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <thread>
#include <vector>

#include "base/workers.hpp"

namespace defcol::test {

using TaskCall = void (*)(void*, uint32_t);

// Host schedulers of every quality, as task hooks.
inline void run_serially(void*, uint32_t count, TaskCall task, void* data) {
    for (uint32_t i = 0; i < count; ++i) task(data, i);
}
inline void run_on_threads(void*, uint32_t count, TaskCall task, void* data) {
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < count; ++i) threads.emplace_back(task, data, i);
    for (std::thread& thread : threads) thread.join();
}
inline void run_nothing(void*, uint32_t, TaskCall, void*) {}
inline void run_one_index_only(void*, uint32_t count, TaskCall task, void* data) {
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < 2 * count; ++i) threads.emplace_back(task, data, 0);
    for (std::thread& thread : threads) thread.join();
}
inline void run_and_throw(void*, uint32_t, TaskCall task, void* data) {
    task(data, 0);
    throw 42;
}

struct Mode {
    const char* name;
    uint32_t worker_count;
    TaskHook hook;
};

inline const Mode modes[] = {
    {"Serial", 1, {}},
    {"PoolOfTwo", 2, {}},
    {"PoolOfThree", 3, {}},
    {"PoolOfEight", 8, {}},
    {"HostSerial", 4, {run_serially, nullptr}},
    {"HostThreads", 4, {run_on_threads, nullptr}},
    {"HostDoesNothing", 4, {run_nothing, nullptr}},
    {"HostRepeatsOneIndex", 3, {run_one_index_only, nullptr}},
    {"HostThrows", 3, {run_and_throw, nullptr}},
};

}  // namespace defcol::test
