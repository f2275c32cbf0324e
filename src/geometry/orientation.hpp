// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "geometry/vector.hpp"

// Exact signs of orientation determinants. Each call first tries rounded arithmetic with a proven error bound
// (the inlined part); only what the bound cannot decide is evaluated exactly. Range and rounding mode as
// stated in expansion.hpp. The bounds are stage A of Shewchuk 1997, section 4: rounding never meets underflow
// here (every rounded intermediate is a multiple of 2^-1056), so his bounds hold as they are, enlarged a
// little because the product of bound and permanent may itself be denormal.

namespace defcol {

int orient2d_exact(double ax, double ay, double bx, double by, double cx, double cy);
int orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// How many signs this thread has had to evaluate exactly so far, for statistics.
std::uint64_t exact_sign_count();

inline int sign_of(double x) {
    return (x > 0) - (x < 0);
}

// What a filter answers when rounding may have changed the sign.
inline constexpr int unknown_sign = 2;

// +1 if a, b, c turn left (counter-clockwise with x to the right and y up), -1 right, 0 collinear.
inline int orient2d(double ax, double ay, double bx, double by, double cx, double cy) {
    constexpr double error_bound = (3.0 + 0x1p-19) * 0x1p-53;
    const double left = (ax - cx) * (by - cy);
    const double right = (ay - cy) * (bx - cx);
    const double determinant = left - right;
    const double permanent = std::fabs(left) + std::fabs(right);
    if (std::fabs(determinant) > error_bound * permanent) return sign_of(determinant);
    if (permanent == 0) return 0;
    return orient2d_exact(ax, ay, bx, by, cx, cy);
}

// The oriented plane through three points, prepared to classify several points.
class PlaneSide {
  public:
    PlaneSide(const Vec3& a, const Vec3& b, const Vec3& c) : a_(a), b_(b), c_(c) {
        const Vec3 u = b - a;
        const Vec3 v = c - a;
        const double yz = u.y * v.z;
        const double zy = u.z * v.y;
        const double zx = u.z * v.x;
        const double xz = u.x * v.z;
        const double xy = u.x * v.y;
        const double yx = u.y * v.x;
        normal_ = {yz - zy, zx - xz, xy - yx};
        permanent_ = {std::fabs(yz) + std::fabs(zy), std::fabs(zx) + std::fabs(xz),
                      std::fabs(xy) + std::fabs(yx)};
    }

    // The sign of ((b - a) x (c - a)) . (d - a), or unknown_sign.
    int filtered_side(const Vec3& d) const {
        constexpr double error_bound = (7.0 + 0x1p-19) * 0x1p-53;
        const double x = d.x - a_.x;
        const double y = d.y - a_.y;
        const double z = d.z - a_.z;
        const double determinant = normal_.x * x + normal_.y * y + normal_.z * z;
        const double permanent =
            permanent_.x * std::fabs(x) + permanent_.y * std::fabs(y) + permanent_.z * std::fabs(z);
        if (std::fabs(determinant) > error_bound * permanent) return sign_of(determinant);
        // No product of nonzero factors underflows to zero, so each of the six exact products is zero.
        return permanent == 0 ? 0 : unknown_sign;
    }

    int exact_side(const Vec3& d) const { return orient3d_exact(a_, b_, c_, d); }

    // +1 if d lies on the side from which a, b, c are seen counter-clockwise, -1 on the other, 0 coplanar.
    int side(const Vec3& d) const {
        const int filtered = filtered_side(d);
        return filtered == unknown_sign ? exact_side(d) : filtered;
    }

  private:
    const Vec3& a_;
    const Vec3& b_;
    const Vec3& c_;
    Vec3 normal_;
    Vec3 permanent_;
};

// The sign of ((b - a) x (c - a)) . (d - a): +1 if a, b, c are counter-clockwise seen from d.
inline int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return PlaneSide(a, b, c).side(d);
}

}  // namespace defcol
