// SPDX-License-Identifier: MIT
#include "backends/ldi/raster/triangle_scan.hpp"

#include <algorithm>

namespace defcol {

namespace {

// An edge function in whole numbers, at least 0 where a (moved) pixel centre is inside, and its change from
// pixel to pixel.
struct Edge {
    int64_t value;
    int64_t step_x;
    int64_t step_y;
    int64_t bias;  // 1 where a centre on the edge is outside: already taken from value
};

// From a to b, inside on the left; value at the centre of pixel (x, y).
Edge make_edge(const RasterVertex& a, const RasterVertex& b, int64_t x, int64_t y, uint32_t bits) {
    const int64_t dx = int64_t{b.x} - a.x;
    const int64_t dy = int64_t{b.y} - a.y;
    const bool includes_edge = dy < 0 || (dy == 0 && dx > 0);
    const int64_t bias = includes_edge ? 0 : 1;
    const int64_t value = dx * (y - a.y) - dy * (x - a.x) - bias;
    return {value, -dy * (int64_t{1} << bits), dx * (int64_t{1} << bits), bias};
}

// A triangle being scanned: depth is affine in two edge functions, whose values are exact.
struct Plane {
    double origin;
    double slope_b;  // per unit of the edge opposite corner b
    double slope_c;
    double lowest;
    double highest;

    // Clamped to the triangle's own range and to the volume.
    uint32_t depth(int64_t edge_b, int64_t edge_c) const {
        const double z =
            origin + (slope_b * static_cast<double>(edge_b) + slope_c * static_cast<double>(edge_c));
        return static_cast<uint32_t>(std::min(std::max(z, lowest), highest) * double{depth_one} + 0.5);
    }
};

class Scanner {
  public:
    Scanner(const ScanInput& input, ScanOutput& output) : input_(input), output_(output) {}

    void scan(uint32_t triangle) {
        const auto& vertex = input_.frame.triangles[triangle].vertex;
        const uint32_t ia = vertex[0] - input_.vertex_base;
        uint32_t ib = vertex[1] - input_.vertex_base;
        uint32_t ic = vertex[2] - input_.vertex_base;
        const PixelCell cells[3] = {input_.cells[ia], input_.cells[ib], input_.cells[ic]};
        const RasterVertex& a = input_.vertices[ia];
        const int64_t area = doubled_area(a, input_.vertices[ib], input_.vertices[ic]);
        if (area == 0) return;
        // Seen along the axis counter-clockwise: the normal points along it, the ray leaves.
        const uint32_t leaves = area > 0 ? 1 : 0;
        if (area < 0) std::swap(ib, ic);
        const RasterVertex& b = input_.vertices[ib];
        const RasterVertex& c = input_.vertices[ic];

        const uint32_t x_begin = std::min({cells[0] & 0xffff, cells[1] & 0xffff, cells[2] & 0xffff});
        const uint32_t x_end = std::max({cells[0] & 0xffff, cells[1] & 0xffff, cells[2] & 0xffff});
        const uint32_t y_begin = std::min({cells[0] >> 16, cells[1] >> 16, cells[2] >> 16});
        const uint32_t y_end = std::max({cells[0] >> 16, cells[1] >> 16, cells[2] >> 16});
        const int64_t grid_x = int64_t{x_begin} << input_.bits;
        const int64_t grid_y = int64_t{y_begin} << input_.bits;
        Edge edge_a = make_edge(b, c, grid_x, grid_y, input_.bits);
        Edge edge_b = make_edge(c, a, grid_x, grid_y, input_.bits);
        Edge edge_c = make_edge(a, b, grid_x, grid_y, input_.bits);

        const bool single = x_end - x_begin == 1 && y_end - y_begin == 1;
        if (single && (edge_a.value | edge_b.value | edge_c.value) < 0) return;
        const Plane plane = make_plane(a, b, c, area < 0 ? -area : area);
        if (single) {
            add(y_begin * input_.width + x_begin, plane, edge_b, edge_c, leaves, triangle);
            return;
        }
        for (uint32_t y = y_begin; y < y_end; ++y) {
            scan_row(y * input_.width + x_begin, x_end - x_begin, plane, edge_a, edge_b, edge_c, leaves,
                     triangle);
            edge_a.value += edge_a.step_y;
            edge_b.value += edge_b.step_y;
            edge_c.value += edge_c.step_y;
        }
    }

