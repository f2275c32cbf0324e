// SPDX-License-Identifier: MIT
#include "backends/ldi/gl/append_renderer.hpp"

#include <algorithm>

namespace defcol {
namespace {

// A fragment in the buffer is laid out as struct Fragment: three words. depth_one is 2^30.
static_assert(sizeof(Fragment) == 12 && depth_one == 1U << 30);
constexpr const char* append_fragment_shader = R"(#version 430 core
layout(std430, binding = 0) buffer Counter { uint count; };
layout(std430, binding = 1) writeonly buffer List { uint words[]; };
uniform uint capacity;
uniform uint width;
uniform uint pixel_base;
void main() {
    uint place = atomicAdd(count, 1u);
    if (place >= capacity) return;
    uvec2 pixel = uvec2(gl_FragCoord.xy);
    uint depth = uint(clamp(gl_FragCoord.z, 0.0, 1.0) * 1073741824.0);
    words[3u * place] = pixel_base + pixel.y * width + pixel.x;
    words[3u * place + 1u] = depth << 1 | (gl_FrontFacing ? 1u : 0u);
    words[3u * place + 2u] = uint(gl_PrimitiveID);
}
)";

constexpr uint64_t first_capacity = uint64_t{1} << 18;

}  // namespace

AppendRenderer::AppendRenderer(const GlFunctions& gl)
    : gl_(gl),
      program_(gl, view_vertex_shader, append_fragment_shader),
      view_(gl, program_),
      meshes_(gl),
      capacity_uniform_(program_.uniform("capacity")),
      width_uniform_(program_.uniform("width")),
      pixel_base_uniform_(program_.uniform("pixel_base")) {
    gl.glGenFramebuffers(1, &framebuffer_);
    gl.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    gl.glGenBuffers(1, &counter_);
    gl.glGenBuffers(1, &fragments_);
    gl.glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, counter_);
    gl.glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, fragments_);
    // What lies in front of the volume or behind it is clamped to its faces, not clipped.
    gl.glEnable(GL_DEPTH_CLAMP);
    GLint64 most_bytes = 0;
    gl.glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most_bytes);
    most_fragments_ = std::min<uint64_t>(static_cast<uint64_t>(most_bytes), INT32_MAX) / sizeof(Fragment);
    set_capacity(std::min(first_capacity, most_fragments_));
}

AppendRenderer::~AppendRenderer() {
    gl_.glDeleteFramebuffers(1, &framebuffer_);
    gl_.glDeleteBuffers(1, &counter_);
    gl_.glDeleteBuffers(1, &fragments_);
}

void AppendRenderer::set_capacity(uint64_t fragment_count) {
    capacity_ = fragment_count;
    gl_.glBindBuffer(GL_SHADER_STORAGE_BUFFER, fragments_);
    gl_.glBufferData(GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(capacity_ * sizeof(Fragment)), nullptr,
                     GL_DYNAMIC_READ);
}

uint64_t AppendRenderer::draw_all(const RenderGroup& group) {
    const GLuint zero = 0;
    gl_.glBindBuffer(GL_SHADER_STORAGE_BUFFER, counter_);
    gl_.glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof zero, &zero, GL_DYNAMIC_READ);
    gl_.glUniform1ui(capacity_uniform_, static_cast<GLuint>(capacity_));
    for (std::size_t i = 0; i < group.jobs.size(); ++i) {
        const LdiView& view = group.jobs[i].view;
        gl_.glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH,
                                    static_cast<GLint>(view.width));
        gl_.glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT,
                                    static_cast<GLint>(view.height));
        view_.set(view);
        gl_.glUniform1ui(width_uniform_, view.width);
        gl_.glUniform1ui(pixel_base_uniform_, group.pixel_base[i]);
        meshes_.draw(group.triangles, i);
    }
    gl_.glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    GLuint count = 0;
    gl_.glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof count, &count);
    return count;
}

uint64_t AppendRenderer::render(const RenderGroup& group) {
    program_.use();
    meshes_.upload(group.frame, group.jobs, group.triangles);
    uint64_t count = draw_all(group);
    if (count > most_fragments_) return UINT64_MAX;
    if (count > capacity_) {
        set_capacity(std::min(most_fragments_, count + count / 4));
        count = draw_all(group);
    }
    return count;
}

void AppendRenderer::read(const RenderGroup&, std::span<Fragment> fragments) {
    if (fragments.empty()) return;
    gl_.glBindBuffer(GL_SHADER_STORAGE_BUFFER, fragments_);
    gl_.glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, static_cast<GLsizeiptr>(fragments.size_bytes()),
                           fragments.data());
}

}  // namespace defcol
