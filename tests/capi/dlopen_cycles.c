/* SPDX-License-Identifier: MIT */
/* Loads and unloads the library many times, its workers used each time, and looks whether it is really gone:
 * dlopen_cycles LIBRARY CYCLES. */
#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "capi/every_function.h"

#define SIDE 24
#define VERTEX_COUNT ((SIDE + 1) * (SIDE + 1))
#define TRIANGLE_COUNT (2 * SIDE * SIDE)

static double positions[2][3 * VERTEX_COUNT];
static uint32_t triangles[3 * TRIANGLE_COUNT];

/* Two sheets that cross along a line: enough pairs for every worker. */
static void build_sheets(void) {
    uint32_t row, column, next = 0;
    for (row = 0; row <= SIDE; ++row) {
        for (column = 0; column <= SIDE; ++column) {
            const uint32_t vertex = row * (SIDE + 1) + column;
            double* flat = positions[0] + 3 * vertex;
            double* tilted = positions[1] + 3 * vertex;
            flat[0] = tilted[0] = column;
            flat[1] = tilted[1] = row;
            flat[2] = 0;
            tilted[2] = (column - 0.5 * SIDE + 0.25) * 0.5;
        }
    }
    for (row = 0; row < SIDE; ++row) {
        for (column = 0; column < SIDE; ++column) {
            const uint32_t corner = row * (SIDE + 1) + column, above = corner + SIDE + 1;
            const uint32_t cell[6] = {corner, corner + 1, above + 1, corner, above + 1, above};
            memcpy(triangles + next, cell, sizeof cell);
            next += 6;
        }
    }
}

static int is_mapped(void) {
    char line[4096];
    int found = 0;
    FILE* maps = fopen("/proc/self/maps", "r");
    if (maps == NULL) return -1;
    while (fgets(line, sizeof line, maps) != NULL) found = found || strstr(line, "libdefcol.so") != NULL;
    fclose(maps);
    return found;
}

/* How many threads the process has, or -1. */
static int thread_count(void) {
    int count = 0;
    const struct dirent* entry;
    DIR* tasks = opendir("/proc/self/task");
    if (tasks == NULL) return -1;
    while ((entry = readdir(tasks)) != NULL) count += entry->d_name[0] != '.';
    closedir(tasks);
    return count;
}

/* Whether only this thread is left. A joined thread stays in the list for a moment while the kernel clears up
 * behind it. */
static int is_alone(void) {
    const struct timespec moment = {0, 1000000};
    int attempt;
    for (attempt = 0; attempt < 5000 && thread_count() > 1; ++attempt) nanosleep(&moment, NULL);
    return thread_count() == 1;
}

/* The number of contacts, or 0 when anything failed. */
static uint64_t use_library(const defcol_functions* f, uint32_t worker_count) {
    defcol_context_desc context_desc;
    defcol_context context;
    defcol_detector detector;
    defcol_contacts contacts;
    int i;
    int failed = f->defcol_context_desc_init(&context_desc, sizeof context_desc) < 0;
    context_desc.worker_count = worker_count;
    failed = failed || f->defcol_context_create(&context_desc, &context) < 0;
    failed = failed || f->defcol_detector_create(context, NULL, &detector) < 0;
    for (i = 0; i < 2 && !failed; ++i) {
        defcol_mesh_desc desc;
        defcol_mesh mesh;
        failed = f->defcol_mesh_desc_init(&desc, sizeof desc) < 0;
        desc.positions = positions[i];
        desc.vertex_count = VERTEX_COUNT;
        desc.triangles = triangles;
        desc.triangle_count = TRIANGLE_COUNT;
        failed = failed || f->defcol_mesh_create(context, &desc, &mesh) < 0;
        failed = failed || f->defcol_detector_add_mesh(detector, mesh, 0) < 0;
    }
    failed = failed || f->defcol_detector_detect(detector, NULL) < 0;
    failed = failed || f->defcol_contacts_init(&contacts, sizeof contacts) < 0;
    failed = failed || f->defcol_detector_contacts(detector, &contacts) < 0;
    if (failed) {
        fprintf(stderr, "%s\n", f->defcol_last_error_message());
        return 0;
    }
    {
        const uint64_t count = contacts.count;
        return f->defcol_context_destroy(context) == DEFCOL_OK ? count : 0;
    }
}

