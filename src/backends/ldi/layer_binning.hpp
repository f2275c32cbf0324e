// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "backends/ldi/layered_image.hpp"
#include "base/aligned_buffer.hpp"
#include "base/workers.hpp"

namespace defcol {

// A layer on its way into an image.
struct Fragment {
    uint32_t pixel;
    uint32_t key;  // depth << 1 | leaves
    uint32_t triangle;
};

// Puts fragments that came in any order into the image's flat layout, sorted per pixel, and counts depth
// complexity and unpaired pixels. image.view is set. Shared by devices that produce streams of fragments.
// Throws Error: SIZE_OVERFLOW. On one thread; `cursor` is scratch.
void bin_fragments(std::span<const Fragment> fragments, LayeredImage& image, Buffer<uint32_t>& cursor);

// The last step alone: sorts the layers of pixels [first, last) and returns what was seen.
struct SortedPixels {
    uint32_t most_layers = 0;
    uint32_t unpaired_pixels = 0;
};
SortedPixels sort_pixels(const uint32_t* offsets, Layer* layers, uint32_t first, uint32_t last) noexcept;

}  // namespace defcol
