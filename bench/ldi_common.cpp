// SPDX-License-Identifier: MIT
#include "ldi_common.hpp"

#include <cmath>

#include "defcol/defcol.h"
#include "scenes/closed_bodies.hpp"

namespace bench {

scenes::Mesh make_ldi_object(uint32_t faces) {
    // Quads about square: along the knot it is some 45 times as long as around the tube.
    const auto rows = static_cast<uint32_t>(std::lround(std::sqrt(faces / 2.0 / 45.0)));
    return scenes::knot_tube(3, 7, 0.18, faces / 2 / rows, rows);
}

std::vector<LdiDeviceEntry> ldi_devices() {
    std::vector<LdiDeviceEntry> devices = {{"raster", defcol::LdiDeviceKind::raster}};
    for (const int64_t wanted : {DEFCOL_LDI_DEVICE_GL_APPEND, DEFCOL_LDI_DEVICE_GL_STENCIL}) {
        const defcol::LdiDeviceChoice choice = defcol::choose_ldi_device(wanted, defcol::gl_report());
        if (choice.is_available) devices.push_back({defcol::ldi_device_name(choice.kind), choice.kind});
    }
    return devices;
}

defcol::Owned<defcol::LdiDevice> make_ldi_device(defcol::Memory& memory, defcol::LdiDeviceKind kind) {
    return kind == defcol::LdiDeviceKind::raster ? defcol::create_raster_device(memory)
                                                 : defcol::create_gl_device(memory, kind);
}

double gather_milliseconds(const defcol::Frame& frame) {
    volatile float sink = 0;
    return least_milliseconds(20, 0.3, [&] {
        float sum = 0;
        const defcol::LocalVertex* vertices = frame.vertices.data();
        for (const defcol::Triangle& triangle : frame.triangles) {
            sum += vertices[triangle.vertex[0]].x + vertices[triangle.vertex[1]].y +
                   vertices[triangle.vertex[2]].z;
        }
        sink = sum;
    });
}

}  // namespace bench
