// SPDX-License-Identifier: MIT
#include "geometry/orientation.hpp"

#include "geometry/exact_determinant.hpp"

namespace defcol {

namespace {

constinit thread_local std::uint64_t exact_signs = 0;

constexpr double epsilon = 0x1p-53;

double permanent_of(const double (&m)[3][3]) {
    const auto minor = [&m](int i, int j) {
        return std::fabs(m[0][i] * m[1][j]) + std::fabs(m[0][j] * m[1][i]);
    };
    return minor(1, 2) * std::fabs(m[2][0]) + minor(2, 0) * std::fabs(m[2][1]) +
           minor(0, 1) * std::fabs(m[2][2]);
}

// The terms of the determinant with exactly one tail, in rounded arithmetic.
double first_order_correction(const double (&h)[3][3], const double (&t)[3][3]) {
    const auto term = [&](int i, int j, int k) {
        return h[2][k] * ((h[0][i] * t[1][j] + h[1][j] * t[0][i]) - (h[0][j] * t[1][i] + h[1][i] * t[0][j])) +
               t[2][k] * (h[0][i] * h[1][j] - h[0][j] * h[1][i]);
    };
    return (term(1, 2, 0) + term(2, 0, 1)) + term(0, 1, 2);
}

// Entries with few bits (grids, float files) have exact products and minors: three products remain to be
// added. Returns unknown_sign if that is not so.
int sign_of_short_determinant(const double (&m)[3][3]) {
    const auto minor = [&m](int i, int j, double& value) {
        const TwoTerms left = two_product(m[0][i], m[1][j]);
        const TwoTerms right = two_product(m[0][j], m[1][i]);
        const TwoTerms difference = two_difference(left.head, right.head);
        value = difference.head;
        return left.tail == 0 && right.tail == 0 && difference.tail == 0;
    };
    double x;
    double y;
    double z;
    if (!minor(1, 2, x) || !minor(2, 0, y) || !minor(0, 1, z)) return unknown_sign;
    const TwoTerms a = two_product(x, m[2][0]);
    const TwoTerms b = two_product(y, m[2][1]);
    const TwoTerms c = two_product(z, m[2][2]);
    const TwoTerms ab = two_sum(a.head, b.head);
    const TwoTerms heads = two_sum(ab.head, c.head);
    // Usually the heads cancel to nothing or the tails are nothing; then the rest is one exact sum.
    if (a.tail == 0 && b.tail == 0 && c.tail == 0 && ab.tail == 0) return sign_of(heads.head);
    return (Expansion<2>(a) + Expansion<2>(b) + Expansion<2>(c)).sign();
}

// Plain data: a thread-local with a destructor would keep the library mapped after dlclose.
constinit thread_local std::uint64_t exact_evaluations = 0;

}  // namespace

std::uint64_t exact_evaluation_count() noexcept {
    return exact_evaluations;
}

std::uint64_t exact_sign_count() {
    return exact_signs;
}

int orient2d_exact(double ax, double ay, double bx, double by, double cx, double cy) {
    ++exact_evaluations;
    ++exact_signs;
    const TwoTerms acx = two_difference(ax, cx);
    const TwoTerms acy = two_difference(ay, cy);
    const TwoTerms bcx = two_difference(bx, cx);
    const TwoTerms bcy = two_difference(by, cy);
    if (acx.tail == 0 && acy.tail == 0 && bcx.tail == 0 && bcy.tail == 0) {
        const TwoTerms left = two_product(acx.head, bcy.head);
        const TwoTerms right = two_product(acy.head, bcx.head);
        // Both in two terms with the tail at most half a unit of the head: unequal heads decide.
        if (left.head != right.head) return left.head > right.head ? 1 : -1;
        return sign_of(left.tail - right.tail);
    }
    return exact_determinant(Expansion<2>(acx), Expansion<2>(acy), Expansion<2>(bcx), Expansion<2>(bcy))
        .sign();
}

// Stages B, C and D of Shewchuk 1997, section 4.3.
int orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    ++exact_evaluations;
    ++exact_signs;
    // Coincident points are the usual reason to get here.
    if (a == b || a == c || a == d || b == c || b == d || c == d) return 0;

    const DifferenceMatrix m(a, b, c, d);
    if (m.heads_are_exact) {
        const int sign = sign_of_short_determinant(m.heads);
        return sign != unknown_sign ? sign : exact_determinant(m.heads).sign();
    }
    // The bounds below are products that must not underflow themselves.
    const double permanent = permanent_of(m.heads);
    if (permanent > 0x1p-900) {
        double determinant = exact_determinant(m.heads).estimate();
        if (std::fabs(determinant) > (3.0 + 28.0 * epsilon) * epsilon * permanent)
            return sign_of(determinant);
        const double bound = (26.0 + 288.0 * epsilon) * epsilon * epsilon * permanent +
                             (3.0 + 8.0 * epsilon) * epsilon * std::fabs(determinant);
        determinant += first_order_correction(m.heads, m.tails);
        if (std::fabs(determinant) > bound) return sign_of(determinant);
    }
    return m.exact_value().sign();
}

}  // namespace defcol
