// SPDX-License-Identifier: MIT
#include "backends/ldi/device.hpp"
#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {

const GlReport& gl_report() noexcept {
    static constexpr GlReport absent{.reason = "the OpenGL device is not built into this library"};
    return absent;
}

Owned<LdiDevice> create_gl_device(std::pmr::memory_resource& memory, LdiDeviceKind method) {
    (void)memory;
    (void)method;
    throw Error(status::backend_unavailable, "%s", gl_report().reason);
}

}  // namespace defcol
