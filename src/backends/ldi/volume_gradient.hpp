// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/ldi/pixel_spans.hpp"
#include "backends/ldi/view_transform.hpp"
#include "backends/volume_store.hpp"
#include "base/aligned_buffer.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// How an overlap's volume changes with the vertices of the surfaces (after Allard et al., "Volume contact
// constraints at arbitrary resolution", SIGGRAPH 2010). The volume is a sum over pixels of area times (leave
// - entry); each end lies on a triangle, and moving a corner of it along the view axis moves the end by the
// corner's weight there: its share is plus or minus area times weight. Views along three axes give all
// components.
class VolumeGradients {
  public:
    explicit VolumeGradients(std::pmr::memory_resource& memory) noexcept
        : sums_(memory), is_touched_(memory), touched_(memory), result_(memory) {}

    // After an error or a change of the vertices' numbers.
    void forget() noexcept { sums_.clear(); }
    // Begins an overlap in a frame.
    void start(const Frame& frame);
    // Adds the component along the view's axis. Ends that were clamped to a face of the volume are no
    // surface.
    void add_view(const Frame& frame, std::span<const PixelSpan> spans, const LdiView& view);
    // Area of the overlap's surface per vertex, by (mesh, vertex), and the sum over the second mesh.
    std::span<const VolumeGradient> finish(const Frame& frame);
    Vec3 sum_over(uint32_t detector_index) const;

  private:
    void add_end(const Frame& frame, const ViewTransform& transform, uint32_t triangle, double x, double y,
                 double area);

    Buffer<Vec3> sums_;  // by global vertex; zero where not touched
    Buffer<uint8_t> is_touched_;
    Buffer<uint32_t> touched_;
    Buffer<VolumeGradient> result_;
};

}  // namespace defcol
