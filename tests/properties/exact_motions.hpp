// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "geometry/adversarial_cases.hpp"
#include "geometry/vector.hpp"

// Motions of points without rounding: no decision may notice them.
namespace defcol::test {

inline constexpr uint32_t axis_symmetry_count = 48;

// The axes exchanged (6 ways), each turned round or not (8 ways). Even the handedness may change.
inline Vec3 axis_symmetric(const Vec3& point, uint32_t symmetry) {
    static constexpr int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    const auto& order = orders[symmetry % 6];
    Vec3 result;
    for (int axis = 0; axis < 3; ++axis) {
        const double value = point[order[axis]];
        result[axis] = (symmetry / 6 >> axis & 1U) != 0 ? -value : value;
    }
    return result;
}

inline bool changes_handedness(uint32_t symmetry) {
    const uint32_t turned = symmetry / 6;
    const uint32_t turned_count = (turned & 1U) + (turned >> 1 & 1U) + (turned >> 2 & 1U);
    return (turned_count % 2 == 1) != (symmetry % 6 >= 3);
}

template <std::size_t Count, class Motion>
Points<Count> moved(const Points<Count>& points, Motion&& motion) {
    Points<Count> result;
    std::ranges::transform(points, result.begin(), motion);
    return result;
}

// Times 2^exponent, if every coordinate stays in range.
template <std::size_t Count>
std::optional<Points<Count>> scaled(const Points<Count>& points, int exponent) {
    Points<Count> result;
    for (std::size_t i = 0; i < Count; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const double value = std::ldexp(points[i][axis], exponent);
            if (value != 0 && (std::fabs(value) < 0x1p-300 || std::fabs(value) > 0x1p60)) return std::nullopt;
            result[i][axis] = value;
        }
    }
    return result;
}

// On a lattice of 2^-20 in [-1, 1], with many coincidences: sums with other such numbers are exact.
template <std::size_t Count>
Points<Count> lattice_points(Random& random) {
    Points<Count> points;
    const int spread = 1 << random.between(1, 20);
    for (Vec3& point : points) {
        for (int axis = 0; axis < 3; ++axis) point[axis] = random.between(-spread, spread) * 0x1p-20;
    }
    return points;
}

inline Vec3 lattice_offset(Random& random) {
    Vec3 offset;
    for (int axis = 0; axis < 3; ++axis) offset[axis] = random.between(-(1 << 30), 1 << 30) * 0x1p-20;
    return offset;
}

}  // namespace defcol::test
