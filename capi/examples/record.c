/* SPDX-License-Identifier: MIT */
/* Plays a scene and records it, as a host that wants to report a problem or to find its best backend would:
 *
 *     defcol_record SCENE FRAMES FILE
 *
 * and then `defcol replay FILE`, `defcol compare FILE`, `defcol report FILE page.html`. The scene "cut" is
 * made here: a blade goes through a sheet, and triangles it touches are removed, so that the topology changes
 * in every frame. All others are those of the tests.
 */
#include <defcol/defcol.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/demo_scenes.h"

#define MAX_MESHES 64

static void check(defcol_status status, const char* call) {
    if (status >= 0) return;
    fprintf(stderr, "%s\n  gave %s: %s\n", call, defcol_status_name(status), defcol_last_error_message());
    exit(EXIT_FAILURE);
}
#define CHECK(call) check((call), #call)

static void* allocate(size_t count, size_t size) {
    void* const memory = calloc(count, size);
    if (memory != NULL) return memory;
    fprintf(stderr, "out of memory\n");
    exit(EXIT_FAILURE);
}

static defcol_context start(const char* path) {
    defcol_context context;
    CHECK(defcol_context_create(NULL, &context));
    CHECK(defcol_context_capture_start(context, path));
    return context;
}

static void finish(defcol_context context) {
    CHECK(defcol_context_capture_stop(context));
    CHECK(defcol_context_destroy(context));
}

static defcol_detector make_detector(defcol_context context, int32_t backend, uint32_t queries) {
    defcol_detector detector;
    defcol_detector_desc desc;
    CHECK(defcol_detector_desc_init(&desc, sizeof desc));
    desc.backend = backend;
    desc.queries = queries;
    CHECK(defcol_detector_create(context, &desc, &detector));
    return detector;
}

/* ---- A scene of the tests ---- */

static void record_scene(const char* name, uint32_t frames, const char* path) {
    uint32_t i, frame, mesh_count, queries = DEFCOL_QUERY_TRIANGLE_PAIRS;
    defcol_mesh meshes[MAX_MESHES];
    defcol_detector detector;
    defcol_context context;
    demo_scene* const scene = demo_scene_create(name);
    if (scene == NULL || demo_scene_mesh_count(scene) > MAX_MESHES) {
        fprintf(stderr, "there is no scene \"%s\" to record\n", name);
        exit(EXIT_FAILURE);
    }
    context = start(path);
    mesh_count = demo_scene_mesh_count(scene);
    for (i = 0; i < mesh_count; ++i) {
        defcol_mesh_desc desc;
        CHECK(defcol_mesh_desc_init(&desc, sizeof desc));
        desc.vertex_count = demo_scene_vertex_count(scene, i);
        desc.positions = demo_scene_positions(scene, i);
        desc.tetrahedron_count = demo_scene_tetrahedron_count(scene, i);
        if (desc.tetrahedron_count > 0) {
            desc.tetrahedra = demo_scene_tetrahedra(scene, i);
            queries |= DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON;
        } else {
            desc.triangle_count = demo_scene_triangle_count(scene, i);
            desc.triangles = demo_scene_triangles(scene, i);
        }
        CHECK(defcol_mesh_create(context, &desc, &meshes[i]));
    }
    detector = make_detector(context, DEFCOL_BACKEND_AUTO, queries);
    for (i = 0; i < mesh_count; ++i) {
        const uint32_t flags = demo_scene_self_collision(scene) ? DEFCOL_MESH_SELF_COLLISION : 0;
        CHECK(defcol_detector_add_mesh(detector, meshes[i], flags));
    }
    for (frame = 0; frame < frames; ++frame) {
        if (demo_scene_advance(scene, frame) != 0) exit(EXIT_FAILURE);
        for (i = 0; i < mesh_count; ++i) {
            CHECK(defcol_mesh_set_positions(meshes[i], demo_scene_positions(scene, i),
                                            demo_scene_vertex_count(scene, i), 0, DEFCOL_SCALAR_FLOAT64));
        }
        CHECK(defcol_detector_detect(detector, NULL));
    }
    finish(context);
    demo_scene_destroy(scene);
}

/* ---- A cut ---- */

enum { cells = 72, side = cells + 1 };

/* The sheet with a wave in it; behind the blade the edges of the cut gape. */
static void move_sheet(double* xyz, double blade) {
    int i, j;
    for (j = 0; j < side; ++j) {
        for (i = 0; i < side; ++i) {
            double* const p = xyz + 3 * (j * side + i);
            const double x = 2.0 * i / cells - 1, y = 2.0 * j / cells - 1;
            const double behind = blade - x;
            const double gape = behind > 0 ? 0.09 * sin(fmin(behind, 1.2) * 1.3) * exp(-18 * y * y) : 0;
            p[0] = x;
            p[1] = y + (y >= 0 ? gape : -gape);
            p[2] = 0.06 * sin(3 * x) * cos(2.5 * y) + 0.8 * gape;
        }
    }
}

