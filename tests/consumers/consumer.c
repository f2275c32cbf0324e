/* SPDX-License-Identifier: MIT */
/* A host that sees only what is installed. */
#include <defcol/defcol.h>
#include <stdio.h>

int main(void) {
    static const double positions[2][9] = {{0, 0, 0, 4, 0, 0, 0, 4, 0}, {1, 1, -1, 1, 1, 1, 2, 2, 1}};
    static const uint32_t triangle[] = {0, 1, 2};
    defcol_context context;
    defcol_detector detector;
    defcol_contacts contacts;
    int i;
    if (defcol_context_create(NULL, &context) < 0 || defcol_detector_create(context, NULL, &detector) < 0)
        return 2;
    for (i = 0; i < 2; ++i) {
        defcol_mesh_desc desc;
        defcol_mesh mesh;
        defcol_mesh_desc_init(&desc, sizeof desc);
        desc.positions = positions[i];
        desc.vertex_count = 3;
        desc.triangles = triangle;
        desc.triangle_count = 1;
        if (defcol_mesh_create(context, &desc, &mesh) < 0 || defcol_detector_add_mesh(detector, mesh, 0) < 0)
            return 3;
    }
    if (defcol_detector_detect(detector, NULL) < 0) return 4;
    defcol_contacts_init(&contacts, sizeof contacts);
    if (defcol_detector_contacts(detector, &contacts) < 0) return 5;
    printf("libdefcol %s, compiled against %s: %llu contact\n", defcol_version_string(),
           DEFCOL_VERSION_STRING, (unsigned long long)contacts.count);
    return contacts.count == 1 && defcol_context_destroy(context) == 0 ? 0 : 1;
}
