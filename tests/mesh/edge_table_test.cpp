// SPDX-License-Identifier: MIT
#include "mesh/edge_table.hpp"

#include <map>

#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

struct Edge {
    uint32_t lower, higher;
    uint64_t upward, downward;
    bool operator==(const Edge&) const = default;
};

std::vector<Edge> edges_of(const std::vector<Triangle>& triangles,
                           const std::vector<uint32_t>* which = nullptr) {
    Memory memory;
    Workers workers(1);
    EdgeTable table(memory);
    std::span<const uint32_t> ids;
    if (which != nullptr) ids = *which;
    table.build(triangles, which == nullptr ? nullptr : &ids, workers);
    std::vector<Edge> edges;
    table.for_each([&](const EdgeUse& use) {
        edges.push_back({use.vertex[0], use.vertex[1], use.upward, use.downward});
    });
    return edges;
}

TEST(EdgeTable, CountsUsesInEachDirectionInOrder) {
    EXPECT_EQ(edges_of({{{0, 1, 2}}, {{2, 1, 3}}}),
              (std::vector<Edge>{{0, 1, 1, 0}, {0, 2, 0, 1}, {1, 2, 1, 1}, {1, 3, 1, 0}, {2, 3, 0, 1}}));
}

TEST(EdgeTable, KeepsTheHighestVertexIdsApart) {
    const uint32_t top = 0x7fffffff;
    EXPECT_EQ(edges_of({{{top, top - 1, 0}}}),
              (std::vector<Edge>{{0, top - 1, 0, 1}, {0, top, 1, 0}, {top - 1, top, 0, 1}}));
}

TEST(EdgeTable, HasNoEdgeFromAVertexToItself) {
    EXPECT_EQ(edges_of({{{4, 4, 9}}}), (std::vector<Edge>{{4, 9, 1, 1}}));
    EXPECT_TRUE(edges_of({{{4, 4, 4}}}).empty());
}

TEST(EdgeTable, PassesOverRemovedAndUnlistedTriangles) {
    const std::vector<uint32_t> which = {2, 1};
    EXPECT_EQ(edges_of({{{0, 1, 2}}, removed_triangle, {{5, 6, 6}}}, &which),
              (std::vector<Edge>{{5, 6, 1, 1}}));
    EXPECT_TRUE(edges_of({removed_triangle}).empty());
}

}  // namespace
}  // namespace defcol::testing
