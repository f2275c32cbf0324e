// SPDX-License-Identifier: MIT
#include "geometry/orientation.hpp"

#include "geometry/expansion.hpp"

namespace defcol {

namespace {

// Coordinate differences of meshes from float files or grids are exact: one term instead of two makes every
// later product a quarter as long, so the determinant exists for both kinds of entries.
Expansion<2> multiply(double a, double b) {
    return Expansion<2>(two_product(a, b));
}
Expansion<8> multiply(const Expansion<2>& a, const Expansion<2>& b) {
    return a * b;
}

template <typename Entry>
int determinant_sign(const Entry (&m)[2][2]) {
    return (multiply(m[0][0], m[1][1]) - multiply(m[0][1], m[1][0])).sign();
}

template <typename Entry>
int determinant_sign(const Entry (&m)[3][3]) {
    const auto cofactor = [&m](int i, int j) {
        return multiply(m[0][i], m[1][j]) - multiply(m[0][j], m[1][i]);
    };
    const auto sum = cofactor(1, 2) * m[2][0] + cofactor(2, 0) * m[2][1];
    return (sum + cofactor(0, 1) * m[2][2]).sign();
}

}  // namespace

int orient2d_exact(double ax, double ay, double bx, double by, double cx, double cy) {
    const TwoTerms d[2][2] = {{two_difference(ax, cx), two_difference(ay, cy)},
                              {two_difference(bx, cx), two_difference(by, cy)}};
    if (d[0][0].tail == 0 && d[0][1].tail == 0 && d[1][0].tail == 0 && d[1][1].tail == 0) {
        const double heads[2][2] = {{d[0][0].head, d[0][1].head}, {d[1][0].head, d[1][1].head}};
        return determinant_sign(heads);
    }
    const Expansion<2> entries[2][2] = {{Expansion<2>(d[0][0]), Expansion<2>(d[0][1])},
                                        {Expansion<2>(d[1][0]), Expansion<2>(d[1][1])}};
    return determinant_sign(entries);
}

int orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    // Coincident points are the usual reason to get here with long differences.
    if (a == b || a == c || a == d || b == c || b == d || c == d) return 0;

    double heads[3][3];
    Expansion<2> entries[3][3];
    bool differences_are_exact = true;
    const Vec3* const rows[3] = {&b, &c, &d};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const TwoTerms difference = two_difference((*rows[i])[j], a[j]);
            heads[i][j] = difference.head;
            entries[i][j] = Expansion<2>(difference);
            differences_are_exact = differences_are_exact && difference.tail == 0;
        }
    }
    return differences_are_exact ? determinant_sign(heads) : determinant_sign(entries);
}

}  // namespace defcol
