// SPDX-License-Identifier: MIT
#include "backends/ldi/gl/gl_functions.hpp"

#include <dlfcn.h>

#include <initializer_list>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {
namespace {

// Never unloaded: the drivers behind these keep threads and process-wide displays.
void* open_first_of(std::initializer_list<const char*> names, const char* description) {
    for (const char* name : names) {
        if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) return library;
    }
    throw Error(status::backend_unavailable, "%s cannot be loaded", description);
}

void* find_symbol(void* library, const char* name) {
    void* symbol = dlsym(library, name);
    if (symbol == nullptr) {
        throw Error(status::backend_unavailable, "libepoxy.so.0 is too old: it lacks %s", name);
    }
    return symbol;
}

}  // namespace

GlFunctions load_gl_functions() {
    // Epoxy aborts when it finds no EGL or no OpenGL library; so we look for them first.
    open_first_of({"libEGL.so.1"}, "libEGL.so.1");
    open_first_of({"libOpenGL.so.0", "libGL.so.1"}, "libOpenGL.so.0 or libGL.so.1");
    void* epoxy = open_first_of({"libepoxy.so.0"}, "libepoxy.so.0");
    GlFunctions functions;
#define DEFCOL_LOAD(name) functions.name = EpoxyFunction<decltype(name)>(find_symbol(epoxy, "epoxy_" #name));
    DEFCOL_GL_FUNCTIONS(DEFCOL_LOAD)
#undef DEFCOL_LOAD
    return functions;
}

}  // namespace defcol
