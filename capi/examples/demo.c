/* SPDX-License-Identifier: MIT */
/* Plays a scene of deforming meshes, prints each frame's contacts and where the time went, and checks every
 * frame against the exact reference, brute force.
 *
 *     defcol_demo [SCENE] [--frames N] [--workers N] [--backend NAME] [--list]
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

typedef struct settings {
    const char* scene;
    uint32_t frame_count;
    uint32_t worker_count;
    int32_t backend;
} settings;

/* ---- What this library can do ---- */

static void print_queries(uint32_t queries) {
    static const char* const names[] = {"triangle-pairs", "vertex-in-tetrahedron", "vertex-in-volume",
                                        "intersection-volume", "sphere-pairs"};
    uint32_t i;
    for (i = 0; i < 5; ++i) {
        if (queries & (1u << i)) printf(" %s", names[i]);
    }
}

static void print_backends(void) {
    uint32_t i;
    printf("libdefcol %s\n\nbackend      answers\n", defcol_version_string());
    for (i = 0; i < defcol_backend_count(); ++i) {
        defcol_backend_capabilities capabilities;
        CHECK(defcol_backend_capabilities_init(&capabilities, sizeof capabilities));
        CHECK(defcol_backend_get_capabilities((int32_t)i, &capabilities));
        printf("%-12s", capabilities.name);
        if (capabilities.is_available) {
            print_queries(capabilities.queries);
        } else {
            printf(" (%s)", capabilities.reason);
        }
        printf("\n");
    }
}

/* ---- A scene in the library ---- */

typedef struct stage {
    demo_scene* scene;
    defcol_context context;
    uint32_t mesh_count;
    defcol_mesh meshes[MAX_MESHES];
    defcol_detector shown;     /* the backend that was asked for */
    defcol_detector reference; /* brute force on the same meshes */
} stage;

static defcol_detector make_detector(const stage* s, int32_t backend, uint32_t queries) {
    uint32_t i;
    defcol_detector detector;
    defcol_detector_desc desc;
    CHECK(defcol_detector_desc_init(&desc, sizeof desc));
    desc.backend = backend;
    desc.queries = queries;
    desc.fields = DEFCOL_FIELD_POINTS | DEFCOL_FIELD_NORMALS;
    CHECK(defcol_detector_create(s->context, &desc, &detector));
    for (i = 0; i < s->mesh_count; ++i) {
        const uint32_t flags = demo_scene_self_collision(s->scene) ? DEFCOL_MESH_SELF_COLLISION : 0;
        CHECK(defcol_detector_add_mesh(detector, s->meshes[i], flags));
    }
    return detector;
}

static void set_up(stage* s, const settings* wanted) {
    uint32_t i, queries = DEFCOL_QUERY_TRIANGLE_PAIRS;
    defcol_context_desc desc;
    s->scene = demo_scene_create(wanted->scene);
    if (s->scene == NULL) {
        fprintf(stderr, "there is no scene \"%s\": --list shows them\n", wanted->scene);
        exit(EXIT_FAILURE);
    }
    s->mesh_count = demo_scene_mesh_count(s->scene);
    if (s->mesh_count > MAX_MESHES) {
        fprintf(stderr, "the scene has %u meshes, the demo shows at most %d\n", s->mesh_count, MAX_MESHES);
        exit(EXIT_FAILURE);
    }
    CHECK(defcol_context_desc_init(&desc, sizeof desc));
    desc.worker_count = wanted->worker_count;
    CHECK(defcol_context_create(&desc, &s->context));
    for (i = 0; i < s->mesh_count; ++i) {
        defcol_mesh_desc mesh;
        CHECK(defcol_mesh_desc_init(&mesh, sizeof mesh));
        mesh.vertex_count = demo_scene_vertex_count(s->scene, i);
        mesh.positions = demo_scene_positions(s->scene, i);
        mesh.tetrahedron_count = demo_scene_tetrahedron_count(s->scene, i);
        if (mesh.tetrahedron_count > 0) {
            mesh.tetrahedra = demo_scene_tetrahedra(s->scene, i);
            queries |= DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON;
        } else {
            mesh.triangle_count = demo_scene_triangle_count(s->scene, i);
            mesh.triangles = demo_scene_triangles(s->scene, i);
        }
        CHECK(defcol_mesh_create(s->context, &mesh, &s->meshes[i]));
    }
    s->shown = make_detector(s, wanted->backend, queries);
    s->reference = make_detector(s, DEFCOL_BACKEND_BRUTE_FORCE, queries);
}

