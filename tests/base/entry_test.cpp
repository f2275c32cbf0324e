// SPDX-License-Identifier: MIT
#include "base/entry.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace defcol {
namespace {

TEST(HookScope, MarksOnlyItsOwnThreadAndNests) {
    EXPECT_FALSE(inside_hook());
    {
        HookScope outer;
        EXPECT_TRUE(inside_hook());
        {
            HookScope inner;
            EXPECT_TRUE(inside_hook());
        }
        EXPECT_TRUE(inside_hook());
        bool other_thread_inside = true;
        std::thread([&] { other_thread_inside = inside_hook(); }).join();
        EXPECT_FALSE(other_thread_inside);
    }
    EXPECT_FALSE(inside_hook());
}

TEST(LastError, BelongsToTheThread) {
    set_last_error("first");
    std::string seen_by_other = "unset";
    std::thread([&] {
        seen_by_other = last_error();
        set_last_error("second");
    }).join();
    EXPECT_EQ(seen_by_other, "");
    EXPECT_STREQ(last_error(), "first");
}

TEST(LastError, AcceptsNullItselfAndAnyLength) {
    set_last_error(nullptr);
    EXPECT_STREQ(last_error(), "");
    set_last_error("kept");
    set_last_error(last_error());
    EXPECT_STREQ(last_error(), "kept");
    set_last_error(last_error() + 1);
    EXPECT_STREQ(last_error(), "ept");
    const std::string longest(last_error_capacity - 1, 'a');
    set_last_error(longest.c_str());
    EXPECT_EQ(last_error(), longest);
    set_last_error((longest + "bcd").c_str());
    EXPECT_EQ(last_error(), longest);
}

}  // namespace
}  // namespace defcol
