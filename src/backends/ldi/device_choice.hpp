// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/ldi/device.hpp"

namespace defcol {

struct LdiDeviceChoice {
    LdiDeviceKind kind;
    const char* reason;  // static, or the report's own
    bool is_available;   // false: the device asked for is not there; reason says why
};

// Which device an option value (DEFCOL_LDI_DEVICE_*) comes to, given what OpenGL says of itself: nothing else
// enters. Software renderers lose against the CPU's own rasteriser, so auto takes GL on real graphics
// processors only.
LdiDeviceChoice choose_ldi_device(int64_t wanted, const GlReport& report) noexcept;

// Renderer names of Mesa's, Google's and Microsoft's software implementations, in any case.
bool renderer_is_software(const char* renderer) noexcept;

const char* ldi_device_name(LdiDeviceKind kind) noexcept;

}  // namespace defcol
