// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/region_contours.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {

namespace {

// A contour much longer than that of a round region has inlets.
constexpr uint64_t most_squared_perimeter_per_triangle = 40;

// A contour longer than this is no contour of a surface but of many pieces, or of edges that nothing cancels:
// no test of it would end soon, or well. It is not kept, so that all contours together take O(n) even where a
// mesh is a heap of single triangles.
constexpr uint64_t longest_short_contour = 48;
constexpr uint64_t most_squared_length_per_triangle = 400;

bool is_worth_a_test(uint64_t length, uint64_t triangle_count) {
    return length <= longest_short_contour ||
           length * length <= most_squared_length_per_triangle * triangle_count;
}

uint32_t checked_offset(std::size_t offset) {
    if (offset >= UINT32_MAX) {
        throw Error(status::size_overflow, "cone-bvh: the contours of a mesh have more than 2^32 - 2 edges");
    }
    return static_cast<uint32_t>(offset);
}

class ContourBuilder {
  public:
    ContourBuilder(const SurfaceGraph& graph, std::span<const uint32_t> place_to_triangle,
                   uint32_t vertex_count, std::pmr::memory_resource& memory, RegionTree& tree)
        : graph_(graph),
          place_to_triangle_(place_to_triangle),
          tree_(tree),
          place_of_(memory),
          first_at_(memory),
          edges_(memory),
          next_at_(memory),
          done_(memory),
          parent_(memory),
          lengths_(memory) {
        place_of_.resize_uninitialized(place_to_triangle.size());
        for (uint32_t p = 0; p < place_to_triangle.size(); ++p) place_of_[place_to_triangle[p]] = p;
        first_at_.assign(vertex_count, no_index);
    }

    void run() {
        // Children come after their parents, and a parent's contour is found among those of its children: so
        // from the last to the first, into a list that is turned round at the end.
        const uint32_t count = tree_.node_count();
        parent_.assign(count, no_index);
        Buffer<ContourEdge>& out = tree_.contour_edges;
        out.clear();
        lengths_.resize_uninitialized(count);
        for (uint32_t node = count; node-- > 0;) {
            edges_.clear();
            gather(node);
            tree_.shapes[node].contour_begin = checked_offset(out.size());
            const uint32_t loops = append_loops();
            const auto length = static_cast<uint32_t>(edges_.size());
            tree_.shapes[node].is_regular =
                loops == 1 && uint64_t{length} * length <=
                                  most_squared_perimeter_per_triangle * tree_.shapes[node].triangle_count
                    ? 1
                    : 0;
            lengths_[node] = length;
        }
        list_adjacency();
        turn_round();
    }

  private:
    void gather(uint32_t node) {
        const RegionNode& region = tree_.nodes[node];
        if (region.is_leaf()) {
            const RegionShape& shape = tree_.shapes[node];
            for (uint32_t i = 0; i < shape.triangle_count; ++i) gather_triangle(node, shape.first_place + i);
            return;
        }
        for (uint32_t child = region.first_child(); child < region.first_child() + region.child_count();
             ++child) {
            parent_[child] = node;
            const uint32_t begin = tree_.shapes[child].contour_begin;
            for (uint32_t i = begin; i < begin + lengths_[child]; ++i) {
                const ContourEdge edge = tree_.contour_edges[i];
                if (edge.behind == no_index || !tree_.contains(node, edge.behind)) edges_.push_back(edge);
            }
        }
    }

    void gather_triangle(uint32_t node, uint32_t place) {
        const Triangle& triangle = tree_.triangles[place];
        for (uint32_t k = 0; k < 3; ++k) {
            const uint32_t tail = triangle.vertex[k];
            const uint32_t head = triangle.vertex[(k + 1) % 3];
            if (tail == head) continue;
            const uint32_t twin = graph_.twin[3 * place_to_triangle_[place] + k];
            const uint32_t behind = twin == no_index ? no_index : place_of_[twin / 3];
            if (behind == no_index || !tree_.contains(node, behind)) edges_.push_back({tail, head, behind});
        }
    }

    // Appends the gathered edges one after the other along loops; as many leave a vertex as arrive, so every
    // walk closes. Returns the number of loops.
    uint32_t append_loops() {
        const auto count = static_cast<uint32_t>(edges_.size());
        next_at_.resize_uninitialized(count);
        done_.assign(count, 0);
        for (uint32_t i = count; i-- > 0;) {
            next_at_[i] = first_at_[edges_[i].tail];
            first_at_[edges_[i].tail] = i;
        }
        uint32_t loops = 0;
        for (uint32_t start = 0; start < count; ++start) {
            if (done_[start] != 0) continue;
            ++loops;
            for (uint32_t i = start; i != no_index;) {
                done_[i] = 1;
                tree_.contour_edges.push_back(edges_[i]);
                uint32_t& first = first_at_[edges_[i].head];
                while (first != no_index && done_[first] != 0) first = next_at_[first];
                i = first;
            }
        }
        for (const ContourEdge& edge : edges_) first_at_[edge.tail] = no_index;
        return loops;
    }

