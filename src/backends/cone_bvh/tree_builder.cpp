// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/tree_builder.hpp"

#include <algorithm>

#include "backends/cone_bvh/region_contours.hpp"
#include "backends/cone_bvh/region_grouping.hpp"
#include "backends/cone_bvh/surface_graph.hpp"
#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {

namespace {

// Turns the forest into nodes by depth and triangles by place.
class Flattening {
  public:
    Flattening(const RegionForest& forest, uint32_t leaf_size, std::pmr::memory_resource& memory,
               RegionTree& tree)
        : forest_(forest),
          leaf_size_(leaf_size),
          tree_(tree),
          counts_(memory),
          region_of_(memory),
          place_to_triangle_(memory) {}

    // The triangle at each place.
    std::span<const uint32_t> run() {
        count_triangles();
        place_to_triangle_.reserve(forest_.triangle_count);
        tree_.nodes.clear();
        tree_.shapes.clear();
        tree_.level_begin.clear();
        tree_.leaf_node.clear();
        // Places follow from the order of children, so they are known before a node is visited.
        add_node(forest_.root, 0);
        tree_.level_begin.push_back(0);
        for (uint32_t begin = 0; begin < tree_.nodes.size();) {
            const uint32_t end = tree_.node_count();
            tree_.level_begin.push_back(end);
            for (uint32_t node = begin; node < end; ++node) expand(node);
            begin = end;
        }
        if (tree_.node_count() >= 1U << 28) {
            throw Error(status::size_overflow, "cone-bvh: a mesh has more than 2^28 regions");
        }
        number_leaves();
        tree_.shapes.push_back({});
        collect(forest_.root);
        return place_to_triangle_.span();
    }

  private:
    void count_triangles() {
        // Groups are numbered after their members.
        counts_.assign(forest_.region_count(), 1);
        for (uint32_t region = forest_.triangle_count; region < counts_.size(); ++region) {
            counts_[region] = 0;
            for (const uint32_t member : forest_.members(region)) counts_[region] += counts_[member];
        }
    }

    void add_node(uint32_t region, uint32_t first_place) {
        tree_.nodes.push_back({});
        tree_.shapes.push_back({first_place, counts_[region], 0, 0, 0, 0, 0});
        region_of_.push_back(region);
    }

    void expand(uint32_t node) {
        const uint32_t region = region_of_[node];
        const RegionShape shape = tree_.shapes[node];
        if (shape.triangle_count <= leaf_size_) {
            tree_.leaf_node.push_back(node);
            return;
        }
        const auto members = forest_.members(region);
        tree_.nodes[node].children = tree_.node_count() << 4 | static_cast<uint32_t>(members.size());
        uint32_t place = shape.first_place;
        for (const uint32_t member : members) {
            add_node(member, place);
            place += counts_[member];
        }
    }

    // By place, so that the leaves of a region follow each other.
    void number_leaves() {
        std::sort(tree_.leaf_node.begin(), tree_.leaf_node.end(), [&](uint32_t a, uint32_t b) {
            return tree_.shapes[a].first_place < tree_.shapes[b].first_place;
        });
        for (uint32_t leaf = 0; leaf < tree_.leaf_count(); ++leaf) {
            RegionShape& shape = tree_.shapes[tree_.leaf_node[leaf]];
            shape.first_leaf = leaf;
            shape.leaf_count = 1;
            tree_.nodes[tree_.leaf_node[leaf]].children = leaf << 4;
        }
        for (uint32_t node = tree_.node_count(); node-- > 0;) {
            const RegionNode& region = tree_.nodes[node];
            if (region.is_leaf()) continue;
            RegionShape& shape = tree_.shapes[node];
            shape.first_leaf = tree_.shapes[region.first_child()].first_leaf;
            for (uint32_t i = 0; i < region.child_count(); ++i) {
                shape.leaf_count += tree_.shapes[region.first_child() + i].leaf_count;
            }
        }
        tree_.leaf_boxes.resize_uninitialized(6 * tree_.leaf_box_stride());
    }

    void collect(uint32_t region) {
        if (region < forest_.triangle_count) {
            place_to_triangle_.push_back(region);
        } else {
            // As deep as the tree, which is balanced.
            for (const uint32_t member : forest_.members(region)) collect(member);
        }
    }

