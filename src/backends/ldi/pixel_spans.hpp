// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/ldi/layered_image.hpp"
#include "base/aligned_buffer.hpp"

namespace defcol {

// A piece of a pixel's line that counts, with the layers it begins and ends at.
struct PixelSpan {
    uint32_t pixel;
    uint32_t entry;  // depths
    uint32_t leave;  // above entry
    uint32_t entry_triangle;
    uint32_t leave_triangle;
};

// What counts as inside a surface along a line.
enum class InsideRule : uint32_t {
    winding,  // more entries than leaves so far, or fewer
    parity,   // an odd number of layers so far
};

// Stage 3a of Heidelberger et al. 2003, section 3.3: the pixelwise intersection of the inside regions of two
// images of one view. Spans come in order of pixel and depth.
void intersect_images(const LayeredImage& a, const LayeredImage& b, InsideRule rule,
                      Buffer<PixelSpan>& spans);

// Section 7: where front and back layers of one closed surface are out of order, that is where the winding
// number is above 1 (it overlaps itself) or below 0 (it is inside out). Two layers that rounding has
// exchanged make a very short such span: those of up to least_self_length are left out.
void find_self_overlaps(const LayeredImage& image, Buffer<PixelSpan>& spans);
inline constexpr uint32_t least_self_length = depth_one >> 14;

}  // namespace defcol
