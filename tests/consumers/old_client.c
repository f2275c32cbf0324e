/* SPDX-License-Identifier: MIT */
/* Clients of another time. An old one has shorter structs: what it lacks is read as the default, and nothing
 * is written past its end. A new one has longer structs: fine while the part this library does not know is
 * zero, UNSUPPORTED when it is used. */
#include <defcol/defcol.h>
#include <stdio.h>
#include <string.h>

#define REQUIRE(condition)                                                                        \
    if (!(condition)) {                                                                           \
        fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #condition, defcol_last_error_message()); \
        return 1;                                                                                 \
    }

/* As in a first version of the header, before transform and user_data. */
typedef struct old_mesh_desc {
    uint32_t struct_size;
    uint32_t flags;
    uint64_t vertex_count;
    const void* positions;
    uint64_t position_stride;
    int32_t position_scalar;
    uint32_t reserved;
    uint64_t triangle_count;
    const uint32_t* triangles;
} old_mesh_desc;
typedef struct old_contacts {
    uint32_t struct_size;
    uint32_t is_truncated;
    uint32_t is_incomplete;
    uint32_t reserved;
    uint64_t count;
    uint64_t total;
    double finished_fraction;
    const int32_t* kind;
    const uint32_t* mesh_a;
    const uint32_t* primitive_a;
    const uint32_t* mesh_b;
    const uint32_t* primitive_b;
} old_contacts;
/* As a header of next year may have it. */
typedef struct new_mesh_desc {
    defcol_mesh_desc known;
    uint64_t colour;
    double softness;
} new_mesh_desc;
typedef struct new_detector_desc {
    defcol_detector_desc known;
    uint64_t device;
} new_detector_desc;
typedef struct new_contacts {
    defcol_contacts known;
    const double* temperatures;
} new_contacts;

int main(void) {
    static const double positions[2][9] = {{0, 0, 0, 4, 0, 0, 0, 4, 0}, {1, 1, -1, 1, 1, 1, 2, 2, 1}};
    static const uint32_t triangle[] = {0, 1, 2};
    defcol_context context;
    defcol_detector detector;
    defcol_mesh meshes[2];
    struct {
        old_mesh_desc desc;
        unsigned char guard[16];
    } old;
    struct {
        old_contacts view;
        unsigned char guard[16];
    } small;
    new_mesh_desc larger;
    new_detector_desc detector_desc;
    new_contacts large;
    int i;
    REQUIRE(defcol_context_create(NULL, &context) == DEFCOL_OK);

    memset(&old, 0xee, sizeof old);
    REQUIRE(defcol_mesh_desc_init((defcol_mesh_desc*)&old.desc, sizeof old.desc) == DEFCOL_OK);
    old.desc.positions = positions[0];
    old.desc.vertex_count = 3;
    old.desc.triangles = triangle;
    old.desc.triangle_count = 1;
    REQUIRE(defcol_mesh_create(context, (const defcol_mesh_desc*)&old.desc, &meshes[0]) == DEFCOL_OK);
    for (i = 0; i < 16; ++i) REQUIRE(old.guard[i] == 0xee);

    REQUIRE(defcol_mesh_desc_init(&larger.known, sizeof larger) == DEFCOL_OK);
    REQUIRE(larger.colour == 0 && larger.softness == 0);
    larger.known.positions = positions[1];
    larger.known.vertex_count = 3;
    larger.known.triangles = triangle;
    larger.known.triangle_count = 1;
    larger.colour = 7;
    REQUIRE(defcol_mesh_create(context, &larger.known, &meshes[1]) == DEFCOL_ERROR_UNSUPPORTED);
    REQUIRE(meshes[1].value == 0);
    larger.colour = 0;
    REQUIRE(defcol_mesh_create(context, &larger.known, &meshes[1]) == DEFCOL_OK);

    REQUIRE(defcol_detector_desc_init(&detector_desc.known, sizeof detector_desc) == DEFCOL_OK);
    detector_desc.device = 1;
    REQUIRE(defcol_detector_create(context, &detector_desc.known, &detector) == DEFCOL_ERROR_UNSUPPORTED);
    detector_desc.device = 0;
    REQUIRE(defcol_detector_create(context, &detector_desc.known, &detector) == DEFCOL_OK);
    for (i = 0; i < 2; ++i) REQUIRE(defcol_detector_add_mesh(detector, meshes[i], 0) == DEFCOL_OK);
    REQUIRE(defcol_detector_detect(detector, NULL) == DEFCOL_OK);

    memset(&small, 0xee, sizeof small);
    REQUIRE(defcol_contacts_init((defcol_contacts*)&small.view, sizeof small.view) == DEFCOL_OK);
    REQUIRE(defcol_detector_contacts(detector, (defcol_contacts*)&small.view) == DEFCOL_OK);
    REQUIRE(small.view.count == 1 && small.view.mesh_b[0] == 1 &&
            small.view.kind[0] == DEFCOL_CONTACT_TRIANGLE_PAIR);
    for (i = 0; i < 16; ++i) REQUIRE(small.guard[i] == 0xee);

    memset(&large, 0xee, sizeof large);
    REQUIRE(defcol_contacts_init(&large.known, sizeof large) == DEFCOL_OK);
    REQUIRE(defcol_detector_contacts(detector, &large.known) == DEFCOL_OK);
    REQUIRE(large.known.count == 1 && large.temperatures == NULL);
    REQUIRE(defcol_context_destroy(context) == DEFCOL_OK);
    return 0;
}
