/* SPDX-License-Identifier: MIT */
/* A host that has the header and loads the library at run time: dlopen_frame LIBRARY. */
#include <math.h>
#include <stdlib.h>

#include "capi/every_function.h"

static int failure_count;

#define EXPECT(condition)                                                                 \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            ++failure_count;                                                              \
        }                                                                                 \
    } while (0)

/* A square of 2 x 2 cells in the plane z = 0, eight triangles. */
static const float sheet_positions[27] = {-1, -1, 0, 0, -1, 0, 1, -1, 0, -1, 0, 0, 0, 0,
                                          0,  1,  0, 0, -1, 1, 0, 0,  1, 0,  1, 1, 0};
static const uint32_t sheet_triangles[24] = {0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4,
                                             3, 4, 7, 3, 7, 6, 4, 5, 8, 4, 8, 7};
/* One tetrahedron that stands on its tip below the sheet's cell 0..1 x 0..1. */
static const uint32_t spike_tetrahedron[4] = {0, 1, 2, 3};

static void move_spike(double* positions, double height) {
    const double shape[12] = {0.6, 0.3, 0, 0.3, 0.1, 1, 0.9, 0.1, 1, 0.6, 0.5, 1};
    int i;
    for (i = 0; i < 12; ++i) positions[i] = shape[i] + (i % 3 == 2 ? height : 0);
}

static void run_frames(const defcol_functions* f, uint32_t worker_count) {
    defcol_context_desc context_desc;
    defcol_mesh_desc mesh_desc;
    defcol_detector_desc detector_desc;
    defcol_contacts contacts;
    defcol_statistics statistics;
    defcol_context context;
    defcol_mesh sheet, spike;
    defcol_detector detector;
    double spike_positions[12];

    EXPECT(f->defcol_context_desc_init(&context_desc, sizeof context_desc) == DEFCOL_OK);
    context_desc.worker_count = worker_count;
    EXPECT(f->defcol_context_create(&context_desc, &context) == DEFCOL_OK);

    EXPECT(f->defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc) == DEFCOL_OK);
    mesh_desc.positions = sheet_positions;
    mesh_desc.position_scalar = DEFCOL_SCALAR_FLOAT32;
    mesh_desc.vertex_count = 9;
    mesh_desc.triangles = sheet_triangles;
    mesh_desc.triangle_count = 8;
    EXPECT(f->defcol_mesh_create(context, &mesh_desc, &sheet) == DEFCOL_OK);

    move_spike(spike_positions, 1);
    EXPECT(f->defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc) == DEFCOL_OK);
    mesh_desc.positions = spike_positions;
    mesh_desc.vertex_count = 4;
    mesh_desc.tetrahedra = spike_tetrahedron;
    mesh_desc.tetrahedron_count = 1;
    EXPECT(f->defcol_mesh_create(context, &mesh_desc, &spike) == DEFCOL_OK);

    EXPECT(f->defcol_detector_desc_init(&detector_desc, sizeof detector_desc) == DEFCOL_OK);
    detector_desc.queries = DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON;
    EXPECT(f->defcol_detector_create(context, &detector_desc, &detector) == DEFCOL_OK);
    EXPECT(f->defcol_detector_add_mesh(detector, sheet, 0) == DEFCOL_OK);
    EXPECT(f->defcol_detector_add_mesh(detector, spike, 0) == DEFCOL_OK);

    /* Above the sheet: nothing. */
    EXPECT(f->defcol_detector_detect(detector, NULL) == DEFCOL_OK);
    EXPECT(f->defcol_contacts_init(&contacts, sizeof contacts) == DEFCOL_OK);
    EXPECT(f->defcol_detector_contacts(detector, &contacts) == DEFCOL_OK);
    EXPECT(contacts.count == 0 && contacts.total == 0);

    /* Halfway through: its section is the triangle (0.45 0.2) (0.75 0.2) (0.6 0.4), below the diagonal of its
     * cell, so the three sides that meet the tip cross triangle 6 and nothing else. */
    move_spike(spike_positions, -0.5);
    EXPECT(f->defcol_mesh_set_positions(spike, spike_positions, 4, 0, DEFCOL_SCALAR_FLOAT64) == DEFCOL_OK);
    EXPECT(f->defcol_detector_detect(detector, NULL) == DEFCOL_OK);
    EXPECT(f->defcol_detector_contacts(detector, &contacts) == DEFCOL_OK);
    EXPECT(contacts.count == 3 && contacts.total == 3 && contacts.range_count == 1);
    if (contacts.count == 3) {
        int i;
        for (i = 0; i < 3; ++i) {
            EXPECT(contacts.kind[i] == DEFCOL_CONTACT_TRIANGLE_PAIR);
            EXPECT(contacts.mesh_a[i] == 0 && contacts.primitive_a[i] == 6 && contacts.mesh_b[i] == 1);
        }
        EXPECT(contacts.primitive_b[0] < contacts.primitive_b[1]);
        EXPECT(contacts.primitive_b[1] < contacts.primitive_b[2]);
    }
    EXPECT(f->defcol_statistics_init(&statistics, sizeof statistics) == DEFCOL_OK);
    EXPECT(f->defcol_detector_get_statistics(detector, &statistics) == DEFCOL_OK);
    EXPECT(statistics.frame == 2 && statistics.contact_count == 3);

    /* A mistake is told and changes nothing. */
    spike_positions[4] = NAN;
    EXPECT(f->defcol_mesh_set_positions(spike, spike_positions, 4, 0, DEFCOL_SCALAR_FLOAT64) ==
           DEFCOL_ERROR_NON_FINITE);
    EXPECT(strstr(f->defcol_last_error_message(), "vertex 1") != NULL);
    EXPECT(f->defcol_detector_detect(detector, NULL) == DEFCOL_OK);
    EXPECT(f->defcol_detector_contacts(detector, &contacts) == DEFCOL_OK);
    EXPECT(contacts.count == 3);

    EXPECT(f->defcol_context_destroy(context) == DEFCOL_OK);
    EXPECT(f->defcol_detector_detect(detector, NULL) == DEFCOL_ERROR_BAD_HANDLE);
}

int main(int argument_count, char** arguments) {
    defcol_functions functions;
    void* library;
    if (argument_count != 2) return EXIT_FAILURE;
    library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return EXIT_FAILURE;
    }
    if (!load_functions(library, &functions)) return EXIT_FAILURE;
    EXPECT(functions.defcol_version_number() == DEFCOL_VERSION_NUMBER);
    EXPECT(strcmp(functions.defcol_version_string(), DEFCOL_VERSION_STRING) == 0);
    run_frames(&functions, 1);
    run_frames(&functions, 2);
    EXPECT(dlclose(library) == 0);
    return failure_count == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
