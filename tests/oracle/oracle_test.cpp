// SPDX-License-Identifier: MIT
// The oracle is what everything else is compared with: its mesh answers must be its pair answers, and those
// right on cases small enough to see.
#include "oracle/oracle.hpp"

#include <gtest/gtest.h>

#include "geometry/adversarial_cases.hpp"

namespace defcol::test {

namespace {

struct Soup {
    std::vector<double> positions;
    std::vector<std::uint32_t> elements;
};

Soup grid_soup(Random& random, int vertex_count, int index_count) {
    Soup soup;
    for (int i = 0; i < 3 * vertex_count; ++i) soup.positions.push_back(random.below(6));
    for (int i = 0; i < index_count; ++i) {
        soup.elements.push_back(static_cast<std::uint32_t>(random.below(vertex_count)));
    }
    return soup;
}

template <std::size_t Corners>
std::array<double, 3 * Corners> corners(const Soup& soup, std::size_t element) {
    std::array<double, 3 * Corners> result{};
    for (std::size_t i = 0; i < 3 * Corners; ++i) {
        result[i] = soup.positions[3 * soup.elements[Corners * element + i / 3] + i % 3];
    }
    return result;
}

TEST(Oracle, TrianglePairsAreAllPairsThatIntersect) {
    Random random(20);
    const Soup a = grid_soup(random, 60, 3 * 50);
    const Soup b = grid_soup(random, 60, 3 * 40);
    oracle::Pairs expected;
    for (std::uint32_t i = 0; i < 50; ++i) {
        for (std::uint32_t j = 0; j < 40; ++j) {
            if (oracle::triangles_intersect(corners<3>(a, i).data(), corners<3>(b, j).data())) {
                expected.emplace_back(i, j);
            }
        }
    }
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(oracle::triangle_pairs(a.positions, a.elements, b.positions, b.elements), expected);
}

TEST(Oracle, SelfPairsLeaveOutWhatSharesVertices) {
    // Two triangles with a common edge folded flat onto each other, and one that pierces both.
    const std::vector<double> positions = {0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 3, 0, 1, 1, -1, 1, 1, 1, 2, 1, 1};
    const std::vector<std::uint32_t> triangles = {0, 1, 2, 0, 1, 3, 4, 5, 6};
    EXPECT_EQ(oracle::self_triangle_pairs(positions, triangles, false), (oracle::Pairs{{0, 2}, {1, 2}}));
    EXPECT_EQ(oracle::self_triangle_pairs(positions, triangles, true),
              (oracle::Pairs{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(Oracle, VerticesInTetrahedraAreAllPairsContained) {
    Random random(21);
    const Soup points = grid_soup(random, 40, 0);
    const Soup mesh = grid_soup(random, 40, 4 * 30);
    oracle::Pairs expected;
    for (std::uint32_t i = 0; i < 40; ++i) {
        for (std::uint32_t j = 0; j < 30; ++j) {
            if (oracle::tetrahedron_contains(corners<4>(mesh, j).data(), &points.positions[3 * i])) {
                expected.emplace_back(i, j);
            }
        }
    }
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(oracle::vertices_in_tetrahedra(points.positions, mesh.positions, mesh.elements, false),
              expected);
    for (const auto& [vertex, tetrahedron] :
         oracle::vertices_in_tetrahedra(mesh.positions, mesh.positions, mesh.elements, true)) {
        for (std::size_t k = 0; k < 4; ++k) EXPECT_NE(mesh.elements[4 * tetrahedron + k], vertex);
    }
}

TEST(Oracle, CountsThePairsOfABenchmark) {
    const std::vector<double> pairs = {0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -1, 1, 1, 1, 2, 1, 1,   // pierced
                                       0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1,  1, 1, 2, 2, 1, 2};  // apart
    EXPECT_EQ(oracle::TrianglePairSet(pairs).count_intersecting(), 1u);
}

}  // namespace

}  // namespace defcol::test
