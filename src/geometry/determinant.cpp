// SPDX-License-Identifier: MIT
#include "geometry/determinant.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/double_word.hpp"
#include "geometry/exact_determinant.hpp"
#include "geometry/orientation.hpp"

namespace defcol {

namespace {

// Rounded determinants have an error below 2^-50 of the permanent (Shewchuk 1997, stage A), so one above
// this part of the permanent has a relative error below 2^-40.
constexpr double accurate_part = 0x1p-10;
// The same for double words.
constexpr double double_word_accurate_part = double_word_error * 0x1p40;

double exact_minor(const TwoTerms& a, const TwoTerms& b, const TwoTerms& c, const TwoTerms& d) {
    return exact_determinant(Expansion<2>(a), Expansion<2>(b), Expansion<2>(c), Expansion<2>(d)).estimate();
}

}  // namespace

double orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 u = b - a;
    const Vec3 v = c - a;
    const Vec3 w = d - a;
    const double yz = u.y * v.z;
    const double zy = u.z * v.y;
    const double zx = u.z * v.x;
    const double xz = u.x * v.z;
    const double xy = u.x * v.y;
    const double yx = u.y * v.x;
    const double determinant = (yz - zy) * w.x + (zx - xz) * w.y + (xy - yx) * w.z;
    const double permanent = (std::fabs(yz) + std::fabs(zy)) * std::fabs(w.x) +
                             (std::fabs(zx) + std::fabs(xz)) * std::fabs(w.y) +
                             (std::fabs(xy) + std::fabs(yx)) * std::fabs(w.z);
    if (std::fabs(determinant) > accurate_part * permanent || permanent == 0) return determinant;
    if (orient3d_exact(a, b, c, d) == 0) return 0;
    const DifferenceMatrix m(a, b, c, d);
    const double precise = double_word_determinant(m);
    if (permanent > 0x1p-900 && std::fabs(precise) > double_word_accurate_part * permanent) return precise;
    return m.exact_value().estimate();
}

Vec3 cross_of_differences(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 u = b - a;
    const Vec3 v = d - c;
    const double yz = u.y * v.z;
    const double zy = u.z * v.y;
    const double zx = u.z * v.x;
    const double xz = u.x * v.z;
    const double xy = u.x * v.y;
    const double yx = u.y * v.x;
    const Vec3 cross(yz - zy, zx - xz, xy - yx);
    const double largest = std::max({std::fabs(cross.x), std::fabs(cross.y), std::fabs(cross.z)});
    const double permanent = std::max(
        {std::fabs(yz) + std::fabs(zy), std::fabs(zx) + std::fabs(xz), std::fabs(xy) + std::fabs(yx)});
    if (largest > accurate_part * permanent || permanent == 0) return cross;

    TwoTerms p[3];
    TwoTerms q[3];
    for (int i = 0; i < 3; ++i) {
        p[i] = two_difference(b[i], a[i]);
        q[i] = two_difference(d[i], c[i]);
    }
    if (permanent > 0x1p-900) {
        const Vec3 precise(double_word_determinant(p[1], p[2], q[1], q[2]).head,
                           double_word_determinant(p[2], p[0], q[2], q[0]).head,
                           double_word_determinant(p[0], p[1], q[0], q[1]).head);
        const double precise_largest =
            std::max({std::fabs(precise.x), std::fabs(precise.y), std::fabs(precise.z)});
        if (precise_largest > double_word_accurate_part * permanent) return precise;
    }
    return {exact_minor(p[1], p[2], q[1], q[2]), exact_minor(p[2], p[0], q[2], q[0]),
            exact_minor(p[0], p[1], q[0], q[1])};
}

}  // namespace defcol
