// SPDX-License-Identifier: MIT
#pragma once

#include "backends/ldi/gl/gl_functions.hpp"

namespace defcol {

// A linked program. Lives and dies on the GL thread, with its context current.
class ShaderProgram {
  public:
    // Throws BACKEND_UNAVAILABLE with the driver's own complaint.
    ShaderProgram(const GlFunctions& gl, const char* vertex_source, const char* fragment_source);
    ~ShaderProgram();
    ShaderProgram(const ShaderProgram&) = delete;
    ShaderProgram& operator=(const ShaderProgram&) = delete;

    void use() const { gl_.glUseProgram(program_); }
    GLint uniform(const char* name) const { return gl_.glGetUniformLocation(program_, name); }

  private:
    const GlFunctions& gl_;
    GLuint program_;
};

// The vertex shader of every method. `invariant`, because methods with several passes must see the same
// fragments in each of them. The view is axis-parallel, so it is a choice of coordinates, a shift and a
// scale.
inline constexpr const char* view_vertex_shader = R"(#version 330 core
layout(location = 0) in vec3 position;
uniform ivec3 axes;
uniform vec3 low;
uniform vec3 scale;
invariant gl_Position;
void main() {
    vec3 seen = vec3(position[axes.x], position[axes.y], position[axes.z]);
    gl_Position = vec4((seen - low) * scale * 2.0 - 1.0, 1.0);
}
)";

}  // namespace defcol
