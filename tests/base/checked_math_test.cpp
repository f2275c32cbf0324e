// SPDX-License-Identifier: MIT
#include "base/checked_math.hpp"

#include <gtest/gtest.h>

#include <string>

namespace defcol {
namespace {

TEST(CheckedMath, MultipliesUpToTheLastValueThatFits) {
    uint64_t product = 7;
    EXPECT_TRUE(checked_multiply(0, UINT64_MAX, product));
    EXPECT_EQ(product, 0u);
    EXPECT_TRUE(checked_multiply(UINT64_MAX, 0, product));
    EXPECT_TRUE(checked_multiply(UINT64_MAX, 1, product));
    EXPECT_EQ(product, UINT64_MAX);
    EXPECT_TRUE(checked_multiply(uint64_t{1} << 32, (uint64_t{1} << 32) - 1, product));
    EXPECT_EQ(product, UINT64_MAX - UINT32_MAX);
    EXPECT_FALSE(checked_multiply(uint64_t{1} << 32, uint64_t{1} << 32, product));
    EXPECT_FALSE(checked_multiply(UINT64_MAX, 2, product));
    EXPECT_EQ(product, UINT64_MAX - UINT32_MAX) << "a refused product must leave the output alone";
}

TEST(CheckedMath, AddsUpToTheLastValueThatFits) {
    uint64_t sum = 7;
    EXPECT_TRUE(checked_add(UINT64_MAX, 0, sum));
    EXPECT_TRUE(checked_add(UINT64_MAX - 5, 5, sum));
    EXPECT_EQ(sum, UINT64_MAX);
    EXPECT_FALSE(checked_add(UINT64_MAX - 5, 6, sum));
    EXPECT_FALSE(checked_add(UINT64_MAX, UINT64_MAX, sum));
    EXPECT_EQ(sum, UINT64_MAX);
}

TEST(CheckedMath, TheThrowingFormsNameTheSize) {
    EXPECT_EQ(multiply_sizes(6, 7, "positions"), 42u);
    EXPECT_EQ(add_sizes(6, 7, "positions"), 13u);
    try {
        static_cast<void>(multiply_sizes(uint64_t{1} << 40, uint64_t{1} << 40, "position_stride"));
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), status::size_overflow);
        EXPECT_NE(std::string(error.message()).find("position_stride"), std::string::npos);
    }
    try {
        static_cast<void>(add_sizes(UINT64_MAX, 1, "vertex_count"));
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), status::size_overflow);
        EXPECT_NE(std::string(error.message()).find("vertex_count"), std::string::npos);
    }
}

}  // namespace
}  // namespace defcol