  private:
    static int64_t doubled_area(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c) {
        return (int64_t{b.x} - a.x) * (int64_t{c.y} - a.y) - (int64_t{b.y} - a.y) * (int64_t{c.x} - a.x);
    }

    static Plane make_plane(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c,
                            int64_t area) {
        const double inverse = 1.0 / static_cast<double>(area);
        const double za = a.z;
        const auto [lowest, highest] = std::minmax({a.z, b.z, c.z});
        return {za, (b.z - za) * inverse, (c.z - za) * inverse, std::clamp(double{lowest}, 0.0, 1.0),
                std::clamp(double{highest}, 0.0, 1.0)};
    }

    // By value: a row starts over with its own copies.
    void scan_row(uint32_t pixel, uint32_t count, const Plane& plane, Edge a, Edge b, Edge c, uint32_t leaves,
                  uint32_t triangle) {
        uint32_t i = 0;
        // In a wide row, straight to the first covered pixel.
        if (count > wide_row) {
            for (const Edge* edge : {&a, &b, &c}) {
                if (edge->value >= 0) continue;
                if (edge->step_x <= 0) return;
                const int64_t steps = (-edge->value + edge->step_x - 1) / edge->step_x;
                if (steps >= count) return;
                i = std::max(i, static_cast<uint32_t>(steps));
            }
            a.value += a.step_x * i;
            b.value += b.step_x * i;
            c.value += c.step_x * i;
        }
        bool was_inside = false;
        for (; i < count; ++i) {
            if ((a.value | b.value | c.value) >= 0) {
                was_inside = true;
                add(pixel + i, plane, b, c, leaves, triangle);
            } else if (was_inside) {
                return;
            }
            a.value += a.step_x;
            b.value += b.step_x;
            c.value += c.step_x;
        }
    }

    void add(uint32_t pixel, const Plane& plane, const Edge& b, const Edge& c, uint32_t leaves,
             uint32_t triangle) {
        const uint32_t depth = plane.depth(b.value + b.bias, c.value + c.bias);
        output_.fragments.push_back({pixel, depth << 1 | leaves, triangle});
        ++output_.counts[pixel];
    }

    static constexpr uint32_t wide_row = 8;

    const ScanInput& input_;
    ScanOutput& output_;
};

// Without branches: which triangles survive is hard to predict.
void find_survivors(const ScanInput& input, uint32_t begin, uint32_t end, Buffer<uint32_t>& survivors) {
    survivors.resize_uninitialized(std::size_t{end} - begin + 1);
    uint32_t* out = survivors.data();
    std::size_t count = 0;
    const Triangle* triangles = input.frame.triangles.data();
    const PixelCell* cells = input.cells;
    const uint32_t base = input.vertex_base;
    const bool all_usable = input.frame.usable_triangles.empty();
    for (uint32_t i = begin; i < end; ++i) {
        if (!all_usable && input.frame.usable_triangles[i] == 0) continue;
        const auto& v = triangles[i].vertex;
        const PixelCell first = cells[v[0] - base];
        const PixelCell differs = (first ^ cells[v[1] - base]) | (first ^ cells[v[2] - base]);
        out[count] = i;
        count += (((differs & 0xffff) != 0) & ((differs >> 16) != 0)) ? 1 : 0;
    }
    survivors.resize_uninitialized(count);
}

}  // namespace

void scan_triangles(const ScanInput& input, uint32_t begin, uint32_t end, ScanOutput& output) {
    find_survivors(input, begin, end, output.survivors);
    Scanner scanner(input, output);
    for (const uint32_t triangle : output.survivors.span()) scanner.scan(triangle);
}

}  // namespace defcol
