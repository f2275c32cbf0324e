// SPDX-License-Identifier: MIT
#include "geometry/adjacent_triangles.hpp"

#include <gtest/gtest.h>

namespace defcol::test {

namespace {

using Triangle = Vec3[3];

constexpr Triangle base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};

// Corner 0 of both, or corners 0 and 1 of both.
bool beyond_vertex(const Triangle& a, const Triangle& b) {
    return triangles_intersect_beyond_shared(a, b, {1, {0}, {0}});
}
bool beyond_edge(const Triangle& a, const Triangle& b) {
    return triangles_intersect_beyond_shared(a, b, {2, {0, 1}, {0, 1}});
}

TEST(AdjacentTriangles, SharedVerticesAreFoundByIndexOnceEach) {
    const SharedVertices none = find_shared_vertices({1, 2, 3}, {4, 5, 6});
    EXPECT_EQ(none.count, 0);
    const SharedVertices two = find_shared_vertices({1, 2, 3}, {3, 9, 1});
    ASSERT_EQ(two.count, 2);
    EXPECT_EQ(two.a[0], 0);
    EXPECT_EQ(two.b[0], 2);
    EXPECT_EQ(two.a[1], 2);
    EXPECT_EQ(two.b[1], 0);
    EXPECT_EQ(find_shared_vertices({7, 7, 8}, {7, 7, 9}).count, 1);
    EXPECT_EQ(find_shared_vertices({7, 7, 7}, {7, 7, 7}).count, 1);
    EXPECT_EQ(find_shared_vertices({1, 2, 3}, {2, 3, 1}).count, 3);
}

TEST(AdjacentTriangles, AtOneVertexACommonRayCounts) {
    EXPECT_FALSE(beyond_vertex(base, {{0, 0, 0}, {-1, 0, 1}, {-1, 1, 1}}));
    EXPECT_FALSE(beyond_vertex(base, {{0, 0, 0}, {-1, -1, 1}, {-1, -1, -1}}));  // crosses the plane outside
    EXPECT_TRUE(beyond_vertex(base, {{0, 0, 0}, {1, 1, 1}, {1, 1, -1}}));
    EXPECT_TRUE(beyond_vertex(base, {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}));  // along an edge
    EXPECT_TRUE(beyond_vertex(base, {{0, 0, 0}, {1, 1, 0}, {0, 0, 1}}));  // an edge in the face
    EXPECT_TRUE(beyond_vertex(base, {{0, 0, 0}, {5, 1, 0}, {1, 5, 0}}));  // coplanar overlap
    EXPECT_FALSE(beyond_vertex(base, {{0, 0, 0}, {-1, 1, 0}, {-1, -1, 0}}));
    EXPECT_TRUE(beyond_vertex(base, {{0, 0, 0}, {0, 1, 0}, {-1, 1, 0}}));  // coplanar, along an edge
}

TEST(AdjacentTriangles, AtOneVertexZeroAreaIsTakenAsSegments) {
    EXPECT_FALSE(beyond_vertex(base, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}));
    EXPECT_TRUE(beyond_vertex(base, {{0, 0, 0}, {0, 0, 0}, {1, 1, 0}}));
    EXPECT_FALSE(beyond_vertex(base, {{0, 0, 0}, {0, 0, 1}, {0, 0, -2}}));
    EXPECT_TRUE(beyond_vertex(base, {{0, 0, 0}, {-1, -1, 0}, {2, 2, 0}}));
    EXPECT_FALSE(beyond_vertex({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}, {{0, 0, 0}, {-1, -1, -1}, {-2, -2, -2}}));
    EXPECT_TRUE(beyond_vertex({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}, {{0, 0, 0}, {-1, -1, -1}, {2, 2, 2}}));
}

TEST(AdjacentTriangles, AtAnEdgeOnlyAFoldInThePlaneCounts) {
    EXPECT_FALSE(beyond_edge(base, {{0, 0, 0}, {4, 0, 0}, {0, 0, 1}}));
    EXPECT_FALSE(beyond_edge(base, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0x1p-300}}));
    EXPECT_FALSE(beyond_edge(base, {{0, 0, 0}, {4, 0, 0}, {0, -1, 0}}));
    EXPECT_TRUE(beyond_edge(base, {{0, 0, 0}, {4, 0, 0}, {9, 1, 0}}));
    EXPECT_TRUE(beyond_edge(base, base));
}

TEST(AdjacentTriangles, AtAnEdgeZeroAreaIsTakenAsSegments) {
    const Triangle longer = {{0, 0, 0}, {4, 0, 0}, {6, 0, 0}};
    EXPECT_FALSE(beyond_edge(base, longer));
    EXPECT_TRUE(beyond_edge(longer, {{0, 0, 0}, {4, 0, 0}, {5, 0, 0}}));
    EXPECT_FALSE(beyond_edge(longer, {{0, 0, 0}, {4, 0, 0}, {-1, 0, 0}}));
    EXPECT_FALSE(beyond_edge(longer, {{0, 0, 0}, {4, 0, 0}, {2, 0, 0}}));
    // The shared edge itself is a point.
    EXPECT_TRUE(beyond_edge({{0, 0, 0}, {0, 0, 0}, {1, 1, 0}}, {{0, 0, 0}, {0, 0, 0}, {2, 2, 0}}));
    EXPECT_FALSE(beyond_edge({{0, 0, 0}, {0, 0, 0}, {1, 1, 0}}, {{0, 0, 0}, {0, 0, 0}, {-2, -2, 0}}));
}

TEST(AdjacentTriangles, TheSameThreeVerticesAreNeverBeyond) {
    EXPECT_FALSE(triangles_intersect_beyond_shared(base, base, find_shared_vertices({0, 1, 2}, {0, 1, 2})));
}

}  // namespace

}  // namespace defcol::test
