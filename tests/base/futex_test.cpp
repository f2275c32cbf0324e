// SPDX-License-Identifier: MIT
#include "base/futex.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <thread>

namespace defcol {
namespace {

TEST(Futex, DoesNotSleepWhenTheWordHasChanged) {
    std::atomic<uint32_t> word{1};
    errno = 77;
    sleep_while_equal(word, 0);
    EXPECT_EQ(word.load(), 1u);
    EXPECT_EQ(errno, 77) << "errno belongs to the host";
}

TEST(Futex, ASleeperIsWoken) {
    std::atomic<uint32_t> word{0};
    std::thread sleeper([&] {
        while (word.load() == 0) sleep_while_equal(word, 0);
    });
    word.store(1);
    wake_sleepers(word, 1);
    sleeper.join();
    EXPECT_EQ(word.load(), 1u);
}

}  // namespace
}  // namespace defcol
