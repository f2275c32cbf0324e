// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "backends/ldi/gl/drawn_meshes.hpp"
#include "backends/ldi/layer_binning.hpp"

namespace defcol {

// A group of jobs whose images are made together. The pixels of all of them are numbered through: those of
// job i begin at pixel_base[i]; `pixel_base` has one entry more than there are jobs.
struct RenderGroup {
    const Frame& frame;
    std::span<const LdiJob> jobs;
    const DrawnTriangles& triangles;
    std::span<const uint32_t> pixel_base;
};

// A way to get layers out of OpenGL. Made, used and destroyed on the GL thread. It allocates nothing of the
// host's: the host's allocator hook expects to be called on threads it knows, so the caller brings the memory
// in two steps.
class GlRenderer {
  public:
    virtual ~GlRenderer() = default;

    // Draws, and returns how many fragments there are to be read; UINT64_MAX: more than fit, so that the
    // group must be smaller.
    virtual uint64_t render(const RenderGroup& group) = 0;

    // The fragments of the last render, in any order. `pixel` counts through the group; `triangle` is the
    // number among those drawn for its job.
    virtual void read(const RenderGroup& group, std::span<Fragment> fragments) = 0;
};

}  // namespace defcol
