// SPDX-License-Identifier: MIT
#include "geometry/orientation.hpp"

#include "geometry/double_word.hpp"
#include "geometry/exact_determinant.hpp"

namespace defcol {

namespace {

// Plain data: a thread-local with a destructor would keep the library mapped after dlclose.
constinit thread_local std::uint64_t exact_signs = 0;

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
    // Mostly the determinant is zero: heads and tails cancel each for themselves and few terms are left.
    const TwoTerms ab = two_sum(a.head, b.head);
    const TwoTerms heads = two_sum(ab.head, c.head);
    const TwoTerms ab_tails = two_sum(a.tail, b.tail);
    const TwoTerms tails = two_sum(ab_tails.head, c.tail);
    const TwoTerms rest = two_sum(ab.tail, tails.head);
    if (heads.tail == 0 && ab_tails.tail == 0 && tails.tail == 0 && rest.tail == 0) {
        return sign_of(heads.head + rest.head);
    }
    return (Expansion<2>(a) + Expansion<2>(b) + Expansion<2>(c)).sign();
}

}  // namespace

std::uint64_t exact_sign_count() {
    return exact_signs;
}

int orient2d_exact(double ax, double ay, double bx, double by, double cx, double cy) {
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

int orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    ++exact_signs;
    // Coincident points are the usual reason to get here.
    if (a == b || a == c || a == d || b == c || b == d || c == d) return 0;

    const DifferenceMatrix m(a, b, c, d);
    if (m.heads_are_exact) {
        const int sign = sign_of_short_determinant(m.heads);
        if (sign != unknown_sign) return sign;
    }
    // The bound itself must not underflow.
    const double permanent = permanent_of(m);
    if (permanent > 0x1p-900) {
        const double determinant = double_word_determinant(m);
        if (std::fabs(determinant) > double_word_error * permanent) return sign_of(determinant);
    }
    return m.heads_are_exact ? exact_determinant(m.heads).sign() : m.exact_value().sign();
}

}  // namespace defcol
