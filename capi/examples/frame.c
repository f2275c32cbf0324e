/* SPDX-License-Identifier: MIT */
/* The smallest host: a spike sinks through a square sheet, and each frame's contacts are printed. */
#include <defcol/defcol.h>
#include <stdio.h>
#include <stdlib.h>

static void check(defcol_status status, const char* call) {
    if (status >= 0) return;
    fprintf(stderr, "%s\n  gave %s: %s\n", call, defcol_status_name(status), defcol_last_error_message());
    exit(EXIT_FAILURE);
}
#define CHECK(call) check((call), #call)

static defcol_mesh make_mesh(defcol_context context, const double* positions, uint64_t vertex_count,
                             const uint32_t* triangles, uint64_t triangle_count) {
    defcol_mesh_desc desc;
    defcol_mesh mesh;
    CHECK(defcol_mesh_desc_init(&desc, sizeof desc));
    desc.positions = positions;
    desc.vertex_count = vertex_count;
    desc.triangles = triangles;
    desc.triangle_count = triangle_count;
    CHECK(defcol_mesh_create(context, &desc, &mesh));
    return mesh;
}

int main(void) {
    static const double sheet_positions[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const uint32_t sheet_triangles[] = {0, 1, 2, 0, 2, 3};
    double spike_positions[] = {0.25, 0, 0, 0, -0.25, 1, 0.5, -0.25, 1, 0.25, 0.25, 1};
    static const uint32_t spike_triangles[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
    const double heights[] = {0.5, 0.0, -0.5, -1.5};
    const uint64_t expected[] = {0, 3, 3, 0};
    int frame, is_right = 1;

    defcol_context context;
    CHECK(defcol_context_create(NULL, &context));
    defcol_mesh sheet = make_mesh(context, sheet_positions, 4, sheet_triangles, 2);
    defcol_mesh spike = make_mesh(context, spike_positions, 4, spike_triangles, 4);

    defcol_detector_desc desc;
    defcol_detector detector;
    CHECK(defcol_detector_desc_init(&desc, sizeof desc));
    desc.fields = DEFCOL_FIELD_NORMALS | DEFCOL_FIELD_POINTS;
    CHECK(defcol_detector_create(context, &desc, &detector));
    CHECK(defcol_detector_add_mesh(detector, sheet, 0));
    CHECK(defcol_detector_add_mesh(detector, spike, 0));

    for (frame = 0; frame < 4; ++frame) {
        uint64_t i;
        defcol_contacts contacts;
        spike_positions[2] = heights[frame];
        for (i = 1; i < 4; ++i) spike_positions[3 * i + 2] = heights[frame] + 1;
        CHECK(defcol_mesh_set_positions(spike, spike_positions, 4, 0, DEFCOL_SCALAR_FLOAT64));
        CHECK(defcol_detector_detect(detector, NULL));
        CHECK(defcol_contacts_init(&contacts, sizeof contacts));
        CHECK(defcol_detector_contacts(detector, &contacts));

        printf("tip at %4.1f: %llu contacts\n", heights[frame], (unsigned long long)contacts.count);
        for (i = 0; i < contacts.count; ++i) {
            printf("  mesh %u triangle %u meets mesh %u triangle %u at (%.3f %.3f %.3f), distance %.3f\n",
                   contacts.mesh_a[i], contacts.primitive_a[i], contacts.mesh_b[i], contacts.primitive_b[i],
                   contacts.points[6 * i], contacts.points[6 * i + 1], contacts.points[6 * i + 2],
                   contacts.distances[i]);
        }
        is_right = is_right && contacts.count == expected[frame];
    }

    CHECK(defcol_context_destroy(context)); /* meshes and detector with it */
    if (!is_right) fprintf(stderr, "the number of contacts is not what it should be\n");
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
