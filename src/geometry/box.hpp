// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/vector.hpp"

namespace defcol {

// A local coordinate l stands for an exact value x with |x - l| <= 2^-24 |l| + 2^-126. These bounds enclose
// x, also as float arithmetic rounds them: the margin m = 3 * 2^-24 |l| + 2^-125 is computed with a relative
// error below 2^-22 (and 2^-150 where the product is denormal), and l - m is rounded by at most 2^-24 (|l| +
// m) + 2^-150, so at least (2 - 2^-20) 2^-24 |l| + 2^-126 remains. For the box of several values the bound of
// their least (or greatest) coordinate encloses all: l - 2^-24 |l| - 2^-126 grows with l.
inline float outward_margin(float local) {
    return std::fabs(local) * 0x3p-24F + 0x1p-125F;
}
inline float lower_bound(float local) {
    return local - outward_margin(local);
}
inline float upper_bound(float local) {
    return local + outward_margin(local);
}

inline Vec3f lower_bound(const Vec3f& local) {
    return {lower_bound(local.x), lower_bound(local.y), lower_bound(local.z)};
}
inline Vec3f upper_bound(const Vec3f& local) {
    return {upper_bound(local.x), upper_bound(local.y), upper_bound(local.z)};
}

// An axis-aligned closed box in local coordinates. A new one is empty: it overlaps nothing and grow()
// replaces it.
struct Box {
    Vec3f min{std::numeric_limits<float>::infinity()};
    Vec3f max{-std::numeric_limits<float>::infinity()};

    bool empty() const { return !(min.x <= max.x && min.y <= max.y && min.z <= max.z); }

    void grow(const Vec3f& point) {
        min = {std::min(min.x, point.x), std::min(min.y, point.y), std::min(min.z, point.z)};
        max = {std::max(max.x, point.x), std::max(max.y, point.y), std::max(max.z, point.z)};
    }
    void grow(const Box& box) {
        min = {std::min(min.x, box.min.x), std::min(min.y, box.min.y), std::min(min.z, box.min.z)};
        max = {std::max(max.x, box.max.x), std::max(max.y, box.max.y), std::max(max.z, box.max.z)};
    }

    // The enclosure of the exact values that the box of local coordinates stands for.
    Box rounded_outward() const {
        Box result;
        if (!empty()) {
            result.min = lower_bound(min);
            result.max = upper_bound(max);
        }
        return result;
    }
};
static_assert(sizeof(Box) == 24);

inline bool overlap(const Box& a, const Box& b) {
    // Not short-circuited: six comparisons are cheaper than one branch the processor guesses wrong.
    return (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y) &
           (a.min.z <= b.max.z) & (b.min.z <= a.max.z);
}

}  // namespace defcol
