// SPDX-License-Identifier: MIT
#include "backends/ldi/gl/shader_program.hpp"

#include <initializer_list>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {
namespace {

GLuint compile(const GlFunctions& gl, GLenum stage, const char* source) {
    const GLuint shader = gl.glCreateShader(stage);
    gl.glShaderSource(shader, 1, &source, nullptr);
    gl.glCompileShader(shader);
    GLint is_compiled = GL_FALSE;
    gl.glGetShaderiv(shader, GL_COMPILE_STATUS, &is_compiled);
    if (is_compiled == GL_TRUE) return shader;
    char text[256] = "";
    gl.glGetShaderInfoLog(shader, sizeof text, nullptr, text);
    gl.glDeleteShader(shader);
    throw Error(status::backend_unavailable, "the OpenGL driver refuses a shader: %s", text);
}

}  // namespace

ShaderProgram::ShaderProgram(const GlFunctions& gl, const char* vertex_source, const char* fragment_source)
    : gl_(gl), program_(gl.glCreateProgram()) {
    // Shaders are freed with the program they are attached to; a context that fails here is dropped as a
    // whole.
    for (const GLuint shader :
         {compile(gl, GL_VERTEX_SHADER, vertex_source), compile(gl, GL_FRAGMENT_SHADER, fragment_source)}) {
        gl.glAttachShader(program_, shader);
        gl.glDeleteShader(shader);
    }
    gl.glLinkProgram(program_);
    GLint is_linked = GL_FALSE;
    gl.glGetProgramiv(program_, GL_LINK_STATUS, &is_linked);
    if (is_linked == GL_TRUE) return;
    char text[256] = "";
    gl.glGetProgramInfoLog(program_, sizeof text, nullptr, text);
    gl.glDeleteProgram(program_);
    throw Error(status::backend_unavailable, "the OpenGL driver cannot link a program: %s", text);
}

ShaderProgram::~ShaderProgram() {
    gl_.glDeleteProgram(program_);
}

}  // namespace defcol
