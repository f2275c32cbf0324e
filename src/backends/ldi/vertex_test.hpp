// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/backend.hpp"
#include "backends/ldi/layered_image.hpp"
#include "backends/ldi/pixel_spans.hpp"
#include "backends/ldi/view_transform.hpp"

namespace defcol {

// Stage 3b of Heidelberger et al. 2003, section 3.3: vertices against the layers of the pixel they fall into.
// Wrong only within half a pixel's diagonal of the surface sideways, plus the rounding of a depth.
class VertexTest {
  public:
    VertexTest(const LayeredImage& image, InsideRule rule)
        : transform_(image.view),
          offsets_(image.offsets.data()),
          layers_(image.layers.data()),
          parity_(rule == InsideRule::parity) {}

    // The surface counts as inside.
    bool contains(const Vec3f& point) const {
        if (!transform_.contains(point)) return false;
        const PixelPoint place = transform_.locate(point);
        const uint32_t begin = offsets_[place.pixel];
        const uint32_t end = offsets_[place.pixel + 1];
        // Entries at this depth are passed, leaves at it are not: keys are even and odd.
        const uint64_t last = (uint64_t{place.depth << 1} + 1) << 32;
        int32_t winding = 0;
        uint32_t i = begin;
        for (; i < end && layers_[i] < last; ++i)
            winding += 1 - 2 * static_cast<int32_t>(layer_key(layers_[i]) & 1);
        return parity_ ? ((i - begin) & 1) != 0 : winding != 0;
    }

    // The nearer end, along the view axis, of the inside region around a point that contains() has found in
    // it. An end that was clamped to a face of the volume is taken only if both are. Depth and outward
    // direction are along the axis; coordinates the host's.
    VolumeContact way_out(const Vec3f& point, const Vec3& exact_point, const HostTransform& host) const;

  private:
    ViewTransform transform_;
    const uint32_t* offsets_;
    const Layer* layers_;
    bool parity_;
};

}  // namespace defcol
