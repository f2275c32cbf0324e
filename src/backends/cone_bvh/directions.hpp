// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace defcol {

// The sampled directions of Volino 1994, section 2.3.4: the corners and face centres of an icosahedron, which
// are 16 axes with two directions each and fit one vector register. Bit a stands for axis a, bit 16 + a for
// its opposite. Every point of the sphere is within 23 degrees of a direction, so every region whose normals
// stay within 67 degrees of some direction has one in common. Swept by
// bench/cone_bvh_directions: of the calls that 32 directions need on a cow, an armadillo and a cloth, 14 need
// 16, 34 and 4 percent more, while 64 save 8, 13 and 3 percent and 128 save 12, 19 and 5. As 32 take one
// vector per normal where vectors have 16 lanes, fewer would save nothing there, and more would cost a second
// vector for every triangle in every frame and the node its 32 bytes.
//
// An axis is (1, b, c), turned to `main` as the first coordinate; b and c are the exact values of the floats
// here, at most one in magnitude, so that (y - b x, z - c x) is a projection along exactly this axis.
struct Axis {
    uint32_t main;
    float b, c;

    constexpr float component(uint32_t coordinate) const {
        return coordinate == main ? 1.0F : coordinate == (main + 1) % 3 ? b : c;
    }
};

inline constexpr uint32_t axis_count = 16;
using DirectionBits = uint32_t;
inline constexpr DirectionBits all_directions = 0xffffffff;

// 1 / phi and 1 / phi^2, phi the golden ratio.
inline constexpr float inverse_golden = 0.618034F;
inline constexpr float inverse_golden_squared = 0.381966F;

inline constexpr Axis axes[axis_count] = {
    {0, inverse_golden, 0},
    {0, -inverse_golden, 0},  // corners
    {1, inverse_golden, 0},
    {1, -inverse_golden, 0},  //
    {2, inverse_golden, 0},
    {2, -inverse_golden, 0},  //
    {0, 1, 1},
    {0, -1, 1},  // face centres
    {0, 1, -1},
    {0, -1, -1},  //
    {0, 0, inverse_golden_squared},
    {0, 0, -inverse_golden_squared},  //
    {1, 0, inverse_golden_squared},
    {1, 0, -inverse_golden_squared},  //
    {2, 0, inverse_golden_squared},
    {2, 0, -inverse_golden_squared},  //
};

// The direction of the set that is nearest to the sum of all: the middle of a set that lies in a half-space,
// as those of a region's normals do.
uint32_t middle_direction(DirectionBits set) noexcept;

}  // namespace defcol