    const RegionForest& forest_;
    uint32_t leaf_size_;
    RegionTree& tree_;
    Buffer<uint32_t> counts_;
    Buffer<uint32_t> region_of_;
    Buffer<uint32_t> place_to_triangle_;
};

void list_leaf_vertices(RegionTree& tree) {
    tree.leaf_vertex_begin.clear();
    tree.leaf_vertices.clear();
    for (const uint32_t node : tree.leaf_node) {
        tree.leaf_vertex_begin.push_back(static_cast<uint32_t>(tree.leaf_vertices.size()));
        const RegionShape& shape = tree.shapes[node];
        uint32_t own[3 * most_leaf_triangles];
        uint32_t count = 0;
        for (uint32_t i = 0; i < shape.triangle_count; ++i) {
            for (const uint32_t v : tree.triangles[shape.first_place + i].vertex) own[count++] = v;
        }
        // Rising ids walk memory forward.
        std::sort(own, own + count);
        count = static_cast<uint32_t>(std::unique(own, own + count) - own);
        tree.leaf_vertices.append({own, count});
    }
    tree.leaf_vertex_begin.push_back(static_cast<uint32_t>(tree.leaf_vertices.size()));
}

// Only where vertices that are near each other mostly have near ids: else all blocks are everywhere.
constexpr std::size_t most_blocks_per_group = 12;

void list_group_blocks(RegionTree& tree) {
    tree.group_block_begin.clear();
    tree.group_blocks.clear();
    tree.vertex_count = 0;
    for (uint32_t first = 0; first < tree.leaf_count(); first += RegionTree::leaf_group_size) {
        const uint32_t last = std::min(first + RegionTree::leaf_group_size, tree.leaf_count());
        const auto begin = static_cast<uint32_t>(tree.group_blocks.size());
        tree.group_block_begin.push_back(begin);
        for (uint32_t i = tree.leaf_vertex_begin[first]; i < tree.leaf_vertex_begin[last]; ++i) {
            tree.group_blocks.push_back(tree.leaf_vertices[i] / RegionTree::vertex_block_size);
            tree.vertex_count = std::max(tree.vertex_count, tree.leaf_vertices[i] + 1);
        }
        std::sort(tree.group_blocks.begin() + begin, tree.group_blocks.end());
        uint32_t* const end = std::unique(tree.group_blocks.begin() + begin, tree.group_blocks.end());
        tree.group_blocks.resize_uninitialized(static_cast<std::size_t>(end - tree.group_blocks.begin()));
    }
    tree.group_block_begin.push_back(static_cast<uint32_t>(tree.group_blocks.size()));
    if (tree.group_blocks.size() > most_blocks_per_group * tree.group_block_begin.size()) {
        tree.group_block_begin.clear();
        tree.group_blocks.clear();
        return;
    }
    tree.block_boxes.reserve(tree.vertex_count / RegionTree::vertex_block_size + 1);
}

}  // namespace

void build_tree(std::span<const Triangle> triangles, std::span<const uint32_t> ids, const Vec3* positions,
                uint32_t vertex_count, uint32_t leaf_size, std::pmr::memory_resource& memory, const Log& log,
                RegionTree& tree) {
    tree.nodes.clear();
    tree.leaf_node.clear();
    tree.dead.clear();
    if (ids.empty()) return;
    Buffer<Triangle> present(memory);
    for (const uint32_t id : ids) present.push_back(triangles[id]);
    SurfaceGraph graph(memory);
    graph.build(present.span(), vertex_count, memory);
    RegionForest forest(memory);
    group_regions(present.span(), graph, positions, memory, log, forest);
    Flattening flattening(forest, std::min(leaf_size, most_leaf_triangles), memory, tree);
    const auto place_to_triangle = flattening.run();

    tree.triangles.clear();
    tree.triangle_ids.clear();
    for (const uint32_t t : place_to_triangle) {
        tree.triangles.push_back(present[t]);
        tree.triangle_ids.push_back(ids[t]);
    }
    list_leaf_vertices(tree);
    list_group_blocks(tree);
    build_contours(graph, place_to_triangle, vertex_count, memory, tree);
}

}  // namespace defcol
