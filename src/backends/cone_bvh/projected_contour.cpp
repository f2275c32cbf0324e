// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/projected_contour.hpp"

#include <algorithm>
#include <cmath>

namespace defcol {

namespace {

struct Projection {
    uint32_t main, first, second;  // coordinates
    float b, c;                    // first - b main, second - c main
    bool swapped;                  // seen from the other side
};

Projection projection_along(uint32_t direction) {
    const Axis& axis = axes[direction % axis_count];
    return {axis.main, (axis.main + 1) % 3, (axis.main + 2) % 3, axis.b, axis.c, direction >= axis_count};
}

}  // namespace

void ProjectedContour::reserve(std::size_t edge_count) {
    const std::size_t padded = edge_count + padding;
    for (Buffer<float>* column : {&tail_x, &tail_y, &head_x, &head_y}) column->reserve(padded);
    tail.reserve(padded);
    head.reserve(padded);
    run_begin.reserve(256);
    const std::size_t chunks = padded / chunk_size + padding;
    for (Buffer<float>* column : {&chunk_low_x, &chunk_low_y, &chunk_high_x, &chunk_high_y}) {
        column->reserve(chunks);
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
                               const LocalVertex* vertices, uint32_t most_runs) {
    const auto contour_a = tree.contour(a);
    const auto contour_b = b == no_index ? std::span<const ContourEdge>() : tree.contour(b);
    const std::size_t most = contour_a.size() + contour_b.size() + padding;
    for (Buffer<float>* column : {&tail_x, &tail_y, &head_x, &head_y}) column->resize_uninitialized(most);
    tail.resize_uninitialized(most);
    head.resize_uninitialized(most);
    count = 0;
    if (b == no_index) {
        append(contour_a, 0, 0);
    } else {
        append(contour_a, tree.shapes[b].first_place, tree.shapes[b].triangle_count);
        append(contour_b, tree.shapes[a].first_place, tree.shapes[a].triangle_count);
    }
    if (count == 0) return false;

    const Projection projection = projection_along(direction);
    float* const out_x = projection.swapped ? head_y.data() : head_x.data();
    float* const out_y = projection.swapped ? head_x.data() : head_y.data();
    float magnitude = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const float* const p = &vertices[head[i]].x;
        const float along = p[projection.main];
        const float x = p[projection.first];
        const float y = p[projection.second];
        magnitude = std::max({magnitude, std::fabs(along), std::fabs(x), std::fabs(y)});
        out_x[i] = x - projection.b * along;
        out_y[i] = y - projection.c * along;
    }
    // A coordinate has the errors of two local ones, u |x| and u |b z|, of the product and of the sum: at
    // most 5 u M and what underflows.
    coordinate_error = magnitude * (6 * 0x1p-24F) + 0x1p-120F;

    run_begin.clear();
    for (uint32_t i = 0; i < count; ++i) {
        if (i > 0 && tail[i] == head[i - 1]) {
            tail_x[i] = head_x[i - 1];
            tail_y[i] = head_y[i - 1];
            continue;
        }
        if (run_begin.size() == most_runs) return false;
        run_begin.push_back(i);
        const float* const p = &vertices[tail[i]].x;
        const float x = p[projection.first] - projection.b * p[projection.main];
        const float y = p[projection.second] - projection.c * p[projection.main];
        tail_x[i] = projection.swapped ? y : x;
        tail_y[i] = projection.swapped ? x : y;
    }
    for (uint32_t i = count; i < count + padding; ++i) {
        tail_x[i] = head_x[i] = tail_y[i] = head_y[i] = 1e18F;
        tail[i] = no_index - 1;
        head[i] = no_index;
    }
    return true;
}

uint32_t ProjectedContour::run_of(uint32_t edge) const {
    const auto after = std::upper_bound(run_begin.begin(), run_begin.end(), edge);
    return static_cast<uint32_t>(after - run_begin.begin()) - 1;
}

}  // namespace defcol
