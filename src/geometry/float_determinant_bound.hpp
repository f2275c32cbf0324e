// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace defcol {

// A bound on the error of (u x v) . w in floats, three differences of corners, against its value for the
// exact positions. With u = 2^-24, M the largest coordinate and W the largest difference of coordinates:
// coordinates carry errors of u M + 2^-126, so differences carry e = 2.01 u M + u W + 2^-124. Where e <= W /
// 16, a component of the cross product errs by 4 W e + 2 e^2 + 5 u W^2 and the determinant by three times
// (that W + 2 W^2 e + that e) and by 20 u W^3 of its own: in all at most W^2 (40 u M + 56 u W + 2^-118). The
// factor 1.01 covers rounding in this formula and 1e-30 every product that underflows, W and M being of order
// one. Where e may exceed W / 16 there is no bound: nothing may be concluded.
struct FloatDeterminantBound {
    static constexpr float per_magnitude = 40 * 0x1p-24F * 1.01F;
    static constexpr float per_extent = 56 * 0x1p-24F * 1.01F;
    static constexpr float smallest = 0x1p-117F;
    static constexpr float underflow = 1e-30F;
    static constexpr float least_extent_per_magnitude = 33 * 0x1p-24F;
    static constexpr float least_extent = 0x1p-119F;

    // For one determinant; vectors compute the same from the constants. Infinite where there is no bound.
    static float of(float magnitude, float extent) {
        if (!(extent > magnitude * least_extent_per_magnitude + least_extent)) return HUGE_VALF;
        return extent * extent * (magnitude * per_magnitude + extent * per_extent + smallest) + underflow;
    }
};

}  // namespace defcol
