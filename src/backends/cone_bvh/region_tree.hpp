// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory_resource>

#include "backends/cone_bvh/directions.hpp"
#include "base/aligned_buffer.hpp"
#include "geometry/box.hpp"
#include "mesh/element.hpp"

namespace defcol {

// What a frame computes of a region: its box and the directions in which all its normals certainly point.
struct alignas(32) RegionNode {
    Vec3f min;
    DirectionBits directions;
    Vec3f max;
    uint32_t children;  // first child << 4 | number of children; for a leaf its number << 4

    bool is_leaf() const { return (children & 15) == 0; }
    uint32_t child_count() const { return children & 15; }
    uint32_t first_child() const { return children >> 4; }
    uint32_t leaf() const { return children >> 4; }
};
static_assert(sizeof(RegionNode) == 32);

inline bool overlap(const RegionNode& a, const RegionNode& b) {
    return (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y) &
           (a.min.z <= b.max.z) & (b.min.z <= a.max.z);
}

// An edge of a region's contour, with the region on its left. `behind` is the place of the triangle that uses
// it in the other direction, or no_index: the union with a region that holds that place has the edge inside.
struct ContourEdge {
    uint32_t tail;
    uint32_t head;
    uint32_t behind;
};

// What never changes of a region.
struct RegionShape {
    uint32_t first_place;  // its triangles are the places [first_place, first_place + triangle_count)
    uint32_t triangle_count;
    uint32_t contour_begin;    // into contour_edges; the next region's begin ends it
    uint32_t adjacency_begin;  // into adjacency_vertices
    uint32_t is_regular;       // one loop without deep inlets: what mode `fast` trusts
    uint32_t first_leaf;       // its leaves are [first_leaf, first_leaf + leaf_count)
    uint32_t leaf_count;
};

// A vertex where the neighbour of a contour changes, and the run of places that its triangles are in.
struct AdjacencyVertex {
    uint32_t vertex;
    uint32_t first_place;
    uint32_t last_place;
};

// The box of a block of vertices, not rounded.
struct VertexBlockBox {
    float low[4];
    float high[4];
};

// The hierarchy of Volino 1994, section 2.3.1, over the triangles of one mesh. Triangles are stored by place:
// depth first, so that every region is one run of places and "is this triangle in that region" two
// comparisons. Nodes are stored by depth, siblings side by side, so that a sweep from the last to the first
// sees children before parents. Leaves are numbered by place: every region is one run of leaves. Vertex ids
// are the mesh's own.
struct RegionTree {
    explicit RegionTree(std::pmr::memory_resource& memory) noexcept
        : nodes(memory),
          shapes(memory),
          level_begin(memory),
          triangles(memory),
          triangle_ids(memory),
          leaf_node(memory),
          leaf_vertex_begin(memory),
          leaf_vertices(memory),
          leaf_boxes(memory),
          group_block_begin(memory),
          group_blocks(memory),
          block_boxes(memory),
          contour_edges(memory),
          adjacency_vertices(memory),
          vertex_place_begin(memory),
          vertex_places(memory),
          dead(memory) {}

    bool empty() const { return nodes.empty(); }
    uint32_t node_count() const { return static_cast<uint32_t>(nodes.size()); }
    uint32_t leaf_count() const { return static_cast<uint32_t>(leaf_node.size()); }

    // Empty also where it is too long to be worth a test.
    std::span<const ContourEdge> contour(uint32_t node) const {
        return contour_edges.span().subspan(shapes[node].contour_begin,
                                            shapes[node + 1].contour_begin - shapes[node].contour_begin);
    }
    bool contains(uint32_t node, uint32_t place) const {
        return place - shapes[node].first_place < shapes[node].triangle_count;
    }

    // Boxes of leaves as columns: 0-2 are the lower ends in x, y, z, 3-5 the upper ones. A vector may be read
    // from any leaf on.
    static constexpr std::size_t leaf_box_padding = 16;
    std::size_t leaf_box_stride() const { return leaf_node.size() + leaf_box_padding; }
    const float* leaf_box_column(std::size_t column) const {
        return leaf_boxes.data() + column * leaf_box_stride();
    }
    float* leaf_box_column(std::size_t column) { return leaf_boxes.data() + column * leaf_box_stride(); }

