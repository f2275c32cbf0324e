// SPDX-License-Identifier: MIT
#include "base/fp_environment.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <limits>

namespace defcol {
namespace {

// Volatile, so that the division happens at run time and in the mode of that moment.
double divide(double a, double b) {
    volatile double numerator = a;
    volatile double denominator = b;
    return numerator / denominator;
}

TEST(FloatingPointScope, RoundsToNearestWhateverTheCallerChose) {
    const double nearest = divide(1.0, 3.0);
    for (const int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        std::fesetround(mode);
        double inside = 0;
        {
            FloatingPointScope scope;
            inside = divide(1.0, 3.0);
        }
        const int after = std::fegetround();
        std::fesetround(FE_TONEAREST);
        EXPECT_EQ(inside, nearest);
        EXPECT_EQ(after, mode);
    }
}

#if defined(__x86_64__)

// Read from MXCSR: the C functions mix in the flags of the x87 unit, which is not used.
TEST(FloatingPointScope, LeavesTheCallersStickyFlags) {
    constexpr uint32_t flags = 0x3f;
    constexpr uint32_t inexact = 0x20;
    const uint32_t before = _mm_getcsr();
    for (const uint32_t raised : {0u, inexact}) {
        _mm_setcsr(0x1f80 | raised);
        uint32_t entered = 0;
        bool divided = false;
        {
            FloatingPointScope scope;
            entered = _mm_getcsr() & flags;
            divided = divide(1.0, 0.0) > divide(1.0, 3.0);
        }
        const uint32_t left = _mm_getcsr() & flags;
        _mm_setcsr(before);
        EXPECT_TRUE(divided);
        EXPECT_EQ(entered, 0u);
        EXPECT_EQ(left, raised);
    }
}

TEST(FloatingPointScope, TurnsOffFlushingAndTrapsAndRestoresThemExactly) {
    const uint32_t before = _mm_getcsr();
    constexpr uint32_t flush_to_zero = 0x8000;
    constexpr uint32_t denormals_are_zero = 0x0040;
    constexpr uint32_t round_up = 0x4000;
    constexpr uint32_t divide_by_zero_mask = 0x0200;
    constexpr uint32_t odd = (0x1f80 & ~divide_by_zero_mask) | flush_to_zero | denormals_are_zero | round_up;
    const double smallest = std::numeric_limits<double>::denorm_min();
    _mm_setcsr(odd);
    uint32_t inside = 0;
    double kept = 0;
    double infinity = 0;
    {
        FloatingPointScope scope;
        inside = _mm_getcsr();
        kept = divide(smallest, 1.0);
        infinity = divide(1.0, 0.0);
        FloatingPointScope nested;
    }
    const uint32_t after = _mm_getcsr();
    _mm_setcsr(before);
    EXPECT_EQ(inside, 0x1f80u);
    EXPECT_EQ(kept, smallest);
    EXPECT_EQ(infinity, std::numeric_limits<double>::infinity());
    EXPECT_EQ(after, odd);
}

#endif

}  // namespace
}  // namespace defcol