/* A thin diamond of eight triangles that stands in the sheet. */
static void move_blade(double* xyz, double blade) {
    static const double corners[6][3] = {{0.16, 0, 0.1},     {-0.12, 0, 0.1},  {0.02, 0.02, 0.1},
                                         {0.02, -0.02, 0.1}, {-0.05, 0, 0.75}, {0.05, 0, -0.4}};
    int i, k;
    for (i = 0; i < 6; ++i) {
        for (k = 0; k < 3; ++k) xyz[3 * i + k] = corners[i][k] + (k == 0 ? blade : 0);
    }
}

static void record_cut(uint32_t frames, const char* path) {
    static const uint32_t blade_triangles[] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                               2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    double blade_xyz[18];
    double* const sheet_xyz = (double*)allocate(3 * side * side, sizeof(double));
    uint32_t* const triangles = (uint32_t*)allocate(6 * cells * cells, sizeof(uint32_t));
    uint32_t* const removed = (uint32_t*)allocate(2 * cells * cells, sizeof(uint32_t));
    defcol_mesh sheet, blade;
    defcol_mesh_desc desc;
    defcol_detector detector;
    uint32_t i, j, frame, count = 0;
    const defcol_context context = start(path);
    for (j = 0; j < cells; ++j) {
        for (i = 0; i < cells; ++i) {
            const uint32_t a = j * side + i, b = a + 1, c = a + side, d = c + 1;
            const uint32_t both[6] = {a, b, d, a, d, c};
            memcpy(triangles + 6 * count++, both, sizeof both);
        }
    }
    move_sheet(sheet_xyz, -1.2);
    move_blade(blade_xyz, -1.2);
    CHECK(defcol_mesh_desc_init(&desc, sizeof desc));
    desc.vertex_count = side * side;
    desc.positions = sheet_xyz;
    desc.triangle_count = 2 * cells * cells;
    desc.triangles = triangles;
    CHECK(defcol_mesh_create(context, &desc, &sheet));
    desc.vertex_count = 6;
    desc.positions = blade_xyz;
    desc.triangle_count = 8;
    desc.triangles = blade_triangles;
    CHECK(defcol_mesh_create(context, &desc, &blade));
    detector = make_detector(context, DEFCOL_BACKEND_GJK_CUT, DEFCOL_QUERY_TRIANGLE_PAIRS);
    CHECK(defcol_detector_add_mesh(detector, sheet, 0));
    CHECK(defcol_detector_add_mesh(detector, blade, 0));
    for (frame = 0; frame < frames; ++frame) {
        const double x = -1.2 + 1.9 * frame / (frames > 1 ? frames - 1 : 1);
        defcol_contacts contacts;
        uint64_t k, n = 0;
        move_sheet(sheet_xyz, x);
        move_blade(blade_xyz, x);
        CHECK(defcol_mesh_set_positions(sheet, sheet_xyz, side * side, 0, DEFCOL_SCALAR_FLOAT64));
        CHECK(defcol_mesh_set_positions(blade, blade_xyz, 6, 0, DEFCOL_SCALAR_FLOAT64));
        CHECK(defcol_detector_detect(detector, NULL));
        CHECK(defcol_contacts_init(&contacts, sizeof contacts));
        CHECK(defcol_detector_contacts(detector, &contacts));
        /* In order of (mesh a, primitive a): the same triangle of the sheet comes in a row. */
        for (k = 0; k < contacts.count; ++k) {
            if (n == 0 || removed[n - 1] != contacts.primitive_a[k]) removed[n++] = contacts.primitive_a[k];
        }
        if (n > 0) {
            defcol_mesh_edit_desc edit;
            CHECK(defcol_mesh_edit_desc_init(&edit, sizeof edit));
            edit.removed_triangle_count = n;
            edit.removed_triangles = removed;
            CHECK(defcol_mesh_edit(sheet, &edit));
        }
    }
    finish(context);
    free(sheet_xyz);
    free(triangles);
    free(removed);
}

int main(int argc, char** argv) {
    const int frames = argc == 4 ? atoi(argv[2]) : 0;
    if (frames < 1) {
        fprintf(stderr, "usage: defcol_record SCENE FRAMES FILE\n");
        return EXIT_FAILURE;
    }
    if (strcmp(argv[1], "cut") == 0) {
        record_cut((uint32_t)frames, argv[3]);
    } else {
        record_scene(argv[1], (uint32_t)frames, argv[3]);
    }
    return EXIT_SUCCESS;
}
