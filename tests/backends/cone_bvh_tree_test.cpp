// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <memory_resource>
#include <numeric>
#include <set>
#include <vector>

#include "backends/cone_bvh/region_tree.hpp"
#include "backends/cone_bvh/tree_builder.hpp"
#include "scenes/spheres.hpp"
#include "scenes/surfaces.hpp"

namespace {

using defcol::RegionNode;
using defcol::RegionTree;
using defcol::Triangle;

class BuiltTree {
  public:
    explicit BuiltTree(const scenes::Mesh& mesh) : tree(*std::pmr::get_default_resource()) {
        for (std::size_t t = 0; t < mesh.triangle_count(); ++t) {
            triangles.push_back(
                {{mesh.triangles[3 * t], mesh.triangles[3 * t + 1], mesh.triangles[3 * t + 2]}});
        }
        std::vector<defcol::Vec3> positions;
        for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
            positions.emplace_back(mesh.positions[3 * v], mesh.positions[3 * v + 1],
                                   mesh.positions[3 * v + 2]);
        }
        std::vector<uint32_t> ids(triangles.size());
        std::iota(ids.begin(), ids.end(), 0U);
        defcol::build_tree(triangles, ids, positions.data(), static_cast<uint32_t>(mesh.vertex_count()), 12,
                           *std::pmr::get_default_resource(), defcol::Log(), tree);
    }

    std::set<uint32_t> vertices_of(uint32_t node) const {
        std::set<uint32_t> result;
        const auto& shape = tree.shapes[node];
        for (uint32_t i = 0; i < shape.triangle_count; ++i) {
            for (const uint32_t v : tree.triangles[shape.first_place + i].vertex) result.insert(v);
        }
        return result;
    }

    RegionTree tree;
    std::vector<Triangle> triangles;
};

scenes::Mesh mesh_of(scenes::Scene scene) {
    return scene.meshes.at(0);
}

TEST(RegionTree, HoldsEveryTriangleOnceAndIsBalanced) {
    const BuiltTree built(scenes::icosphere(16));
    const RegionTree& tree = built.tree;
    std::vector<uint32_t> ids(tree.triangle_ids.begin(), tree.triangle_ids.end());
    std::sort(ids.begin(), ids.end());
    ASSERT_EQ(ids.size(), built.triangles.size());
    for (uint32_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], i);
    EXPECT_LE(tree.level_begin.size(), 14U);
    for (uint32_t node = 0; node < tree.node_count(); ++node) {
        const RegionNode& region = tree.nodes[node];
        if (region.is_leaf()) continue;
        uint32_t place = tree.shapes[node].first_place;
        for (uint32_t i = 0; i < region.child_count(); ++i) {
            EXPECT_EQ(tree.shapes[region.first_child() + i].first_place, place);
            place += tree.shapes[region.first_child() + i].triangle_count;
        }
        EXPECT_EQ(place, tree.shapes[node].first_place + tree.shapes[node].triangle_count);
    }
}

TEST(RegionTree, AdjacencyIsWhetherTwoRegionsShareAVertex) {
    for (const scenes::Mesh& mesh : {scenes::icosphere(6), mesh_of(scenes::inlet_disc(4, 1)),
                                     mesh_of(scenes::moebius_strip(4, 1)), mesh_of(scenes::tube(4, 1))}) {
        const BuiltTree built(mesh);
        const RegionTree& tree = built.tree;
        std::vector<std::set<uint32_t>> vertices;
        for (uint32_t node = 0; node < tree.node_count(); ++node) vertices.push_back(built.vertices_of(node));
        for (uint32_t a = 0; a < tree.node_count(); ++a) {
            for (uint32_t b = a + 1; b < tree.node_count(); ++b) {
                const auto& shape_a = tree.shapes[a];
                const auto& shape_b = tree.shapes[b];
                if (tree.contains(a, shape_b.first_place) || tree.contains(b, shape_a.first_place)) continue;
                const bool share = std::any_of(vertices[a].begin(), vertices[a].end(),
                                               [&](uint32_t v) { return vertices[b].contains(v); });
                EXPECT_EQ(tree.regions_are_adjacent(a, b), share) << "regions " << a << " and " << b;
            }
        }
        // Section 2.3.3: hardly more than six on average.
        EXPECT_LT(tree.adjacency_vertices.size(), 10U * tree.node_count());
    }
}

TEST(RegionTree, AContourIsClosedAndHoldsWhatNoOtherTriangleOfTheRegionCancels) {
    const BuiltTree built(mesh_of(scenes::book(4, 1)));
    const RegionTree& tree = built.tree;
    for (uint32_t node = 0; node < tree.node_count(); ++node) {
        // As chains: the sum of all triangle boundaries is the sum of the contour's edges.
        std::multiset<std::pair<uint32_t, uint32_t>> sum;
        const auto add = [&](uint32_t tail, uint32_t head) {
            const auto opposite = sum.find({head, tail});
            if (opposite != sum.end()) {
                sum.erase(opposite);
            } else {
                sum.insert({tail, head});
            }
        };
        const auto& shape = tree.shapes[node];
        for (uint32_t i = 0; i < shape.triangle_count; ++i) {
            const Triangle& t = tree.triangles[shape.first_place + i];
            for (int k = 0; k < 3; ++k) add(t.vertex[k], t.vertex[(k + 1) % 3]);
        }
        for (const defcol::ContourEdge& edge : tree.contour(node)) add(edge.head, edge.tail);
        EXPECT_TRUE(sum.empty()) << "region " << node;
    }
}

}  // namespace
