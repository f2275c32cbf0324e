// SPDX-License-Identifier: MIT
#pragma once

#include <epoxy/egl.h>
#include <epoxy/gl.h>

namespace defcol {

// A function of libepoxy. Epoxy exports pointers which it redirects to the driver at their first use, so what
// is kept here is where that pointer lives.
template <class Pointer>
class EpoxyFunction;

template <class Result, class... Arguments>
class EpoxyFunction<Result (*)(Arguments...)> {
  public:
    using Pointer = Result (*)(Arguments...);

    EpoxyFunction() noexcept = default;
    explicit EpoxyFunction(void* symbol) noexcept : pointer_(static_cast<Pointer*>(symbol)) {}

    Result operator()(Arguments... arguments) const { return (*pointer_)(arguments...); }

  private:
    Pointer* pointer_ = nullptr;
};

// Every function we call. Epoxy aborts the process when it cannot resolve one, so all of these are in EGL 1.4
// or an extension we look for, and in OpenGL 3.3, except those of the second list, which OpenGL 4.3 has.
#define DEFCOL_GL_FUNCTIONS(USE)   \
    USE(eglBindAPI)                \
    USE(eglChooseConfig)           \
    USE(eglCreateContext)          \
    USE(eglDestroyContext)         \
    USE(eglGetCurrentContext)      \
    USE(eglGetPlatformDisplayEXT)  \
    USE(eglInitialize)             \
    USE(eglMakeCurrent)            \
    USE(eglQueryAPI)               \
    USE(eglQueryDevicesEXT)        \
    USE(eglQueryString)            \
    USE(eglReleaseThread)          \
    USE(glAttachShader)            \
    USE(glBindBuffer)              \
    USE(glBindBufferBase)          \
    USE(glBindFramebuffer)         \
    USE(glBindRenderbuffer)        \
    USE(glBindVertexArray)         \
    USE(glBufferData)              \
    USE(glBufferSubData)           \
    USE(glCheckFramebufferStatus)  \
    USE(glClear)                   \
    USE(glClearStencil)            \
    USE(glCompileShader)           \
    USE(glCreateProgram)           \
    USE(glCreateShader)            \
    USE(glDeleteBuffers)           \
    USE(glDeleteFramebuffers)      \
    USE(glDeleteProgram)           \
    USE(glDeleteRenderbuffers)     \
    USE(glDeleteShader)            \
    USE(glDeleteVertexArrays)      \
    USE(glDepthFunc)               \
    USE(glDrawElements)            \
    USE(glEnable)                  \
    USE(glEnableVertexAttribArray) \
    USE(glFramebufferRenderbuffer) \
    USE(glGenBuffers)              \
    USE(glGenFramebuffers)         \
    USE(glGenRenderbuffers)        \
    USE(glGenVertexArrays)         \
    USE(glGetBufferSubData)        \
    USE(glGetError)                \
    USE(glGetInteger64v)           \
    USE(glGetIntegerv)             \
    USE(glGetProgramInfoLog)       \
    USE(glGetProgramiv)            \
    USE(glGetShaderInfoLog)        \
    USE(glGetShaderiv)             \
    USE(glGetString)               \
    USE(glGetUniformLocation)      \
    USE(glLinkProgram)             \
    USE(glPixelStorei)             \
    USE(glReadPixels)              \
    USE(glRenderbufferStorage)     \
    USE(glShaderSource)            \
    USE(glStencilFunc)             \
    USE(glStencilOp)               \
    USE(glUniform1ui)              \
    USE(glUniform3i)               \
    USE(glUniform3f)               \
    USE(glUseProgram)              \
    USE(glVertexAttribPointer)     \
    USE(glViewport)                \
    /* OpenGL 4.3 */               \
    USE(glFramebufferParameteri)   \
    USE(glMemoryBarrier)           \
    /* OpenGL 4.5 */               \
    USE(glGetGraphicsResetStatus)

struct GlFunctions {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared cannot stand in parentheses
#define DEFCOL_DECLARE(name) EpoxyFunction<decltype(::name)> name;
    DEFCOL_GL_FUNCTIONS(DEFCOL_DECLARE)
#undef DEFCOL_DECLARE
};

// Loads EGL, OpenGL and libepoxy, in the order in which nothing can abort the process; they stay loaded,
// because drivers keep threads that outlive any context. Throws BACKEND_UNAVAILABLE that says what is
// missing.
GlFunctions load_gl_functions();

}  // namespace defcol