static void run(defcol_detector detector, defcol_contacts* contacts) {
    CHECK(defcol_detector_detect(detector, NULL));
    CHECK(defcol_contacts_init(contacts, sizeof *contacts));
    CHECK(defcol_detector_contacts(detector, contacts));
}

static int same_contacts(const defcol_contacts* x, const defcol_contacts* y) {
    const size_t bytes = (size_t)x->count * sizeof(uint32_t);
    if (x->count != y->count) return 0;
    if (x->count == 0) return 1;
    return memcmp(x->kind, y->kind, bytes) == 0 && memcmp(x->mesh_a, y->mesh_a, bytes) == 0 &&
           memcmp(x->primitive_a, y->primitive_a, bytes) == 0 && memcmp(x->mesh_b, y->mesh_b, bytes) == 0 &&
           memcmp(x->primitive_b, y->primitive_b, bytes) == 0;
}

/* ---- Pictures ---- */

enum { columns = 72, rows = 24 };

typedef struct picture {
    double low[3], high[3]; /* what is shown, along the axes below */
    int across, up;
    char cell[rows][columns + 1];
} picture;

static void set_cell(picture* p, const double* point, char mark) {
    const double width = p->high[p->across] - p->low[p->across], height = p->high[p->up] - p->low[p->up];
    const int column =
        width > 0 ? (int)((columns - 1) * (point[p->across] - p->low[p->across]) / width + 0.5) : 0;
    const int row = height > 0 ? (int)((rows - 1) * (p->high[p->up] - point[p->up]) / height + 0.5) : 0;
    if (column >= 0 && column < columns && row >= 0 && row < rows) p->cell[row][column] = mark;
}

static void fit(picture* p, const stage* s) {
    uint32_t i;
    int axis, thinnest = 0;
    for (i = 0; i < s->mesh_count; ++i) {
        defcol_mesh_report report;
        CHECK(defcol_mesh_report_init(&report, sizeof report));
        CHECK(defcol_mesh_get_report(s->meshes[i], &report));
        for (axis = 0; axis < 3; ++axis) {
            if (i == 0 || report.box_min[axis] < p->low[axis]) p->low[axis] = report.box_min[axis];
            if (i == 0 || report.box_max[axis] > p->high[axis]) p->high[axis] = report.box_max[axis];
        }
    }
    for (axis = 1; axis < 3; ++axis) {
        if (p->high[axis] - p->low[axis] <= p->high[thinnest] - p->low[thinnest]) thinnest = axis;
    }
    p->across = thinnest == 0 ? 1 : 0;
    p->up = thinnest == 2 ? 1 : 2;
}

/* The vertices of each mesh along the thinnest axis of the scene, and on top of them the contacts. */
static void draw(const stage* s, const defcol_contacts* contacts) {
    static const char marks[] = ".,:'`";
    picture p;
    uint32_t mesh, row;
    uint64_t i;
    memset(&p, 0, sizeof p);
    fit(&p, s);
    for (row = 0; row < rows; ++row) memset(p.cell[row], ' ', columns);
    for (mesh = 0; mesh < s->mesh_count; ++mesh) {
        const double* positions;
        uint64_t count;
        CHECK(defcol_mesh_get_positions(s->meshes[mesh], &positions, &count));
        for (i = 0; i < count; ++i) set_cell(&p, positions + 3 * i, marks[mesh % (sizeof marks - 1)]);
    }
    for (i = 0; i < contacts->count; ++i) {
        const double* ends = contacts->points + 6 * i;
        double middle[3];
        int axis;
        for (axis = 0; axis < 3; ++axis) middle[axis] = 0.5 * (ends[axis] + ends[3 + axis]);
        set_cell(&p, middle, '#');
    }
    for (row = 0; row < rows; ++row) printf("  %s\n", p.cell[row]);
}

/* ---- The play ---- */

static double deepest(const defcol_contacts* contacts) {
    uint64_t i;
    double depth = 0;
    for (i = 0; i < contacts->count; ++i) depth = fmax(depth, -contacts->distances[i]);
    return depth;
}

static int play_frame(stage* s, uint32_t frame) {
    uint32_t i;
    int is_right;
    defcol_contacts contacts, expected;
    defcol_statistics statistics;
    if (demo_scene_advance(s->scene, frame) != 0) {
        fprintf(stderr, "the scene cannot go on\n");
        exit(EXIT_FAILURE);
    }
    for (i = 0; i < s->mesh_count; ++i) {
        CHECK(defcol_mesh_set_positions(s->meshes[i], demo_scene_positions(s->scene, i),
                                        demo_scene_vertex_count(s->scene, i), 0, DEFCOL_SCALAR_FLOAT64));
    }
    run(s->shown, &contacts);
    run(s->reference, &expected);
    is_right = same_contacts(&contacts, &expected);
    CHECK(defcol_statistics_init(&statistics, sizeof statistics));
    CHECK(defcol_detector_get_statistics(s->shown, &statistics));
    printf("%5u %9llu %9.4f %11llu %9llu %8.3f %8.3f %8.3f %8.3f  %s\n", frame,
           (unsigned long long)contacts.count, deepest(&contacts),
           (unsigned long long)statistics.candidate_count, (unsigned long long)statistics.exact_test_count,
           1e3 * statistics.prepare_seconds, 1e3 * statistics.update_seconds, 1e3 * statistics.search_seconds,
           1e3 * statistics.total_seconds, is_right ? "same" : "DIFFERENT");
    return is_right;
}

