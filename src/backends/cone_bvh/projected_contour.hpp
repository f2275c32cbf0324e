// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>

#include "backends/cone_bvh/directions.hpp"
#include "backends/cone_bvh/region_tree.hpp"
#include "base/aligned_buffer.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// (first - b main, second - c main) along an axis whose main coordinate is one.
struct Projection {
    uint32_t main, first, second;  // coordinates
    float b, c;
    bool swapped;  // seen from the other side
};

// A contour projected along a direction, as columns of edges. Edges that follow each other in it mostly
// follow each other on the contour; where they do not, a new run begins.
struct ProjectedContour {
    // Edges after the last that may be read; their boxes overlap nothing.
    static constexpr uint32_t padding = 32;
    static constexpr uint32_t chunk_size = 8;

    explicit ProjectedContour(std::pmr::memory_resource& memory) noexcept
        : tail_x(memory),
          tail_y(memory),
          head_x(memory),
          head_y(memory),
          tail(memory),
          head(memory),
          run_begin(memory),
          low_x(memory),
          low_y(memory),
          high_x(memory),
          high_y(memory),
          chunk_low_x(memory),
          chunk_low_y(memory),
          chunk_high_x(memory),
          chunk_high_y(memory) {}

    void reserve(std::size_t edge_count);

    // Takes the edges of region a, or of the union of a and b, with the region on their left as seen against
    // the direction. False if one has none (a closed surface has no direction in common with itself; a
    // contour that is too long was not kept) or if there are too many runs.
    bool project(const RegionTree& tree, uint32_t a, uint32_t b, uint32_t direction,
                 const LocalVertex* vertices, uint32_t most_runs, int64_t simd_target);

    uint32_t chunk_count() const { return (count + chunk_size - 1) / chunk_size; }
    uint32_t run_count() const { return static_cast<uint32_t>(run_begin.size()); }
    uint32_t run_of(uint32_t edge) const;

    uint32_t count = 0;
    float coordinate_error = 0;  // of every coordinate here
    Buffer<float> tail_x, tail_y, head_x, head_y;
    Buffer<uint32_t> tail, head;
    Buffer<uint32_t> run_begin;  // first edge of each run
    // Boxes of edges and of chunks of them, grown by the error.
    Buffer<float> low_x, low_y, high_x, high_y;
    Buffer<float> chunk_low_x, chunk_low_y, chunk_high_x, chunk_high_y;

  private:
    void resize(std::size_t edge_count);
    void append(std::span<const ContourEdge> edges, uint32_t hidden_first, uint32_t hidden_count);
};

// The error of (q - p) x (r - p) or (q - p) . (s - r) for coordinates with errors d that differ by at most w:
// differences carry 2 d + u w (u = 2^-24), a product 2 w (2 d + u w) + (2 d + u w)^2 + u w^2, the sum of two
// twice that and 2.01 u w^2; in all at most 8 d w + 8.1 u w^2 + 8.1 d^2 as u w <= d here. The last term
// covers underflow.
inline float area_error(float coordinate_error, float extent) {
    return coordinate_error * (9.0F * extent + 17.0F * coordinate_error) +
           extent * extent * (9.0F * 0x1p-24F) + 1e-36F;
}

// Fills in the heads, tails that are the head before, and the runs of a contour whose vertices are set.
// Returns the largest magnitude of a coordinate.
float project_contour(int64_t simd_target, ProjectedContour& contour, const Projection& projection,
                      const LocalVertex* vertices);

struct EdgePair {
    uint32_t a, b;
};

// Whether any two edges certainly meet in nothing but a shared vertex. Pairs that leave the same vertex or
// arrive at the same are written to `pinches`; more than most_pinches is a no.
bool edges_meet_only_at_vertices(int64_t simd_target, ProjectedContour& contour, EdgePair* pinches,
                                 uint32_t most_pinches, uint32_t& pinch_count);

}  // namespace defcol
