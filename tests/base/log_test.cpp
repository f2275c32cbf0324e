// SPDX-License-Identifier: MIT
#include "base/log.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "base/entry.hpp"

namespace defcol {
namespace {

struct Messages {
    std::vector<std::pair<int32_t, std::string>> all;
    bool was_inside_hook = true;
    static void receive(void* user, int32_t level, const char* message) {
        auto& messages = *static_cast<Messages*>(user);
        messages.was_inside_hook &= inside_hook();
        messages.all.emplace_back(level, message);
    }
};

TEST(Log, FormatsAndMarksTheThreadWhileTheHostListens) {
    Messages messages;
    const Log log(Messages::receive, &messages);
    log.write(log_level::warning, "%d of %s", 3, "meshes");
    ASSERT_EQ(messages.all.size(), 1u);
    EXPECT_EQ(messages.all[0].first, log_level::warning);
    EXPECT_EQ(messages.all[0].second, "3 of meshes");
    EXPECT_TRUE(messages.was_inside_hook);
    EXPECT_FALSE(inside_hook());
}

TEST(Log, IsSilentWithoutACallbackAndAboveItsLevel) {
    const Log silent;
    EXPECT_FALSE(silent.wants(log_level::error));
    silent.write(log_level::error, "nobody hears this");
    Messages messages;
    const Log log(Messages::receive, &messages, log_level::warning);
    log.write(log_level::info, "too detailed");
    EXPECT_TRUE(messages.all.empty());
    log.write(log_level::error, "heard");
    EXPECT_EQ(messages.all.size(), 1u);
}

TEST(Log, CutsALongMessage) {
    Messages messages;
    const Log log(Messages::receive, &messages);
    log.write(log_level::info, "%s", std::string(4000, 'z').c_str());
    ASSERT_EQ(messages.all.size(), 1u);
    EXPECT_EQ(messages.all[0].second, std::string(511, 'z'));
}

TEST(Log, SurvivesACallbackThatThrows) {
    int calls = 0;
    const Log log(
        [](void* user, int32_t, const char*) {
            ++*static_cast<int*>(user);
            throw 1;
        },
        &calls);
    log.write(log_level::error, "once");
    log.write(log_level::error, "twice");
    EXPECT_EQ(calls, 2);
    EXPECT_FALSE(inside_hook());
}

TEST(Log, ManyThreadsWriteWholeMessages) {
    std::atomic<int> whole{0};
    const Log log(
        [](void* user, int32_t, const char* message) {
            if (std::string(message) == "abc 12345") ++*static_cast<std::atomic<int>*>(user);
        },
        &whole);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 500; ++i) log.write(log_level::info, "%s %d", "abc", 12345);
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(whole.load(), 2000);
}

}  // namespace
}  // namespace defcol
