// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/ldi/layered_image.hpp"
#include "base/memory.hpp"
#include "base/workers.hpp"
#include "mesh/frame.hpp"
#include "narrowphase/search_control.hpp"

// What makes layered depth images: the one interface behind which `raster` (CPU) and `gl` (EGL and OpenGL)
// stand. A device gets the whole frame and a list of jobs, so that it can upload positions once and render
// all jobs in one batch; it fills one image per job and keeps nothing that the caller relies on.

namespace defcol {

// One image: the usable triangles [first_triangle, first_triangle + triangle_count) of the frame (one mesh)
// in one view. The frame's local vertices are what is drawn: two triangles that share a vertex, or have
// vertices at the same place, see bit-identical positions.
struct LdiJob {
    uint32_t mesh;  // index into Frame::meshes
    uint32_t first_triangle;
    uint32_t triangle_count;
    LdiView view;
    LayeredImage* image;  // filled: view, offsets, layers, most_layers, unpaired_pixels, is_complete
};

struct LdiBatch {
    const Frame& frame;
    std::span<const LdiJob> jobs;
    Workers& workers;
    SearchControl& control;  // poll() at least once per job and every few milliseconds
    int64_t simd_target;     // Highway target that DEFCOL_OPTION_SIMD_LEVEL came to
};

enum class LdiDeviceKind : int32_t { raster = 1, gl_append = 2, gl_stencil = 3 };

class LdiDevice {
  public:
    virtual ~LdiDevice() = default;

    virtual LdiDeviceKind kind() const noexcept = 0;

    // Fills every image, or, once control says stop, leaves the rest with is_complete == false. After a
    // frame with as many fragments nothing is allocated. Throws std::bad_alloc, and Error: DEVICE_LOST
    // (after one rebuild of its own), FORKED, SIZE_OVERFLOW (2^32 layers in one image). After an exception
    // the images count as not built; the next call must work if the device does.
    // Determinism: the same layers for any number of workers and any SIMD target.
    virtual void build(const LdiBatch& batch) = 0;
};

// What OpenGL says of itself on this machine. The texts are static.
struct GlReport {
    bool is_available = false;  // a context can be made
    const char* reason = "";    // why not, with what to do; "" if it is available
    int32_t major = 0;          // of the context, e.g. 4.5
    int32_t minor = 0;
    const char* vendor = "";
    const char* renderer = "";  // "llvmpipe (LLVM 15.0.6, 256 bits)"
    bool has_append = false;    // GL >= 4.3 with storage blocks in fragment shaders
};

// Defined by gl/ where it is built in, else by gl_absent.cpp. Probes at the first call, which may take a
// fraction of a second; never aborts the process. Threads: any.
const GlReport& gl_report() noexcept;
// `method` is gl_append or gl_stencil. Throws Error: BACKEND_UNAVAILABLE with the report's reason.
Owned<LdiDevice> create_gl_device(std::pmr::memory_resource& memory, LdiDeviceKind method);

// The CPU's own; always there.
Owned<LdiDevice> create_raster_device(std::pmr::memory_resource& memory);

}  // namespace defcol
