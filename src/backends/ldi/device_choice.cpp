// SPDX-License-Identifier: MIT
#include "backends/ldi/device_choice.hpp"

#include <cstring>

#include "defcol/defcol.h"

namespace defcol {

namespace {

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(const char* text, const char* lower_part) noexcept {
    const std::size_t length = std::strlen(lower_part);
    for (; *text != '\0'; ++text) {
        std::size_t i = 0;
        while (i < length && lower(text[i]) == lower_part[i]) ++i;
        if (i == length) return true;
    }
    return false;
}

constexpr int32_t stencil_version = 303;
constexpr int32_t append_version = 403;

int32_t version_of(const GlReport& report) {
    return report.major * 100 + report.minor;
}

LdiDeviceChoice choose_gl(LdiDeviceKind kind, const GlReport& report) noexcept {
    if (!report.is_available) return {kind, report.reason, false};
    if (kind == LdiDeviceKind::gl_append && (version_of(report) < append_version || !report.has_append)) {
        return {kind, "gl-append needs OpenGL 4.3 with storage blocks in fragment shaders: use gl-stencil",
                false};
    }
    if (version_of(report) < stencil_version) return {kind, "gl-stencil needs OpenGL 3.3", false};
    return {kind, "asked for", true};
}

}  // namespace

bool renderer_is_software(const char* renderer) noexcept {
    for (const char* name : {"llvmpipe", "softpipe", "swrast", "swiftshader", "software rasterizer",
                             "microsoft basic render", "gdi generic", "swr (", "lavapipe"}) {
        if (contains(renderer, name)) return true;
    }
    return false;
}

LdiDeviceChoice choose_ldi_device(int64_t wanted, const GlReport& report) noexcept {
    switch (wanted) {
        case DEFCOL_LDI_DEVICE_RASTER:
            return {LdiDeviceKind::raster, "asked for", true};
        case DEFCOL_LDI_DEVICE_GL_APPEND:
            return choose_gl(LdiDeviceKind::gl_append, report);
        case DEFCOL_LDI_DEVICE_GL_STENCIL:
            return choose_gl(LdiDeviceKind::gl_stencil, report);
        default:
            break;
    }
    if (!report.is_available) {
        return {LdiDeviceKind::raster, *report.reason != '\0' ? report.reason : "OpenGL is not available",
                true};
    }
    if (renderer_is_software(report.renderer)) {
        return {LdiDeviceKind::raster, "OpenGL renders in software here, and the own rasteriser is faster",
                true};
    }
    if (choose_gl(LdiDeviceKind::gl_append, report).is_available) {
        return {LdiDeviceKind::gl_append, "OpenGL 4.3 on a graphics processor", true};
    }
    // One pass per layer over all triangles: measured slower than the rasteriser wherever it could be.
    return {LdiDeviceKind::raster,
            "OpenGL below 4.3 makes images layer by layer, and the own rasteriser is faster", true};
}

const char* ldi_device_name(LdiDeviceKind kind) noexcept {
    switch (kind) {
        case LdiDeviceKind::gl_append:
            return "gl-append";
        case LdiDeviceKind::gl_stencil:
            return "gl-stencil";
        default:
            return "raster";
    }
}

}  // namespace defcol
