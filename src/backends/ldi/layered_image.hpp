// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/aligned_buffer.hpp"
#include "geometry/vector.hpp"

namespace defcol {

// Where a layered depth image looks: along +axis of local coordinates, orthographic, through the volume of
// interest (Heidelberger, Teschner and Gross 2003, sections 3.1 and 3.2). Pixel (x, y) is the column whose
// centre is
//     min[axis_x()] + (x + 1/2) * (max[axis_x()] - min[axis_x()]) / width,   axis_x() = (axis + 1) % 3,
// and the same for y with axis_y() = (axis + 2) % 3; its number is y * width + x. Both objects of a pair are
// seen in the same direction on the same grid; which side is outside for whom (the paper's outside faces)
// decides the volume, not the direction: layers carry their facing, so that they can be read from either end.
struct LdiView {
    Vec3f min;
    Vec3f max;  // max > min in every axis: the caller gives a flat volume some extent
    uint32_t axis;
    uint32_t width;
    uint32_t height;

    uint32_t axis_x() const { return (axis + 1) % 3; }
    uint32_t axis_y() const { return (axis + 2) % 3; }
    uint32_t pixel_count() const { return width * height; }
    bool operator==(const LdiView&) const = default;
};

// One layer of a pixel in 64 bits, so that layers are sorted by comparing words:
//     depth (31 bits) | leaves (1 bit) | global triangle id (32 bits).
// Depth is 0 at the near face of the volume and depth_one at the far face; what lies in front or behind is
// clamped to these, never dropped, so that entering and leaving layers of a closed surface pair up in every
// pixel. `leaves` is 1 where the triangle's normal (right-hand rule) has a positive component along the view
// axis: the ray leaves the object there. At equal depth entries come first.
using Layer = uint64_t;
inline constexpr uint32_t depth_one = 1U << 30;

constexpr Layer make_layer(uint32_t depth, bool leaves, uint32_t triangle) {
    return uint64_t{depth << 1 | (leaves ? 1U : 0U)} << 32 | triangle;
}
constexpr uint32_t layer_key(Layer layer) {
    return static_cast<uint32_t>(layer >> 32);
}
constexpr uint32_t key_depth(uint32_t key) {
    return key >> 1;
}
constexpr bool key_leaves(uint32_t key) {
    return (key & 1) != 0;
}
constexpr uint32_t layer_triangle(Layer layer) {
    return static_cast<uint32_t>(layer);
}

// All layers of one object in one view: those of pixel p are layers[offsets[p]] ... layers[offsets[p + 1] -
// 1], ascending.
struct LayeredImage {
    explicit LayeredImage(std::pmr::memory_resource& memory) noexcept : offsets(memory), layers(memory) {}

    LdiView view{};
    Buffer<uint32_t> offsets;  // pixel_count + 1
    Buffer<Layer> layers;
    uint32_t most_layers = 0;      // of one pixel: the depth complexity
    uint32_t unpaired_pixels = 0;  // with as many entries as leaves: none; 0 for a closed surface
    bool is_complete = false;      // false: not built, or the search was stopped before it was

    std::span<const Layer> layers_of(uint32_t pixel) const {
        return {layers.data() + offsets[pixel], layers.data() + offsets[pixel + 1]};
    }
};

}  // namespace defcol
