// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "backends/ldi/pixel_spans.hpp"
#include "backends/ldi/view_transform.hpp"
#include "base/aligned_buffer.hpp"

namespace defcol {

// What the spans of one view add up to, in the host's coordinates.
struct VolumeMeasure {
    double volume = 0;
    double error_bound = 0;
    Vec3 centroid{0};
    Vec3 box_min{0};
    Vec3 box_max{0};
};

// Volume: the sum over pixels of area times length, each line standing for its pixel. Error: a pixel's length
// differs from the mean over the pixel by at most its change towards the neighbours, so that all together err
// by at most half of the lengths' total variation times the pixel's area: half a pixel times the area of the
// overlap's boundary as seen from its sides, for surfaces without features thinner than a pixel; and by the
// rounding of depths. `lengths` is scratch. There is at least one span.
VolumeMeasure measure_volume(std::span<const PixelSpan> spans, const LdiView& view, const HostTransform& host,
                             Buffer<uint32_t>& lengths);

}  // namespace defcol
