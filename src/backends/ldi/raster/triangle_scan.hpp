// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "backends/ldi/layer_binning.hpp"
#include "backends/ldi/raster/vertex_projection.hpp"
#include "base/aligned_buffer.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// What a scan reads: triangles by global id, their corners relative to vertex_base in the projected arrays.
struct ScanInput {
    const Frame& frame;
    uint32_t vertex_base;
    const RasterVertex* vertices;
    const PixelCell* cells;
    uint32_t bits;
    uint32_t width;
};

// Scratch and result of one scan.
struct ScanOutput {
    explicit ScanOutput(std::pmr::memory_resource& memory) noexcept
        : survivors(memory), fragments(memory), counts(memory) {}

    Buffer<uint32_t> survivors;  // triangles that may cover a pixel centre
    Buffer<Fragment> fragments;
    Buffer<uint32_t> counts;  // fragments by pixel; sized and zeroed by the caller
};

// Adds the fragments of triangles [begin, end): a pixel is covered if its centre, moved by (e, e^2) with an
// infinitely small e, lies inside the projected triangle, decided in whole numbers. That is the usual
// top-left rule with left edges and edges of lowest y inside: of triangles around an edge or a vertex exactly
// those on one side have the centre, whichever way they face, so layers of a closed surface pair up in every
// pixel.
void scan_triangles(const ScanInput& input, uint32_t begin, uint32_t end, ScanOutput& output);

}  // namespace defcol