static void show_last_frame(const stage* s) {
    uint64_t i;
    defcol_contacts contacts;
    CHECK(defcol_contacts_init(&contacts, sizeof contacts));
    CHECK(defcol_detector_contacts(s->shown, &contacts));
    printf("\nThe last frame, vertices of each mesh and contacts (#):\n\n");
    draw(s, &contacts);
    printf("\nIts first contacts:\n");
    for (i = 0; i < contacts.count && i < 5; ++i) {
        const double* point = contacts.points + 6 * i;
        const double* normal = contacts.normals + 3 * i;
        printf(
            "  mesh %u %s %u  -  mesh %u %s %u  at (%.3f %.3f %.3f)  normal (%.2f %.2f %.2f)  distance "
            "%.4f\n",
            contacts.mesh_a[i], contacts.kind[i] == DEFCOL_CONTACT_TRIANGLE_PAIR ? "triangle" : "vertex",
            contacts.primitive_a[i], contacts.mesh_b[i],
            contacts.kind[i] == DEFCOL_CONTACT_TRIANGLE_PAIR ? "triangle" : "tetrahedron",
            contacts.primitive_b[i], point[0], point[1], point[2], normal[0], normal[1], normal[2],
            contacts.distances[i]);
    }
    if (contacts.count > 5) printf("  ... and %llu more\n", (unsigned long long)(contacts.count - 5));
    if (contacts.count == 0) printf("  none\n");
}

static int play(const settings* wanted) {
    uint32_t frame, i;
    int is_right = 1;
    stage s;
    memset(&s, 0, sizeof s);
    set_up(&s, wanted);
    printf("\nscene %s:", wanted->scene);
    for (i = 0; i < s.mesh_count; ++i) {
        printf("%s %llu vertices, %llu triangles", i == 0 ? "" : ";",
               (unsigned long long)demo_scene_vertex_count(s.scene, i),
               (unsigned long long)demo_scene_triangle_count(s.scene, i));
    }
    printf("\n\n%5s %9s %9s %11s %9s %8s %8s %8s %8s  %s\n", "frame", "contacts", "deepest", "candidates",
           "exact", "read ms", "upd ms", "srch ms", "all ms", "reference");
    for (frame = 0; frame < wanted->frame_count; ++frame) is_right = play_frame(&s, frame) && is_right;
    show_last_frame(&s);
    CHECK(defcol_context_destroy(s.context));
    demo_scene_destroy(s.scene);
    printf("\n%s\n", is_right ? "Every frame has exactly the contacts of the reference."
                              : "Some frames differ from the reference: please report it.");
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int usage(void) {
    fprintf(stderr, "usage: defcol_demo [SCENE] [--frames N] [--workers N] [--backend NAME] [--list]\n");
    return EXIT_FAILURE;
}

int main(int argument_count, char** arguments) {
    settings wanted = {"sphere_pair_small", 12, 1, DEFCOL_BACKEND_AUTO};
    int i;
    for (i = 1; i < argument_count; ++i) {
        const char* argument = arguments[i];
        if (strcmp(argument, "--list") == 0) {
            uint32_t index;
            const char* name;
            for (index = 0; (name = demo_scene_name(index)) != NULL; ++index) printf("%s\n", name);
            return EXIT_SUCCESS;
        }
        if (strncmp(argument, "--", 2) != 0) {
            wanted.scene = argument;
            continue;
        }
        if (++i == argument_count) return usage();
        if (strcmp(argument, "--frames") == 0) {
            wanted.frame_count = (uint32_t)strtoul(arguments[i], NULL, 10);
        } else if (strcmp(argument, "--workers") == 0) {
            wanted.worker_count = (uint32_t)strtoul(arguments[i], NULL, 10);
        } else if (strcmp(argument, "--backend") == 0) {
            CHECK(defcol_backend_from_name(arguments[i], &wanted.backend));
        } else {
            return usage();
        }
    }
    print_backends();
    return play(&wanted);
}
