// SPDX-License-Identifier: MIT
#include "backends/ldi/gl/egl_context.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "backends/ldi/device_choice.hpp"
#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {
namespace {

constexpr EGLint max_device_count = 16;

struct Attempt {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    GlDriver driver;
    const char* failed_step = nullptr;
};

bool has_word(const char* list, const char* word) {
    const std::size_t length = std::strlen(word);
    while (list != nullptr && *list != '\0') {
        const std::size_t span = std::strcspn(list, " ");
        if (span == length && std::strncmp(list, word, length) == 0) return true;
        list += span + std::strspn(list + span, " ");
    }
    return false;
}

// A driver that can reset a context tells us so only if asked for it at creation; few have it, so both are
// tried.
EGLContext create_context(const GlFunctions& gl, EGLDisplay display, EGLConfig config, int major, int minor) {
    EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION_KHR,
                           major,
                           EGL_CONTEXT_MINOR_VERSION_KHR,
                           minor,
                           EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR,
                           EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_KHR,
                           EGL_LOSE_CONTEXT_ON_RESET_KHR,
                           EGL_NONE};
    EGLContext context = gl.eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
    if (context != EGL_NO_CONTEXT) return context;
    attributes[6] = EGL_NONE;
    return gl.eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
}

void copy_text(char* target, std::size_t size, const GLubyte* text) {
    std::snprintf(target, size, "%s", text == nullptr ? "unknown" : reinterpret_cast<const char*>(text));
}

void release(const GlFunctions& gl, Attempt& attempt) {
    if (attempt.context == EGL_NO_CONTEXT) return;
    gl.eglMakeCurrent(attempt.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    gl.eglDestroyContext(attempt.display, attempt.context);
    attempt.context = EGL_NO_CONTEXT;
}

bool make_current(const GlFunctions& gl, const Attempt& attempt) {
    return gl.eglMakeCurrent(attempt.display, EGL_NO_SURFACE, EGL_NO_SURFACE, attempt.context) == EGL_TRUE;
}

// On success the context is current.
Attempt attempt_display(const GlFunctions& gl, EGLDisplay display) {
    Attempt attempt;
    attempt.display = display;
    const auto failed = [&](const char* step) {
        release(gl, attempt);
        attempt.failed_step = step;
        return attempt;
    };
    EGLint major = 0;
    EGLint minor = 0;
    if (display == EGL_NO_DISPLAY) return failed("no display");
    if (gl.eglInitialize(display, &major, &minor) != EGL_TRUE)
        return failed("its display cannot be initialised");
    const char* extensions = gl.eglQueryString(display, EGL_EXTENSIONS);
    if (!has_word(extensions, "EGL_KHR_surfaceless_context")) return failed("needs a window");
    if (!has_word(extensions, "EGL_KHR_create_context")) return failed("has no versioned contexts");
    if (gl.eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return failed("has no desktop OpenGL");
    const EGLint config_attributes[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint config_count = 0;
    if (gl.eglChooseConfig(display, config_attributes, &config, 1, &config_count) != EGL_TRUE ||
        config_count < 1) {
        return failed("has no configuration for OpenGL");
    }
    attempt.context = create_context(gl, display, config, 4, 3);
    if (attempt.context == EGL_NO_CONTEXT) attempt.context = create_context(gl, display, config, 3, 3);
    if (attempt.context == EGL_NO_CONTEXT) return failed("has no OpenGL 3.3");
    if (!make_current(gl, attempt)) return failed("its context cannot be made current");
    copy_text(attempt.driver.renderer, sizeof attempt.driver.renderer, gl.glGetString(GL_RENDERER));
    copy_text(attempt.driver.vendor, sizeof attempt.driver.vendor, gl.glGetString(GL_VENDOR));
    gl.glGetIntegerv(GL_MAJOR_VERSION, &attempt.driver.major);
    gl.glGetIntegerv(GL_MINOR_VERSION, &attempt.driver.minor);
    if (attempt.driver.has_version(4, 3)) {
        gl.glGetIntegerv(GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, &attempt.driver.fragment_storage_blocks);
    }
    return attempt;
}

}  // namespace

EglContext::EglContext(const GlFunctions& gl) : gl_(gl) {
    const char* extensions = gl.eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!has_word(extensions, "EGL_EXT_platform_base")) {
        throw Error(status::backend_unavailable, "EGL has no driver that works without a window");
    }
    Attempt best;
    char reasons[320] = "";
    std::size_t length = 0;
    const auto consider = [&](const char* platform, EGLDisplay display) {
        Attempt attempt = attempt_display(gl, display);
        if (attempt.failed_step != nullptr) {
            const int written = std::snprintf(reasons + length, sizeof reasons - length, "%s%s %s",
                                              length == 0 ? "" : "; ", platform, attempt.failed_step);
            length = std::min(sizeof reasons - 1, length + static_cast<std::size_t>(std::max(written, 0)));
            return;
        }
        const bool better =
            best.context == EGL_NO_CONTEXT ||
            (renderer_is_software(best.driver.renderer) && !renderer_is_software(attempt.driver.renderer));
        release(gl, better ? best : attempt);
        if (better) best = attempt;
    };
    if (has_word(extensions, "EGL_MESA_platform_surfaceless")) {
        consider("surfaceless",
                 gl.eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    }
    const bool lists_devices =
        has_word(extensions, "EGL_EXT_device_base") || has_word(extensions, "EGL_EXT_device_enumeration");
    if (has_word(extensions, "EGL_EXT_platform_device") && lists_devices) {
        EGLDeviceEXT devices[max_device_count];
        EGLint device_count = 0;
        if (gl.eglQueryDevicesEXT(max_device_count, devices, &device_count) != EGL_TRUE) device_count = 0;
        for (EGLint i = 0; i < device_count; ++i) {
            consider("device", gl.eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr));
        }
    }
    if (best.context == EGL_NO_CONTEXT || !make_current(gl, best)) {
        release(gl, best);
        gl.eglReleaseThread();
        throw Error(status::backend_unavailable, "no EGL driver works without a window: %s",
                    length == 0 ? "none is installed" : reasons);
    }
    display_ = best.display;
    context_ = best.context;
    driver_ = best.driver;
}

EglContext::~EglContext() {
    if (context_ == EGL_NO_CONTEXT) return;
    gl_.eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    gl_.eglDestroyContext(display_, context_);
    gl_.eglReleaseThread();
}

bool EglContext::is_lost() const {
    return driver_.has_version(4, 5) && gl_.glGetGraphicsResetStatus() != GL_NO_ERROR;
}

}  // namespace defcol
