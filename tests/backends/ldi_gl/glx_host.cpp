// SPDX-License-Identifier: MIT
// A host with a GLX context current on the thread that calls us. EGL refuses to make a context current there,
// so this works only because the device has a thread of its own. Run under an X server.
#include <GL/glx.h>
#include <X11/Xlib.h>

#include <cstdio>
#include <cstdlib>

#include "backends/ldi/device.hpp"
#include "base/error.hpp"

namespace {

void require(bool condition, const char* what) {
    if (condition) return;
    std::printf("failed: %s\n", what);
    std::exit(1);
}

GLXContext make_host_context(Display* display) {
    int attributes[] = {GLX_RGBA, GLX_DEPTH_SIZE, 16, GLX_DOUBLEBUFFER, 0};
    XVisualInfo* visual = glXChooseVisual(display, DefaultScreen(display), attributes);
    require(visual != nullptr, "the X server has a visual for OpenGL");
    XSetWindowAttributes window_attributes{};
    window_attributes.colormap =
        XCreateColormap(display, RootWindow(display, visual->screen), visual->visual, AllocNone);
    const Window window =
        XCreateWindow(display, RootWindow(display, visual->screen), 0, 0, 64, 64, 0, visual->depth,
                      InputOutput, visual->visual, CWColormap, &window_attributes);
    const GLXContext context = glXCreateContext(display, visual, nullptr, 1);
    require(context != nullptr && glXMakeCurrent(display, window, context) == 1,
            "the host's context is current");
    XFree(visual);
    return context;
}

}  // namespace

int main() {
    Display* display = XOpenDisplay(nullptr);
    require(display != nullptr, "there is an X server");
    const GLXContext context = make_host_context(display);
    glViewport(1, 2, 30, 40);
    try {
        defcol::Memory memory;
        defcol::Workers workers(1);
        defcol::SearchControl control{{}};
        const defcol::LocalVertex vertices[] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
        const defcol::Triangle triangles[] = {{{0, 2, 1}}, {{0, 1, 3}}, {{0, 3, 2}}, {{1, 2, 3}}};
        defcol::FrameMesh mesh{};
        mesh.vertex_count = 4;
        mesh.triangle_count = 4;
        defcol::Frame frame{};
        frame.meshes = {&mesh, 1};
        frame.vertices = vertices;
        frame.triangles = triangles;
        defcol::LayeredImage image(memory);
        const defcol::LdiJob job{0, 0, 4, {defcol::Vec3f(-0.1F), defcol::Vec3f(1.1F), 2, 32, 32}, &image};
        auto device = defcol::create_gl_device(memory, defcol::LdiDeviceKind::gl_append);
        device->build({frame, {&job, 1}, workers, control, 0});
        require(image.is_complete && !image.layers.empty() && image.unpaired_pixels == 0,
                "the image has its layers");
        require(glXGetCurrentContext() == context, "the host's context stays current");
        device.reset();
    } catch (const defcol::Error& error) {
        std::printf("failed: %s\n", error.message());
        return 1;
    }
    require(glXGetCurrentContext() == context, "the host's context is current to the end");
    GLint viewport[4] = {};
    glGetIntegerv(GL_VIEWPORT, viewport);
    require(viewport[0] == 1 && viewport[3] == 40 && glGetError() == GL_NO_ERROR,
            "the host's state is unchanged");
    std::puts("a GLX host keeps its context");
    return 0;
}
