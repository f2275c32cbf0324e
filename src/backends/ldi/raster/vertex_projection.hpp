// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "backends/ldi/layered_image.hpp"
#include "geometry/box.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// A vertex on the sub-pixel grid of a view: whole numbers, in which centres of pixels are multiples of
// 2^bits. What is decided from them is decided exactly, so that triangles which share an edge share it
// without gap or overlap.
struct RasterVertex {
    int32_t x;
    int32_t y;
    float z;  // 0 at the near face, 1 at the far face, anything outside
    uint32_t unused;
};
static_assert(sizeof(RasterVertex) == 16);

// Which pixel centres lie below a vertex: the number of columns with centre left of it (16 bits), and of rows
// (16 bits above), both clamped to the image. A triangle with equal columns, or equal rows, at its three
// corners covers no centre: neither does one outside the image, whose corners are all clamped.
using PixelCell = uint32_t;

// How local coordinates become those of the grid: grid = (local - offset) * scale, then rounded.
struct GridTransform {
    float offset[3];  // along the view's x, y and axis
    float scale[3];
    uint32_t bits;  // of a pixel; fewer where an object reaches far beyond its image
    uint32_t axis;
    uint32_t width;
    uint32_t height;
};

inline constexpr uint32_t most_subpixel_bits = 16;
// Grid coordinates stay below 2^29, so that edge functions fit into 63 bits.
inline constexpr float grid_limit = 0x1p29F;

// For an object within `box` (local coordinates).
GridTransform grid_transform(const LdiView& view, const Box& box) noexcept;

// Both arrays have room for as many as there are vertices.
void project_vertices(int64_t simd_target, const GridTransform& transform,
                      std::span<const LocalVertex> vertices, RasterVertex* projected,
                      PixelCell* cells) noexcept;

}  // namespace defcol
