// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/expansion.hpp"

// Determinants of small matrices as expansions, for entries of one or two terms. Coordinate differences of
// meshes from float files or grids have one term, which makes every later product a quarter as long.

namespace defcol {

inline Expansion<2> multiply(double a, double b) {
    return Expansion<2>(two_product(a, b));
}
inline Expansion<8> multiply(const Expansion<2>& a, const Expansion<2>& b) {
    return a * b;
}

template <typename Entry>
auto exact_determinant(const Entry& m00, const Entry& m01, const Entry& m10, const Entry& m11) {
    return multiply(m00, m11) - multiply(m01, m10);
}

template <typename Entry>
auto exact_determinant(const Entry (&m)[3][3]) {
    const auto sum = exact_determinant(m[0][1], m[0][2], m[1][1], m[1][2]) * m[2][0] +
                     exact_determinant(m[0][2], m[0][0], m[1][2], m[1][0]) * m[2][1];
    return sum + exact_determinant(m[0][0], m[0][1], m[1][0], m[1][1]) * m[2][2];
}

// The rows b - a, c - a, d - a of the determinant behind orient3d, each entry exactly in two terms.
struct DifferenceMatrix {
    double heads[3][3];
    double tails[3][3];
    bool heads_are_exact;

    template <typename Point>
    DifferenceMatrix(const Point& a, const Point& b, const Point& c, const Point& d) {
        const Point* const rows[3] = {&b, &c, &d};
        bool tail_found = false;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                const TwoTerms difference = two_difference((*rows[i])[j], a[j]);
                heads[i][j] = difference.head;
                tails[i][j] = difference.tail;
                tail_found |= difference.tail != 0;
            }
        }
        heads_are_exact = !tail_found;
    }

    Expansion<192> exact_value() const {
        Expansion<2> entries[3][3];
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) entries[i][j] = Expansion<2>(TwoTerms{heads[i][j], tails[i][j]});
        }
        return exact_determinant(entries);
    }
};

}  // namespace defcol
