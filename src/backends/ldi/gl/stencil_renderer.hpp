// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "backends/ldi/gl/gl_renderer.hpp"

namespace defcol {

// The paper's own method (section 3.2): one pass per layer. In pass k the stencil buffer counts the fragments
// of a pixel and lets only the k-th of them through, in the order in which the driver draws them, which is
// the same in every pass. The first pass also gives the number of layers of each pixel. Two read-backs per
// pass: depth, and the triangle with its facing (the paper, whose surfaces have no facing, reads depth and
// stencil). Works from OpenGL 3.3 on, for at most 254 layers.
class StencilRenderer final : public GlRenderer {
  public:
    explicit StencilRenderer(const GlFunctions& gl);
    ~StencilRenderer() override;

    uint64_t render(const RenderGroup& group) override;
    void read(const RenderGroup& group, std::span<Fragment> fragments) override;

  private:
    void set_size(uint32_t width, uint32_t height);
    void draw_layer(const RenderGroup& group, uint32_t layer);

    const GlFunctions& gl_;
    ShaderProgram program_;
    ViewUniforms view_;
    DrawnMeshes meshes_;
    GLuint framebuffer_ = 0;
    GLuint depth_ = 0;
    GLuint color_ = 0;
    uint32_t width_ = 0;
    uint32_t height_ = 0;
    uint32_t most_layers_ = 0;
    // Copies of the buffers. The driver's side of the border, hence not the host's allocator.
    std::unique_ptr<uint8_t[]> layer_counts_;
    std::unique_ptr<float[]> depths_;
    std::unique_ptr<uint32_t[]> triangles_;
};

}  // namespace defcol
