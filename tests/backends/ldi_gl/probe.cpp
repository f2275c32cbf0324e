// SPDX-License-Identifier: MIT
// Prints what the library finds of OpenGL here, and builds one image with whatever device `auto` comes to.
// The tests run it on machines that lack one thing or another, simulated through environment variables: it
// must never abort.
#include <cstdio>

#include "backends/ldi/device_choice.hpp"
#include "defcol/defcol.h"

int main() {
    const defcol::GlReport& report = defcol::gl_report();
    if (report.is_available) {
        std::printf("available: %s, OpenGL %d.%d, %s append\n", report.renderer, report.major, report.minor,
                    report.has_append ? "with" : "without");
    } else {
        std::printf("unavailable: %s\n", report.reason);
    }
    const defcol::LdiDeviceChoice choice = defcol::choose_ldi_device(DEFCOL_LDI_DEVICE_AUTO, report);
    std::printf("auto takes %s: %s\n", defcol::ldi_device_name(choice.kind), choice.reason);
    return choice.is_available ? 0 : 1;
}
