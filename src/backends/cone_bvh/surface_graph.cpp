// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/surface_graph.hpp"

#include <algorithm>

namespace defcol {

namespace {

struct EdgeUse {
    uint32_t high;
    uint32_t half_edge;
    uint32_t is_upward;
};

bool comes_before(const EdgeUse& a, const EdgeUse& b) {
    if (a.high != b.high) return a.high < b.high;
    if (a.is_upward != b.is_upward) return a.is_upward > b.is_upward;
    return a.half_edge < b.half_edge;
}

}  // namespace

void SurfaceGraph::build(std::span<const Triangle> triangles, uint32_t vertex_count,
                         std::pmr::memory_resource& memory) {
    twin.assign(3 * triangles.size(), no_index);
    next_on_edge.resize_uninitialized(3 * triangles.size());
    // Bucket by the lower vertex, then order each small bucket: linear for bounded valence.
    Buffer<uint32_t> begin(memory);
    begin.assign(std::size_t{vertex_count} + 2, 0);
    const auto for_each_half_edge = [&](auto&& function) {
        for (uint32_t t = 0; t < triangles.size(); ++t) {
            for (uint32_t k = 0; k < 3; ++k) {
                const uint32_t a = triangles[t].vertex[k];
                const uint32_t b = triangles[t].vertex[(k + 1) % 3];
                if (a != b) function(3 * t + k, a, b);
            }
        }
    };
    for (uint32_t h = 0; h < next_on_edge.size(); ++h) next_on_edge[h] = h;
    for_each_half_edge([&](uint32_t, uint32_t a, uint32_t b) { ++begin[std::min(a, b) + 2]; });
    for (std::size_t v = 2; v < begin.size(); ++v) begin[v] += begin[v - 1];
    Buffer<EdgeUse> uses(memory);
    uses.resize_uninitialized(begin[begin.size() - 1]);
    for_each_half_edge([&](uint32_t h, uint32_t a, uint32_t b) {
        uses[begin[std::min(a, b) + 1]++] = {std::max(a, b), h, a < b ? 1U : 0U};
    });
    for (uint32_t v = 0; v < vertex_count; ++v) {
        EdgeUse* const first = uses.data() + begin[v];
        EdgeUse* const last = uses.data() + begin[v + 1];
        std::sort(first, last, comes_before);
        for (EdgeUse* edge = first; edge != last;) {
            EdgeUse* end = edge;
            EdgeUse* downward = edge;
            for (; end != last && end->high == edge->high; ++end) {
                if (end->is_upward != 0) downward = end + 1;
            }
            for (EdgeUse* use = edge; use != end; ++use) {
                next_on_edge[use->half_edge] = use + 1 == end ? edge->half_edge : (use + 1)->half_edge;
            }
            for (EdgeUse *up = edge, *down = downward; up != downward && down != end; ++up, ++down) {
                twin[up->half_edge] = down->half_edge;
                twin[down->half_edge] = up->half_edge;
            }
            edge = end;
        }
    }
}

}  // namespace defcol
