// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/rigid_fit.hpp"

#include <algorithm>
#include <cmath>

namespace defcol {

namespace {

// The eigenvector of the largest eigenvalue of a symmetric 4 x 4 matrix, by Jacobi's rotations.
void largest_eigenvector(double (&matrix)[4][4], double (&result)[4]) {
    double vectors[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    constexpr int most_sweeps = 24;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        double off_diagonal = 0;
        for (int p = 0; p < 4; ++p) {
            for (int q = p + 1; q < 4; ++q) off_diagonal += std::fabs(matrix[p][q]);
        }
        if (off_diagonal < 1e-300) break;
        for (int p = 0; p < 4; ++p) {
            for (int q = p + 1; q < 4; ++q) {
                if (matrix[p][q] == 0) continue;
                const double theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
                const double tangent =
                    (theta >= 0 ? 1.0 : -1.0) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
                const double cosine = 1 / std::sqrt(tangent * tangent + 1);
                const double sine = tangent * cosine;
                for (auto& row : matrix) {
                    const double at_p = row[p];
                    const double at_q = row[q];
                    row[p] = cosine * at_p - sine * at_q;
                    row[q] = sine * at_p + cosine * at_q;
                }
                for (int k = 0; k < 4; ++k) {
                    const double at_p = matrix[p][k];
                    const double at_q = matrix[q][k];
                    matrix[p][k] = cosine * at_p - sine * at_q;
                    matrix[q][k] = sine * at_p + cosine * at_q;
                }
                for (auto& row : vectors) {
                    const double at_p = row[p];
                    const double at_q = row[q];
                    row[p] = cosine * at_p - sine * at_q;
                    row[q] = sine * at_p + cosine * at_q;
                }
            }
        }
    }
    int best = 0;
    for (int i = 1; i < 4; ++i) {
        if (matrix[i][i] > matrix[best][best]) best = i;
    }
    for (int i = 0; i < 4; ++i) result[i] = vectors[i][best];
}

}  // namespace

RigidMotion fit_rigid_motion(std::span<const uint32_t> vertices, const Vec3* rest, const Vec3* now,
                             const uint8_t* usable) {
    const auto counts = [&](uint32_t vertex) { return usable == nullptr || usable[vertex] != 0; };
    RigidMotion motion;
    double count = 0;
    for (const uint32_t vertex : vertices) {
        if (!counts(vertex)) continue;
        count += 1;
        motion.from += (rest[vertex] - motion.from) / count;
        motion.to += (now[vertex] - motion.to) / count;
    }
    if (count == 0) return motion;
    double product[3][3] = {};
    for (const uint32_t vertex : vertices) {
        if (!counts(vertex)) continue;
        const Vec3 before = rest[vertex] - motion.from;
        const Vec3 after = now[vertex] - motion.to;
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 3; ++k) product[i][k] += before[i] * after[k];
        }
    }
    // Scaled by a power of two, so that nothing below over- or underflows and nothing depends on the unit.
    double largest = 0;
    for (const auto& row : product) {
        for (const double entry : row) largest = std::max(largest, std::fabs(entry));
    }
    if (!(largest > 0)) return motion;
    const int exponent = -std::ilogb(largest);
    for (auto& row : product) {
        for (double& entry : row) entry = std::ldexp(entry, exponent);
    }
    const auto& s = product;
    double matrix[4][4] = {
        {s[0][0] + s[1][1] + s[2][2], s[1][2] - s[2][1], s[2][0] - s[0][2], s[0][1] - s[1][0]},
        {s[1][2] - s[2][1], s[0][0] - s[1][1] - s[2][2], s[0][1] + s[1][0], s[2][0] + s[0][2]},
        {s[2][0] - s[0][2], s[0][1] + s[1][0], s[1][1] - s[0][0] - s[2][2], s[1][2] + s[2][1]},
        {s[0][1] - s[1][0], s[2][0] + s[0][2], s[1][2] + s[2][1], s[2][2] - s[0][0] - s[1][1]}};
    double quaternion[4];
    largest_eigenvector(matrix, quaternion);
    double squared_length = 0;
    for (const double component : quaternion) squared_length += component * component;
    if (!(squared_length > 0)) return motion;
    for (double& component : quaternion) component /= std::sqrt(squared_length);
    const double w = quaternion[0];
    const double x = quaternion[1];
    const double y = quaternion[2];
    const double z = quaternion[3];
    motion.row[0] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)};
    motion.row[1] = {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)};
    motion.row[2] = {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)};
    return motion;
}

}  // namespace defcol
