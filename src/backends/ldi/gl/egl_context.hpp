// SPDX-License-Identifier: MIT
#pragma once

#include "backends/ldi/gl/gl_functions.hpp"

namespace defcol {

// What a driver says of itself.
struct GlDriver {
    char renderer[128] = "";
    char vendor[64] = "";
    int major = 0;
    int minor = 0;
    int fragment_storage_blocks = 0;

    bool has_version(int wanted_major, int wanted_minor) const {
        return major > wanted_major || (major == wanted_major && minor >= wanted_minor);
    }
};

// An OpenGL context without a window, current on the thread that made it and used there only. It tries Mesa's
// surfaceless platform, then every EGL device, and keeps the first that renders in hardware, else the first
// that works at all. Displays are shared by the whole process, so none is ever terminated.
class EglContext {
  public:
    // Throws BACKEND_UNAVAILABLE with what every attempt said.
    explicit EglContext(const GlFunctions& gl);
    ~EglContext();
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;

    const GlFunctions& gl() const { return gl_; }
    const GlDriver& driver() const { return driver_; }

    // In a forked child, where the driver's side belongs to the parent.
    void abandon() noexcept { context_ = EGL_NO_CONTEXT; }

    // Whether the driver has lost the context since it was made.
    bool is_lost() const;

  private:
    const GlFunctions& gl_;
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLContext context_ = EGL_NO_CONTEXT;
    GlDriver driver_;
};

}  // namespace defcol
