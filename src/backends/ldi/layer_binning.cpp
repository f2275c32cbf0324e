// SPDX-License-Identifier: MIT
#include "backends/ldi/layer_binning.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {

namespace {

// Pixels hold few layers, mostly in order already: insertion beats anything else up to about 32.
void sort_layers(Layer* begin, Layer* end) noexcept {
    if (end - begin > 32) {
        std::sort(begin, end);
        return;
    }
    for (Layer* next = begin + 1; next < end; ++next) {
        const Layer value = *next;
        Layer* place = next;
        for (; place > begin && place[-1] > value; --place) *place = place[-1];
        *place = value;
    }
}

}  // namespace

SortedPixels sort_pixels(const uint32_t* offsets, Layer* layers, uint32_t first, uint32_t last) noexcept {
    SortedPixels result;
    for (uint32_t pixel = first; pixel < last; ++pixel) {
        Layer* begin = layers + offsets[pixel];
        Layer* end = layers + offsets[pixel + 1];
        if (begin == end) continue;
        sort_layers(begin, end);
        const auto count = static_cast<uint32_t>(end - begin);
        result.most_layers = std::max(result.most_layers, count);
        uint32_t leaves = 0;
        for (const Layer* layer = begin; layer < end; ++layer) leaves += layer_key(*layer) & 1;
        if (2 * leaves != count) ++result.unpaired_pixels;
    }
    return result;
}

void bin_fragments(std::span<const Fragment> fragments, LayeredImage& image, Buffer<uint32_t>& cursor) {
    image.is_complete = false;
    if (fragments.size() > UINT32_MAX) {
        throw Error(status::size_overflow,
                    "an image of %u by %u pixels has %llu layers; the limit is 2^32 - 1", image.view.width,
                    image.view.height, static_cast<unsigned long long>(fragments.size()));
    }
    const uint32_t pixel_count = image.view.pixel_count();
    image.offsets.assign(std::size_t{pixel_count} + 1, 0);
    image.layers.resize_uninitialized(fragments.size());
    for (const Fragment& fragment : fragments) ++image.offsets[fragment.pixel + 1];
    for (uint32_t pixel = 0; pixel < pixel_count; ++pixel) image.offsets[pixel + 1] += image.offsets[pixel];
    cursor.clear();
    cursor.append(image.offsets.span().first(pixel_count));
    for (const Fragment& fragment : fragments) {
        image.layers[cursor[fragment.pixel]++] = uint64_t{fragment.key} << 32 | fragment.triangle;
    }
    const SortedPixels sorted = sort_pixels(image.offsets.data(), image.layers.data(), 0, pixel_count);
    image.most_layers = sorted.most_layers;
    image.unpaired_pixels = sorted.unpaired_pixels;
    image.is_complete = true;
}

}  // namespace defcol