    void turn_round() {
        edges_.clear();
        tree_.longest_contour = 0;
        for (uint32_t node = 0; node < tree_.node_count(); ++node) {
            RegionShape& shape = tree_.shapes[node];
            const auto contour = tree_.contour_edges.span().subspan(shape.contour_begin, lengths_[node]);
            shape.contour_begin = checked_offset(edges_.size());
            if (!is_worth_a_test(contour.size(), shape.triangle_count)) continue;
            edges_.append(contour);
            tree_.longest_contour = std::max(tree_.longest_contour, lengths_[node]);
        }
        tree_.shapes[tree_.node_count()].contour_begin = checked_offset(edges_.size());
        tree_.contour_edges.swap(edges_);
    }

    // The largest region that holds the place and not the node; no_index for outside.
    uint32_t neighbour_at(uint32_t node, uint32_t place) const {
        if (place == no_index) return no_index;
        uint32_t holder = parent_[node];
        while (holder != no_index && !tree_.contains(holder, place)) holder = parent_[holder];
        if (holder == no_index) return no_index;
        uint32_t child = tree_.nodes[holder].first_child();
        while (!tree_.contains(child, place)) ++child;
        return child;
    }

    // Section 2.3.3. Beyond the paper: a vertex is also kept if a region touches there that is behind neither
    // edge, so that regions which meet at a vertex only are seen too, and every loop that touches another
    // region keeps one.
    void list_adjacency() {
        tree_.adjacency_vertices.clear();
        for (uint32_t node = 0; node < tree_.node_count(); ++node) {
            tree_.shapes[node].adjacency_begin = checked_offset(tree_.adjacency_vertices.size());
            const auto contour =
                tree_.contour_edges.span().subspan(tree_.shapes[node].contour_begin, lengths_[node]);
            for (std::size_t begin = 0; begin < contour.size();) {
                std::size_t end = begin + 1;
                while (end < contour.size() && contour[end].tail == contour[end - 1].head) ++end;
                list_loop(node, contour.subspan(begin, end - begin));
                begin = end;
            }
        }
        tree_.shapes[tree_.node_count()].adjacency_begin = checked_offset(tree_.adjacency_vertices.size());
    }

    void list_loop(uint32_t node, std::span<const ContourEdge> loop) {
        bool any = false;
        uint32_t before = neighbour_at(node, loop.back().behind);
        for (const ContourEdge& edge : loop) {
            const uint32_t after = neighbour_at(node, edge.behind);
            if (before != after || touches_another(node, edge.tail, before, after)) {
                add_adjacency_vertex(edge.tail);
                any = true;
            }
            before = after;
        }
        // One region all around; or nothing at all.
        if (!any && before != no_index) add_adjacency_vertex(loop[0].tail);
    }

    void add_adjacency_vertex(uint32_t vertex) {
        tree_.adjacency_vertices.push_back({vertex, tree_.vertex_places[tree_.vertex_place_begin[vertex]],
                                            tree_.vertex_places[tree_.vertex_place_begin[vertex + 1] - 1]});
    }

    bool touches_another(uint32_t node, uint32_t vertex, uint32_t before, uint32_t after) const {
        // From region to region, not from triangle to triangle: a vertex may have very many.
        uint32_t place = tree_.first_place_from(vertex, 0);
        while (place != no_index) {
            uint32_t holder = no_index;
            for (const uint32_t region : {node, before, after}) {
                if (region != no_index && tree_.contains(region, place)) holder = region;
            }
            if (holder == no_index) return true;
            place = tree_.first_place_from(
                vertex, tree_.shapes[holder].first_place + tree_.shapes[holder].triangle_count);
        }
        return false;
    }

    const SurfaceGraph& graph_;
    std::span<const uint32_t> place_to_triangle_;
    RegionTree& tree_;
    Buffer<uint32_t> place_of_;
    Buffer<uint32_t> first_at_;  // of each vertex: an edge that leaves it
    Buffer<ContourEdge> edges_;
    Buffer<uint32_t> next_at_;
    Buffer<uint8_t> done_;
    Buffer<uint32_t> parent_;
    Buffer<uint32_t> lengths_;  // of the contours
};

void list_triangles_at_vertices(uint32_t vertex_count, RegionTree& tree) {
    Buffer<uint32_t>& begin = tree.vertex_place_begin;
    begin.assign(std::size_t{vertex_count} + 2, 0);
    for (const Triangle& triangle : tree.triangles) {
        for (const uint32_t v : triangle.vertex) ++begin[v + 2];
    }
    for (std::size_t v = 2; v < begin.size(); ++v) begin[v] += begin[v - 1];
    tree.vertex_places.resize_uninitialized(3 * tree.triangles.size());
    for (uint32_t place = 0; place < tree.triangles.size(); ++place) {
        for (const uint32_t v : tree.triangles[place].vertex) tree.vertex_places[begin[v + 1]++] = place;
    }
}

}  // namespace

void build_contours(const SurfaceGraph& graph, std::span<const uint32_t> place_to_triangle,
                    uint32_t vertex_count, std::pmr::memory_resource& memory, RegionTree& tree) {
    list_triangles_at_vertices(vertex_count, tree);
    ContourBuilder(graph, place_to_triangle, vertex_count, memory, tree).run();
}

}  // namespace defcol
