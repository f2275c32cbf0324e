// SPDX-License-Identifier: MIT
#include "backends/ldi/device_choice.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "defcol/defcol.h"

namespace defcol::testing {

namespace {

GlReport report_of(const char* renderer, int32_t major, int32_t minor) {
    return {.is_available = true,
            .major = major,
            .minor = minor,
            .vendor = "vendor",
            .renderer = renderer,
            .has_append = major * 100 + minor >= 403};
}

}  // namespace

TEST(LdiDeviceChoice, AutoTakesGlOnGraphicsProcessorsOnly) {
    for (const char* renderer :
         {"NVIDIA GeForce RTX 4090/PCIe/SSE2", "AMD Radeon RX 7900 XTX (radeonsi, navi31)",
          "Mesa Intel(R) UHD Graphics 770 (ADL-S GT1)"}) {
        const LdiDeviceChoice choice = choose_ldi_device(DEFCOL_LDI_DEVICE_AUTO, report_of(renderer, 4, 6));
        EXPECT_EQ(choice.kind, LdiDeviceKind::gl_append) << renderer;
        EXPECT_TRUE(choice.is_available);
        EXPECT_NE(*choice.reason, '\0');
    }
    for (const char* renderer : {"llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer",
                                 "Google SwiftShader", "SWR (LLVM 10.0)", "Microsoft Basic Render Driver"}) {
        const LdiDeviceChoice choice = choose_ldi_device(DEFCOL_LDI_DEVICE_AUTO, report_of(renderer, 4, 5));
        EXPECT_EQ(choice.kind, LdiDeviceKind::raster) << renderer;
        EXPECT_TRUE(choice.is_available);
    }
}

TEST(LdiDeviceChoice, AutoTakesTheRasteriserWhereGlIsMissingOrOld) {
    const GlReport missing{.reason = "libEGL.so.1 is not there"};
    const LdiDeviceChoice choice = choose_ldi_device(DEFCOL_LDI_DEVICE_AUTO, missing);
    EXPECT_EQ(choice.kind, LdiDeviceKind::raster);
    EXPECT_STREQ(choice.reason, missing.reason);
    EXPECT_EQ(choose_ldi_device(DEFCOL_LDI_DEVICE_AUTO, report_of("GeForce 8800", 3, 3)).kind,
              LdiDeviceKind::raster);
}

TEST(LdiDeviceChoice, WhatIsAskedForIsTakenOrRefusedWithAReason) {
    const GlReport missing{.reason = "no driver"};
    const GlReport old = report_of("GeForce 8800", 3, 3);
    const GlReport software = report_of("llvmpipe", 4, 5);
    EXPECT_TRUE(choose_ldi_device(DEFCOL_LDI_DEVICE_RASTER, missing).is_available);
    EXPECT_FALSE(choose_ldi_device(DEFCOL_LDI_DEVICE_GL_APPEND, missing).is_available);
    EXPECT_STREQ(choose_ldi_device(DEFCOL_LDI_DEVICE_GL_STENCIL, missing).reason, "no driver");
    EXPECT_FALSE(choose_ldi_device(DEFCOL_LDI_DEVICE_GL_APPEND, old).is_available);
    EXPECT_TRUE(choose_ldi_device(DEFCOL_LDI_DEVICE_GL_STENCIL, old).is_available);
    EXPECT_EQ(choose_ldi_device(DEFCOL_LDI_DEVICE_GL_APPEND, software).kind, LdiDeviceKind::gl_append);
    EXPECT_TRUE(choose_ldi_device(DEFCOL_LDI_DEVICE_GL_APPEND, software).is_available);
}

}  // namespace defcol::testing
