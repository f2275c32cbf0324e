// SPDX-License-Identifier: MIT
// Bounds and float input rely on rounding that a compiler may not skip.
#include <gtest/gtest.h>

namespace defcol::test {

namespace {

// Two elements side by side: what g++ 12 turns into a plain copy if it vectorises straight-line code.
[[gnu::noinline]] void round_to_float(const double (&in)[2], double (&out)[2]) {
    for (int i = 0; i < 2; ++i) out[i] = static_cast<double>(static_cast<float>(in[i]));
}

TEST(CompilerRounding, NarrowingToFloatIsNotSkipped) {
    double out[2];
    round_to_float({1.0 + 0x1p-40, 3.0 + 0x1p-40}, out);
    EXPECT_EQ(out[0], 1.0);
    EXPECT_EQ(out[1], 3.0);
}

[[gnu::noinline]] double multiply_and_add(double a, double b, double c) {
    return a * b + c;
}

TEST(CompilerRounding, ProductsAreRoundedBeforeTheyAreAdded) {
    EXPECT_EQ(multiply_and_add(1.0 + 0x1p-30, 1.0 - 0x1p-30, -1.0), 0.0);
}

}  // namespace

}  // namespace defcol::test
