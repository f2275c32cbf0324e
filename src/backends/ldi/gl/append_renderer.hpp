// SPDX-License-Identifier: MIT
#pragma once

#include "backends/ldi/gl/gl_renderer.hpp"

namespace defcol {

// One pass for all layers of all jobs: every fragment takes the next place of one list in a storage buffer.
// Where the list was too short the draw is repeated with the length it counted. Needs OpenGL 4.3.
class AppendRenderer final : public GlRenderer {
  public:
    explicit AppendRenderer(const GlFunctions& gl);
    ~AppendRenderer() override;

    uint64_t render(const RenderGroup& group) override;
    void read(const RenderGroup& group, std::span<Fragment> fragments) override;

  private:
    void set_capacity(uint64_t fragment_count);
    uint64_t draw_all(const RenderGroup& group);

    const GlFunctions& gl_;
    ShaderProgram program_;
    ViewUniforms view_;
    DrawnMeshes meshes_;
    GLint capacity_uniform_;
    GLint width_uniform_;
    GLint pixel_base_uniform_;
    GLuint framebuffer_ = 0;
    GLuint counter_ = 0;
    GLuint fragments_ = 0;
    uint64_t capacity_ = 0;
    uint64_t most_fragments_ = 0;  // that one storage block of this driver can hold
};

}  // namespace defcol
