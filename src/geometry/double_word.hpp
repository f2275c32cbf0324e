// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "geometry/exact_determinant.hpp"
#include "geometry/expansion.hpp"

// Arithmetic on two terms rounded to two terms: twice the precision of a double without branches, for
// determinants that are small but not zero. Relative errors with u = 2^-53, from M. Joldes, J.-M. Muller, V.
// Popescu, "Tight and Rigorous Error Bounds for Basic Building Blocks of Double-Word Arithmetic", ACM
// Transactions on Mathematical Software 44(2), 2017: below 8 u^2 for a product (algorithm 10), below 4 u^2
// for a sum (algorithm 6).

namespace defcol {

inline TwoTerms double_word_product(const TwoTerms& a, const TwoTerms& b) {
    const TwoTerms product = two_product(a.head, b.head);
    return fast_two_sum(product.head, product.tail + (a.head * b.tail + a.tail * b.head));
}

inline TwoTerms double_word_sum(const TwoTerms& a, const TwoTerms& b) {
    const TwoTerms heads = two_sum(a.head, b.head);
    const TwoTerms tails = two_sum(a.tail, b.tail);
    const TwoTerms sum = fast_two_sum(heads.head, heads.tail + tails.head);
    return fast_two_sum(sum.head, sum.tail + tails.tail);
}

// a d - b c for exact entries: the error is below 12 u^2 of |a d| + |b c|.
inline TwoTerms double_word_determinant(const TwoTerms& a, const TwoTerms& b, const TwoTerms& c,
                                        const TwoTerms& d) {
    const TwoTerms right = double_word_product(b, c);
    return double_word_sum(double_word_product(a, d), {-right.head, -right.tail});
}

// With 8 u^2 more for the three products and twice 4 u^2 for their sum the error is below 2^-100 of the
// permanent, with room for the second orders and the permanent's own rounding. The bound must not underflow:
// the permanent must be above 2^-900.
inline constexpr double double_word_error = 0x1p-100;

inline double double_word_determinant(const DifferenceMatrix& m) {
    const auto entry = [&m](int i, int j) { return TwoTerms{m.heads[i][j], m.tails[i][j]}; };
    const auto term = [&](int i, int j, int k) {
        return double_word_product(
            double_word_determinant(entry(0, i), entry(0, j), entry(1, i), entry(1, j)), entry(2, k));
    };
    return double_word_sum(double_word_sum(term(1, 2, 0), term(2, 0, 1)), term(0, 1, 2)).head;
}

inline double permanent_of(const DifferenceMatrix& m) {
    const auto minor = [&h = m.heads](int i, int j) {
        return std::fabs(h[0][i] * h[1][j]) + std::fabs(h[0][j] * h[1][i]);
    };
    return minor(1, 2) * std::fabs(m.heads[2][0]) + minor(2, 0) * std::fabs(m.heads[2][1]) +
           minor(0, 1) * std::fabs(m.heads[2][2]);
}

}  // namespace defcol
