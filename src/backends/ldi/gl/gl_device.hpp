// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "backends/ldi/device.hpp"
#include "backends/ldi/gl/egl_context.hpp"
#include "backends/ldi/gl/gl_renderer.hpp"
#include "backends/ldi/gl/gl_thread.hpp"

namespace defcol {

// Layered depth images by OpenGL, without a window, on a thread of its own.
class GlDevice final : public LdiDevice {
  public:
    GlDevice(std::pmr::memory_resource& memory, LdiDeviceKind method);
    ~GlDevice() override;

    LdiDeviceKind kind() const noexcept override { return method_; }
    void build(const LdiBatch& batch) override;

    // For tests: the next `count` groups find their context lost.
    void pretend_loss(uint32_t count) { pretended_losses_ = count; }

  private:
    void open();
    void close() noexcept;
    std::size_t next_group_size(std::span<const LdiJob> jobs) const;
    void build_group(const LdiBatch& batch, std::span<const LdiJob> jobs);
    bool read_fragments(const RenderGroup& group);
    bool is_lost();
    void sort_by_job(const Frame& frame, std::span<const LdiJob> jobs);
    void fill_images(Workers& workers, std::span<const LdiJob> jobs);

    const LdiDeviceKind method_;
    uint32_t pretended_losses_ = 0;
    GlThread thread_;
    // Used on the thread only.
    GlFunctions gl_;
    std::optional<EglContext> context_;
    std::unique_ptr<GlRenderer> renderer_;

    DrawnTriangles triangles_;
    Buffer<uint32_t> pixel_base_;
    Buffer<Fragment> fragments_;
    Buffer<Fragment> sorted_;     // by job
    Buffer<uint64_t> job_begin_;  // into sorted_, and one more
    Buffer<uint64_t> job_next_;
    std::pmr::vector<Buffer<uint32_t>> cursors_;  // scratch of the binning, one per worker
};

}  // namespace defcol
