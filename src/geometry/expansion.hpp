// SPDX-License-Identifier: MIT
#pragma once

// Exact sums and products of doubles as expansions: a value is the unevaluated sum of its terms, stored from
// the smallest magnitude to the largest, not overlapping in their bits and without zeros, so the sign of the
// last term is the sign of the value. The algorithms are those of J. R. Shewchuk, "Adaptive Precision
// Floating-Point Arithmetic and Fast Robust Geometric Predicates", Discrete & Computational Geometry 18
// (1997), sections 2.3 to 2.5; every operation here keeps his "strongly nonoverlapping" property.
//
// Range. Coordinates are at most 2^60 in magnitude and, unless zero, at least 2^-300, so each is a multiple
// of 2^-352. A product of three differences is then a multiple of 2^-1056, above the smallest denormal
// 2^-1074 and far from overflow: no term is ever lost to underflow. The caller guarantees rounding to nearest
// with denormals enabled. -ffp-contract=off keeps the compiler from fusing the products below.

#include <cfloat>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error \
    "exact arithmetic needs IEEE rules: compile without -ffast-math, -Ofast and -funsafe-math-optimizations"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "infinite and NaN coordinates are looked for: compile without -ffinite-math-only"
#endif
static_assert(FLT_EVAL_METHOD == 0, "exact arithmetic needs doubles that are rounded after every operation");

namespace defcol {

struct TwoTerms {
    double head;
    double tail;
};

// Valid for |a| >= |b| or a == 0 only.
inline TwoTerms fast_two_sum(double a, double b) {
    const double head = a + b;
    return {head, b - (head - a)};
}

inline TwoTerms two_sum(double a, double b) {
    const double head = a + b;
    const double b_virtual = head - a;
    const double a_virtual = head - b_virtual;
    return {head, (a - a_virtual) + (b - b_virtual)};
}

inline TwoTerms two_difference(double a, double b) {
    return two_sum(a, -b);
}

// Dekker's product on Veltkamp's halves. std::fma would be a library call on baseline x86-64.
inline TwoTerms split(double a) {
    const double c = 0x8000001p0 * a;
    const double high = c - (c - a);
    return {high, a - high};
}

inline TwoTerms two_product(double a, double b, TwoTerms b_split) {
    const double head = a * b;
    const TwoTerms a_split = split(a);
    const double error =
        ((head - a_split.head * b_split.head) - a_split.tail * b_split.head) - a_split.head * b_split.tail;
    return {head, a_split.tail * b_split.tail - error};
}

inline TwoTerms two_product(double a, double b) {
    return two_product(a, b, split(b));
}

template <unsigned Capacity>
class Expansion {
  public:
    Expansion() = default;
    explicit Expansion(TwoTerms value) {
        append(value.tail);
        append(value.head);
    }

    void append(double term) {
        terms_[size_] = term;  // there is always room, and no branch to guess wrong
        size_ += term != 0;
    }
    int size() const { return size_; }
    double operator[](int i) const { return terms_[i]; }

    int sign() const {
        if (size_ == 0) return 0;
        return terms_[size_ - 1] > 0 ? 1 : -1;
    }

    // The nearest double but for a unit or so in the last place.
    double estimate() const {
        double sum = 0;
        for (int i = 0; i < size_; ++i) sum += terms_[i];
        return sum;
    }

    Expansion operator-() const {
        Expansion result;
        for (int i = 0; i < size_; ++i) result.append(-terms_[i]);
        return result;
    }

  private:
    double terms_[Capacity];  // uninitialised beyond size_: clearing would cost more than the sums
    int size_ = 0;
};

// Shewchuk's FAST-EXPANSION-SUM with elimination of zeros.
template <unsigned M, unsigned N>
Expansion<M + N> operator+(const Expansion<M>& e, const Expansion<N>& f) {
    Expansion<M + N> result;
    int i = 0;
    int j = 0;
    const auto next = [&] {
        if (j == f.size()) return e[i++];
        if (i == e.size()) return f[j++];
        const double from_e = e[i];
        const double from_f = f[j];
        if ((from_f > from_e) == (from_f > -from_e)) return ++i, from_e;
        return ++j, from_f;
    };
    const int count = e.size() + f.size();
    if (count == 0) return result;
    double sum = next();
    for (int k = 1; k < count; ++k) {
        const double term = next();
        const TwoTerms step = k == 1 ? fast_two_sum(term, sum) : two_sum(sum, term);
        result.append(step.tail);
        sum = step.head;
    }
    result.append(sum);
    return result;
}

template <unsigned M, unsigned N>
Expansion<M + N> operator-(const Expansion<M>& e, const Expansion<N>& f) {
    return e + -f;
}

// Shewchuk's SCALE-EXPANSION with elimination of zeros.
template <unsigned N>
Expansion<2 * N> operator*(const Expansion<N>& e, double factor) {
    Expansion<2 * N> result;
    if (e.size() == 0) return result;
    const TwoTerms factor_split = split(factor);
    TwoTerms product = two_product(e[0], factor, factor_split);
    result.append(product.tail);
    double sum = product.head;
    for (int i = 1; i < e.size(); ++i) {
        product = two_product(e[i], factor, factor_split);
        const TwoTerms low = two_sum(sum, product.tail);
        result.append(low.tail);
        const TwoTerms high = fast_two_sum(product.head, low.head);
        result.append(high.tail);
        sum = high.head;
    }
    result.append(sum);
    return result;
}

template <unsigned N>
Expansion<4 * N> operator*(const Expansion<N>& e, const Expansion<2>& f) {
    if (f.size() == 0) return {};
    const Expansion<2 * N> low = e * f[0];
    if (f.size() == 1) return low + Expansion<2 * N>{};
    return low + e * f[1];
}

}  // namespace defcol
