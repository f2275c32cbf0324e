// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <mutex>

#include "backends/ldi/device.hpp"
#include "backends/ldi/gl/egl_context.hpp"
#include "backends/ldi/gl/gl_thread.hpp"
#include "backends/ldi/gl/process_state.hpp"
#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {
namespace {

// Plain data, so that nothing runs when the library is unloaded.
struct Probe {
    GlReport report;
    GlDriver driver;
    char reason[512];
};

void probe_into(Probe& probe) {
    note_use_of_gl();
    GlThread thread;
    thread.run([&] {
        const GlFunctions gl = load_gl_functions();
        const EglContext context(gl);
        probe.driver = context.driver();
    });
    probe.report.is_available = true;
    probe.report.renderer = probe.driver.renderer;
    probe.report.vendor = probe.driver.vendor;
    probe.report.major = probe.driver.major;
    probe.report.minor = probe.driver.minor;
    probe.report.has_append = probe.driver.has_version(4, 3) && probe.driver.fragment_storage_blocks >= 2;
}

std::atomic<pid_t> process_of_gl{0};

}  // namespace

void note_use_of_gl() {
    pid_t first = 0;
    const pid_t process = getpid();
    if (process_of_gl.compare_exchange_strong(first, process) || first == process) return;
    throw Error(status::forked,
                "OpenGL was in use before fork(), and its drivers do not survive that: use the raster "
                "device in the child");
}

const GlReport& gl_report() noexcept {
    static Probe probe;
    static std::once_flag once;
    std::call_once(once, [] {
        try {
            probe_into(probe);
        } catch (const Error& error) {
            std::snprintf(probe.reason, sizeof probe.reason, "%s", error.message());
            probe.report.reason = probe.reason;
        } catch (...) {
            probe.report.reason = "memory ran out while OpenGL was looked for";
        }
    });
    return probe.report;
}

}  // namespace defcol
