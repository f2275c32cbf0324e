// SPDX-License-Identifier: MIT
// The task hook on oneTBB: a host that already has a scheduler lends its threads. The contacts are the same
// as with the context's own pool and with the calling thread alone; this program compares them.
#include <defcol/defcol.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(defcol_status status, const char* call) {
    if (status >= 0) return;
    std::fprintf(stderr, "%s\n  gave %s: %s\n", call, defcol_status_name(status),
                 defcol_last_error_message());
    std::exit(EXIT_FAILURE);
}
#define CHECK(call) check((call), #call)

// Without the isolation a thread that waits here could pick up another task of the host. If that task called
// the library, it would be turned away: this thread is inside a hook.
void run_tasks(void*, uint32_t task_count, void (*task)(void*, uint32_t), void* task_data) {
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_for(uint32_t{0}, task_count, [&](uint32_t index) { task(task_data, index); }); });
}

struct Sheet {
    std::vector<double> positions;
    std::vector<uint32_t> triangles;
};

Sheet waving_sheet(uint32_t cells, double phase) {
    Sheet sheet;
    for (uint32_t row = 0; row <= cells; ++row) {
        for (uint32_t column = 0; column <= cells; ++column) {
            const double x = double(column) / cells;
            const double y = double(row) / cells;
            sheet.positions.insert(sheet.positions.end(),
                                   {x, y, 0.1 * std::sin(12 * x + phase) * std::cos(9 * y)});
        }
    }
    for (uint32_t row = 0; row < cells; ++row) {
        for (uint32_t column = 0; column < cells; ++column) {
            const uint32_t corner = row * (cells + 1) + column;
            const uint32_t above = corner + cells + 1;
            sheet.triangles.insert(sheet.triangles.end(),
                                   {corner, corner + 1, above + 1, corner, above + 1, above});
        }
    }
    return sheet;
}

// Mesh and primitive ids of all contacts, one after the other.
std::vector<uint32_t> contacts_with(uint32_t worker_count, defcol_task_hook hook) {
    defcol_context_desc context_desc;
    CHECK(defcol_context_desc_init(&context_desc, sizeof context_desc));
    context_desc.worker_count = worker_count;
    context_desc.run_tasks = hook;
    defcol_context context;
    CHECK(defcol_context_create(&context_desc, &context));
    defcol_detector detector;
    CHECK(defcol_detector_create(context, nullptr, &detector));
    for (const double phase : {0.0, 1.5}) {
        const Sheet sheet = waving_sheet(40, phase);
        defcol_mesh_desc desc;
        CHECK(defcol_mesh_desc_init(&desc, sizeof desc));
        desc.positions = sheet.positions.data();
        desc.vertex_count = sheet.positions.size() / 3;
        desc.triangles = sheet.triangles.data();
        desc.triangle_count = sheet.triangles.size() / 3;
        defcol_mesh mesh;
        CHECK(defcol_mesh_create(context, &desc, &mesh));
        CHECK(defcol_detector_add_mesh(detector, mesh, DEFCOL_MESH_SELF_COLLISION));
    }
    CHECK(defcol_detector_detect(detector, nullptr));
    defcol_contacts view;
    CHECK(defcol_contacts_init(&view, sizeof view));
    CHECK(defcol_detector_contacts(detector, &view));
    std::vector<uint32_t> contacts;
    for (uint64_t i = 0; i < view.count; ++i) {
        contacts.insert(contacts.end(),
                        {view.mesh_a[i], view.primitive_a[i], view.mesh_b[i], view.primitive_b[i]});
    }
    CHECK(defcol_context_destroy(context));
    return contacts;
}

}  // namespace

int main() {
    const std::vector<uint32_t> serial = contacts_with(1, nullptr);
    const std::vector<uint32_t> pool = contacts_with(4, nullptr);
    const std::vector<uint32_t> tasks = contacts_with(4, run_tasks);
    std::printf("contacts: %zu alone, %zu on the pool, %zu on oneTBB\n", serial.size() / 4, pool.size() / 4,
                tasks.size() / 4);
    const bool is_right = !serial.empty() && pool == serial && tasks == serial;
    std::puts(is_right ? "all the same" : "DIFFERENT");
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
