// SPDX-License-Identifier: MIT
#include "backends/ldi/gl/stencil_renderer.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {
namespace {

constexpr const char* stencil_fragment_shader = R"(#version 330 core
layout(location = 0) out uint triangle;
void main() {
    triangle = uint(gl_PrimitiveID) << 1 | (gl_FrontFacing ? 1u : 0u);
}
)";

// The stencil buffer stops counting at 255, so that 255 may mean more.
constexpr uint32_t stencil_limit = 255;

}  // namespace

StencilRenderer::StencilRenderer(const GlFunctions& gl)
    : gl_(gl), program_(gl, view_vertex_shader, stencil_fragment_shader), view_(gl, program_), meshes_(gl) {
    gl.glGenFramebuffers(1, &framebuffer_);
    gl.glGenRenderbuffers(1, &depth_);
    gl.glGenRenderbuffers(1, &color_);
    gl.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    // What lies in front of the volume or behind it is clamped to its faces, not clipped.
    gl.glEnable(GL_DEPTH_CLAMP);
    gl.glEnable(GL_DEPTH_TEST);
    gl.glDepthFunc(GL_ALWAYS);
    gl.glEnable(GL_STENCIL_TEST);
    gl.glStencilOp(GL_INCR, GL_INCR, GL_INCR);
    gl.glClearStencil(0);
    gl.glPixelStorei(GL_PACK_ALIGNMENT, 1);
}

StencilRenderer::~StencilRenderer() {
    gl_.glDeleteFramebuffers(1, &framebuffer_);
    gl_.glDeleteRenderbuffers(1, &depth_);
    gl_.glDeleteRenderbuffers(1, &color_);
}

void StencilRenderer::set_size(uint32_t width, uint32_t height) {
    if (width == width_ && height == height_) return;
    width_ = height_ = 0;
    const auto pixel_count = std::size_t{width} * height;
    layer_counts_ = std::make_unique<uint8_t[]>(pixel_count);
    depths_ = std::make_unique<float[]>(pixel_count);
    triangles_ = std::make_unique<uint32_t[]>(pixel_count);
    const auto allocate = [&](GLuint buffer, GLenum format, GLenum attachment) {
        gl_.glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        gl_.glRenderbufferStorage(GL_RENDERBUFFER, format, static_cast<GLsizei>(width),
                                  static_cast<GLsizei>(height));
        gl_.glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    };
    allocate(depth_, GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT);
    allocate(color_, GL_R32UI, GL_COLOR_ATTACHMENT0);
    if (gl_.glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        throw Error(status::backend_unavailable,
                    "OpenGL has no frame buffer of %u by %u pixels with a stencil", width, height);
    }
    width_ = width;
    height_ = height;
}

void StencilRenderer::draw_layer(const RenderGroup& group, uint32_t layer) {
    gl_.glClear(GL_STENCIL_BUFFER_BIT);
    gl_.glStencilFunc(GL_EQUAL, static_cast<GLint>(layer), 0xff);
    meshes_.draw(group.triangles, 0);
}

uint64_t StencilRenderer::render(const RenderGroup& group) {
    const LdiView& view = group.jobs[0].view;
    set_size(view.width, view.height);
    program_.use();
    view_.set(view);
    meshes_.upload(group.frame, group.jobs, group.triangles);
    draw_layer(group, 0);
    const auto width = static_cast<GLsizei>(width_);
    const auto height = static_cast<GLsizei>(height_);
    gl_.glReadPixels(0, 0, width, height, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, layer_counts_.get());
    uint64_t total = 0;
    most_layers_ = 0;
    for (uint32_t pixel = 0; pixel < view.pixel_count(); ++pixel) {
        total += layer_counts_[pixel];
        most_layers_ = std::max<uint32_t>(most_layers_, layer_counts_[pixel]);
    }
    if (most_layers_ >= stencil_limit) {
        throw Error(
            status::unsupported,
            "a pixel has more than 254 layers, which gl-stencil cannot count: use raster or gl-append");
    }
    return total;
}

void StencilRenderer::read(const RenderGroup& group, std::span<Fragment> fragments) {
    const auto width = static_cast<GLsizei>(width_);
    const auto height = static_cast<GLsizei>(height_);
    Fragment* next = fragments.data();
    for (uint32_t layer = 0; layer < most_layers_; ++layer) {
        if (layer > 0) draw_layer(group, layer);
        gl_.glReadPixels(0, 0, width, height, GL_DEPTH_COMPONENT, GL_FLOAT, depths_.get());
        gl_.glReadPixels(0, 0, width, height, GL_RED_INTEGER, GL_UNSIGNED_INT, triangles_.get());
        for (uint32_t pixel = 0; pixel < width_ * height_; ++pixel) {
            if (layer_counts_[pixel] <= layer) continue;
            const auto depth =
                static_cast<uint32_t>(std::clamp(depths_[pixel], 0.0F, 1.0F) * static_cast<float>(depth_one));
            const uint32_t triangle = triangles_[pixel];
            *next++ = {pixel, depth << 1 | (triangle & 1), triangle >> 1};
        }
    }
}

}  // namespace defcol
