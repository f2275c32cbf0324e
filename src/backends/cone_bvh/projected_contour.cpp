// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/projected_contour.hpp"

#include <algorithm>

namespace defcol {

namespace {

Projection projection_along(uint32_t direction) {
    const Axis& axis = axes[direction % axis_count];
    return {axis.main, (axis.main + 1) % 3, (axis.main + 2) % 3, axis.b, axis.c, direction >= axis_count};
}

}  // namespace

void ProjectedContour::reserve(std::size_t edge_count) {
    resize(edge_count);
    run_begin.reserve(256);
}

void ProjectedContour::resize(std::size_t edge_count) {
    const std::size_t padded = edge_count + padding;
    for (Buffer<float>* column : {&tail_x, &tail_y, &head_x, &head_y, &low_x, &low_y, &high_x, &high_y}) {
        column->resize_uninitialized(padded);
    }
    tail.resize_uninitialized(padded);
    head.resize_uninitialized(padded);
    const std::size_t chunks = edge_count / chunk_size + 1 + padding;
    for (Buffer<float>* column : {&chunk_low_x, &chunk_low_y, &chunk_high_x, &chunk_high_y}) {
        column->resize_uninitialized(chunks);
    }
}

void ProjectedContour::append(std::span<const ContourEdge> edges, uint32_t hidden_first,
                              uint32_t hidden_count) {
    uint32_t n = count;
    uint32_t* const tails = tail.data();
    uint32_t* const heads = head.data();
    for (const ContourEdge& edge : edges) {
        tails[n] = edge.tail;
        heads[n] = edge.head;
        // no_index is in no region: the subtraction wraps.
        n += edge.behind - hidden_first >= hidden_count ? 1 : 0;
    }
    count = n;
}

bool ProjectedContour::project(const RegionTree& tree, uint32_t a, uint32_t b, uint32_t direction,
                               const LocalVertex* vertices, uint32_t most_runs, int64_t simd_target) {
    const auto contour_a = tree.contour(a);
    const auto contour_b = b == no_index ? std::span<const ContourEdge>() : tree.contour(b);
    // Closed, or too long to be kept.
    if (contour_a.empty() || (b != no_index && contour_b.empty())) return false;
    resize(contour_a.size() + contour_b.size());
    count = 0;
    if (b == no_index) {
        append(contour_a, 0, 0);
    } else {
        append(contour_a, tree.shapes[b].first_place, tree.shapes[b].triangle_count);
        append(contour_b, tree.shapes[a].first_place, tree.shapes[a].triangle_count);
    }
    if (count == 0) return false;
    const Projection projection = projection_along(direction);
    const float magnitude = project_contour(simd_target, *this, projection, vertices);
    // As many edges leave a vertex as arrive: every vertex is a head. A coordinate has the errors of two
    // local ones, u |x| and u |b z|, of the product and of the sum: at most 5 u M and what underflows.
    coordinate_error = magnitude * (6 * 0x1p-24F) + 0x1p-120F;
    if (run_begin.size() > most_runs) return false;
    for (const uint32_t i : run_begin) {
        const float* const p = &vertices[tail[i]].x;
        const float x = p[projection.first] - projection.b * p[projection.main];
        const float y = p[projection.second] - projection.c * p[projection.main];
        tail_x[i] = projection.swapped ? y : x;
        tail_y[i] = projection.swapped ? x : y;
    }
    return true;
}

uint32_t ProjectedContour::run_of(uint32_t edge) const {
    const auto after = std::upper_bound(run_begin.begin(), run_begin.end(), edge);
    return static_cast<uint32_t>(after - run_begin.begin()) - 1;
}

}  // namespace defcol