    static constexpr uint32_t leaf_group_size = 16;
    static constexpr uint32_t vertex_block_size = 128;
    bool has_vertex_blocks() const { return !group_block_begin.empty(); }

    // `usable`: flags of the mesh's triangles, null if all count.
    bool place_is_usable(uint32_t place, const uint8_t* usable) const {
        return (usable == nullptr || usable[triangle_ids[place]] != 0) && (dead.empty() || dead[place] == 0);
    }

    // The lowest place of a triangle at the vertex that is not below `least`; no_index if there is none.
    uint32_t first_place_from(uint32_t vertex, uint32_t least) const {
        const uint32_t* const end = vertex_places.data() + vertex_place_begin[vertex + 1];
        const uint32_t* const found =
            std::lower_bound(vertex_places.data() + vertex_place_begin[vertex], end, least);
        return found == end ? no_index : *found;
    }

    // Whether two disjoint regions share a vertex (section 2.3.3): the vertices where the neighbour of a
    // contour changes are few, and one of either region touches the other if they are adjacent.
    bool regions_are_adjacent(uint32_t a, uint32_t b) const {
        return has_adjacency_vertex_at(a, b) || has_adjacency_vertex_at(b, a);
    }

    Buffer<RegionNode> nodes;      // 0 is the root
    Buffer<RegionShape> shapes;    // one more than nodes
    Buffer<uint32_t> level_begin;  // first node of each depth, and the end
    Buffer<Triangle> triangles;    // by place
    Buffer<uint32_t> triangle_ids;
    Buffer<uint32_t> leaf_node;
    Buffer<uint32_t> leaf_vertex_begin;  // one more than leaves
    Buffer<uint32_t> leaf_vertices;      // each vertex of a leaf once
    Buffer<float> leaf_boxes;            // the boxes of leaf nodes again; see leaf_box_column
    // Vertices in blocks of consecutive ids, leaves in groups: a group lies within the boxes of the blocks
    // that have its vertices. Empty where ids say too little about places.
    Buffer<uint32_t> group_block_begin;  // one more than groups
    Buffer<uint32_t> group_blocks;
    Buffer<VertexBlockBox> block_boxes;  // of a frame, where it is asked for
    Buffer<ContourEdge> contour_edges;
    Buffer<AdjacencyVertex> adjacency_vertices;
    Buffer<uint32_t> vertex_place_begin;  // one more than vertices
    Buffer<uint32_t> vertex_places;       // the triangles at each vertex, rising
    Buffer<uint8_t> dead;  // by place: 1 if removed since the tree was built; empty if none was
    uint32_t longest_contour = 0;
    uint32_t vertex_count = 0;  // above every vertex id of a triangle

  private:
    bool has_adjacency_vertex_at(uint32_t node, uint32_t other) const {
        const uint32_t first = shapes[other].first_place;
        const uint32_t last = first + shapes[other].triangle_count - 1;
        const uint32_t end = shapes[node + 1].adjacency_begin;
        for (uint32_t i = shapes[node].adjacency_begin; i < end; ++i) {
            // Nearly always the triangles of a vertex have places near each other and this decides.
            const AdjacencyVertex& at = adjacency_vertices[i];
            if (at.last_place < first || at.first_place > last) continue;
            if (has_triangle_at(other, at.vertex)) return true;
        }
        return false;
    }

    bool has_triangle_at(uint32_t node, uint32_t vertex) const {
        constexpr uint32_t usual_valence = 12;
        const uint32_t begin = vertex_place_begin[vertex];
        const uint32_t end = vertex_place_begin[vertex + 1];
        if (end - begin > usual_valence) {
            const uint32_t place = first_place_from(vertex, shapes[node].first_place);
            return place != no_index && contains(node, place);
        }
        // No branch to guess.
        bool found = false;
        for (uint32_t i = begin; i < end; ++i) found |= contains(node, vertex_places[i]);
        return found;
    }
};

}  // namespace defcol