/* A thread that used the library, error message included, and ends after the library is gone. */
typedef struct late_thread {
    defcol_functions functions;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int stage; /* 1: used the library; 2: the library is gone */
    uint64_t contact_count;
} late_thread;

static void set_stage(late_thread* thread, int stage) {
    pthread_mutex_lock(&thread->mutex);
    thread->stage = stage;
    pthread_cond_broadcast(&thread->changed);
    pthread_mutex_unlock(&thread->mutex);
}

static void wait_for_stage(late_thread* thread, int stage) {
    pthread_mutex_lock(&thread->mutex);
    while (thread->stage < stage) pthread_cond_wait(&thread->changed, &thread->mutex);
    pthread_mutex_unlock(&thread->mutex);
}

static void* use_and_outlive(void* data) {
    late_thread* thread = data;
    defcol_mesh none = {0};
    thread->contact_count = use_library(&thread->functions, 2);
    thread->functions.defcol_mesh_set_user_data(none, 1); /* leaves a message in this thread's storage */
    set_stage(thread, 1);
    wait_for_stage(thread, 2);
    return NULL;
}

static int outlive_library(const char* path, uint64_t expected) {
    late_thread thread;
    pthread_t id;
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    memset(&thread, 0, sizeof thread);
    if (library == NULL || !load_functions(library, &thread.functions)) return 0;
    pthread_mutex_init(&thread.mutex, NULL);
    pthread_cond_init(&thread.changed, NULL);
    if (pthread_create(&id, NULL, use_and_outlive, &thread) != 0) return 0;
    wait_for_stage(&thread, 1);
    if (dlclose(library) != 0) return 0;
    set_stage(&thread, 2);
    pthread_join(id, NULL);
    return thread.contact_count == expected;
}

int main(int argument_count, char** arguments) {
    uint64_t expected = 0;
    long cycle, cycle_count;
    if (argument_count != 3) return EXIT_FAILURE;
    cycle_count = strtol(arguments[2], NULL, 10);
    build_sheets();
    for (cycle = 0; cycle < cycle_count; ++cycle) {
        uint64_t count;
        defcol_functions functions;
        void* library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL || !load_functions(library, &functions)) {
            fprintf(stderr, "cycle %ld: %s\n", cycle, dlerror());
            return EXIT_FAILURE;
        }
        count = use_library(&functions, cycle == 0 ? 1 : 3);
        if (cycle == 0) expected = count;
        if (count == 0 || count != expected) {
            fprintf(stderr, "cycle %ld: %lu contacts, not %lu\n", cycle, (unsigned long)count,
                    (unsigned long)expected);
            return EXIT_FAILURE;
        }
        if (!is_alone()) {
            fprintf(stderr, "cycle %ld: %d threads are left of the pool\n", cycle, thread_count() - 1);
            return EXIT_FAILURE;
        }
        if (is_mapped() != 1 || dlclose(library) != 0 || is_mapped() != 0) {
            fprintf(stderr, "cycle %ld: the library was not mapped in use, or still is after dlclose\n",
                    cycle);
            return EXIT_FAILURE;
        }
    }
    if (!outlive_library(arguments[1], expected) || is_mapped() != 0) {
        fprintf(stderr, "a thread that outlives the library failed, or keeps it mapped\n");
        return EXIT_FAILURE;
    }
    printf("%ld cycles, %lu contacts each\n", cycle_count, (unsigned long)expected);
    return EXIT_SUCCESS;
}
