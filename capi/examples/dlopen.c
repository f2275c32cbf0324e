/* SPDX-License-Identifier: MIT */
/* A host that has the header and finds the library at run time: no link-time dependency.
 * Usage: defcol_dlopen [PATH OF THE LIBRARY] */
#include <defcol/defcol.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Every function this host uses, once: its pointer is declared with the type of the header and loaded by
 * name. */
#define FUNCTIONS(X)             \
    X(defcol_version_string)     \
    X(defcol_last_error_message) \
    X(defcol_context_create)     \
    X(defcol_context_destroy)    \
    X(defcol_mesh_desc_init)     \
    X(defcol_mesh_create)        \
    X(defcol_detector_create)    \
    X(defcol_detector_add_mesh)  \
    X(defcol_detector_detect)    \
    X(defcol_contacts_init)      \
    X(defcol_detector_contacts)
#define DECLARE(name) static __typeof__(name)* p_##name;
#define LOAD(name)                              \
    symbol = dlsym(library, #name);             \
    if (symbol == NULL) return fail(dlerror()); \
    memcpy(&p_##name, &symbol, sizeof symbol);
__extension__ FUNCTIONS(DECLARE)

    static int fail(const char* why) {
    fprintf(stderr, "%s\n", why);
    return 1;
}
#define CHECK(call) \
    if ((call) < 0) return fail(p_defcol_last_error_message())

int main(int argument_count, char** arguments) {
    static const double positions[2][9] = {{0, 0, 0, 4, 0, 0, 0, 4, 0}, {1, 1, -1, 1, 1, 1, 2, 2, 1}};
    static const uint32_t triangle[] = {0, 1, 2};
    defcol_context context;
    defcol_detector detector;
    defcol_contacts contacts;
    void* symbol;
    int i;
    void* library = dlopen(argument_count > 1 ? arguments[1] : "libdefcol.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return fail(dlerror());
    FUNCTIONS(LOAD)

    CHECK(p_defcol_context_create(NULL, &context));
    CHECK(p_defcol_detector_create(context, NULL, &detector));
    for (i = 0; i < 2; ++i) {
        defcol_mesh_desc desc;
        defcol_mesh mesh;
        CHECK(p_defcol_mesh_desc_init(&desc, sizeof desc));
        desc.positions = positions[i];
        desc.vertex_count = 3;
        desc.triangles = triangle;
        desc.triangle_count = 1;
        CHECK(p_defcol_mesh_create(context, &desc, &mesh));
        CHECK(p_defcol_detector_add_mesh(detector, mesh, 0));
    }
    CHECK(p_defcol_detector_detect(detector, NULL));
    CHECK(p_defcol_contacts_init(&contacts, sizeof contacts));
    CHECK(p_defcol_detector_contacts(detector, &contacts));
    printf("libdefcol %s: %llu contact\n", p_defcol_version_string(), (unsigned long long)contacts.count);
    i = contacts.count == 1 ? 0 : 1;
    CHECK(p_defcol_context_destroy(context)); /* before dlclose: it joins the library's threads */
    dlclose(library);
    return i;
}
