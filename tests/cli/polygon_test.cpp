// SPDX-License-Identifier: MIT
#include "cli/polygon.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

double area_of(const std::vector<double>& positions, const std::vector<uint32_t>& triangles) {
    double area = 0;
    for (std::size_t i = 0; i < triangles.size(); i += 3) {
        const double* a = &positions[3 * triangles[i]];
        const double* b = &positions[3 * triangles[i + 1]];
        const double* c = &positions[3 * triangles[i + 2]];
        area += 0.5 * std::abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    }
    return area;
}

TEST(Polygon, TriangleStaysAsItIs) {
    std::vector<uint32_t> triangles;
    cli::append_polygon(std::vector<uint32_t>{2, 0, 1}, std::vector<double>(9), triangles);
    EXPECT_EQ((std::vector<uint32_t>{2, 0, 1}), triangles);
}

TEST(Polygon, ConcavePolygonIsCutInside) {
    // A "U": a fan from any but two corners would cover its gap. Its area tells.
    const std::vector<double> positions = {0, 0, 0, 3, 0, 0, 3, 3, 0, 2, 3, 0,
                                           2, 1, 0, 1, 1, 0, 1, 3, 0, 0, 3, 0};
    for (uint32_t first = 0; first < 8; ++first) {
        std::vector<uint32_t> corners;
        for (uint32_t i = 0; i < 8; ++i) corners.push_back((first + i) % 8);
        std::vector<uint32_t> triangles;
        cli::append_polygon(corners, positions, triangles);
        EXPECT_EQ(18U, triangles.size());
        EXPECT_NEAR(7, area_of(positions, triangles), 1e-12) << "from corner " << first;
    }
}

TEST(Polygon, BothDirectionsAroundWork) {
    const std::vector<double> positions = {0, 0, 0, 2, 0, 0, 1, 0.5, 0, 0, 2, 0};
    for (const std::vector<uint32_t>& corners : {std::vector<uint32_t>{0, 1, 2, 3}, {3, 2, 1, 0}}) {
        std::vector<uint32_t> triangles;
        cli::append_polygon(corners, positions, triangles);
        EXPECT_NEAR(1.5, area_of(positions, triangles), 1e-12);
    }
}

TEST(Polygon, EveryPolygonGivesTwoTrianglesLessThanCorners) {
    // All corners at one place, and more corners than are searched for ears.
    for (const uint32_t count : {4U, 7U, 600U}) {
        std::vector<uint32_t> corners(count);
        for (uint32_t i = 0; i < count; ++i) corners[i] = i;
        std::vector<uint32_t> triangles;
        cli::append_polygon(corners, std::vector<double>(3 * count), triangles);
        EXPECT_EQ(3 * (count - 2), triangles.size());
    }
    std::vector<uint32_t> nothing;
    cli::append_polygon(std::vector<uint32_t>{0, 1}, std::vector<double>(6), nothing);
    EXPECT_TRUE(nothing.empty());
}

}  // namespace
