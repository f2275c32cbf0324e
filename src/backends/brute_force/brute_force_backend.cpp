// SPDX-License-Identifier: MIT
#include "backends/brute_force/brute_force_backend.hpp"

#include <algorithm>

#include "defcol/defcol.h"

namespace defcol {

namespace {

constexpr uint32_t rows_per_task = 64;
constexpr uint64_t boxes_per_range = 8192;

Owned<Backend> create(std::pmr::memory_resource& memory) {
    return make_owned<BruteForceBackend>(memory, memory);
}

}  // namespace

const BackendInfo brute_force_info = {
    .id = DEFCOL_BACKEND_BRUTE_FORCE,
    .name = "brute-force",
    .description = "the exact reference: every pair of boxes, then the exact test; quadratic time",
    .limits =
        "triangle pairs do not see one mesh inside another; vertex in tetrahedron does not see an edge "
        "that crosses a tetrahedron with no vertex inside: ask for both",
    .queries = DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON,
    .main_query = DEFCOL_QUERY_TRIANGLE_PAIRS,
    .exact_queries = DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON,
    .options = {},
    .create = create,
};

void BruteForceBackend::update(const BackendFrame& input) {
    const Frame& frame = input.frame;
    if ((input.queries & DEFCOL_QUERY_TRIANGLE_PAIRS) != 0) {
        triangle_boxes_.resize(static_cast<uint32_t>(frame.triangles.size()));
        parallel_ranges(input.workers, frame.triangles.size(), boxes_per_range,
                        [&](uint64_t begin, uint64_t end, uint32_t) {
                            for (auto i = static_cast<uint32_t>(begin); i < end; ++i) {
                                triangle_boxes_.set(
                                    i, frame.triangle_is_usable(i) ? frame.box_of_triangle(i) : Box{});
                            }
                        });
    }
    if ((input.queries & DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON) != 0) {
        vertex_boxes_.resize(static_cast<uint32_t>(frame.vertices.size()));
        parallel_ranges(input.workers, frame.vertices.size(), boxes_per_range,
                        [&](uint64_t begin, uint64_t end, uint32_t) {
                            for (auto i = static_cast<uint32_t>(begin); i < end; ++i) {
                                Box box;
                                if (frame.vertex_is_usable(i)) box.grow(frame.vertices[i].position());
                                vertex_boxes_.set(i, box.rounded_outward());
                            }
                        });
    }
}

void BruteForceBackend::add_tasks(Rows rows, const FrameMesh& row_mesh, uint32_t column_mesh, bool self) {
    const bool triangles = rows == Rows::triangles;
    const uint32_t base = triangles ? row_mesh.triangle_base : row_mesh.tetrahedron_base;
    const uint32_t count = triangles ? row_mesh.triangle_count : row_mesh.tetrahedron_count;
    for (uint32_t first = 0; first < count; first += rows_per_task) {
        tasks_.push_back(
            {rows, base + first, base + std::min(count, first + rows_per_task), column_mesh, self});
    }
}

void BruteForceBackend::search(const BackendFrame& input, Narrowphase& narrowphase) {
    const Frame& frame = input.frame;
    tasks_.clear();
    for (const MeshPair& pair : input.pairs) {
        const bool self = pair.a == pair.b;
        if ((input.queries & DEFCOL_QUERY_TRIANGLE_PAIRS) != 0) {
            add_tasks(Rows::triangles, frame.meshes[pair.a], pair.b, self);
        }
        if ((input.queries & DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON) != 0) {
            add_tasks(Rows::tetrahedra, frame.meshes[pair.a], pair.b, self);
            if (!self) add_tasks(Rows::tetrahedra, frame.meshes[pair.b], pair.a, self);
        }
    }
    narrowphase.control().add_planned_work(tasks_.size());
    narrowphase.run_tasks(input.workers, tasks_.size(), [&](uint32_t index, CandidateSink& sink) {
        run_task(tasks_[index], frame, sink);
        if (!sink.stopped()) narrowphase.control().add_finished_work(1);
    });
}

void BruteForceBackend::run_task(const Task& task, const Frame& frame, CandidateSink& sink) const {
    const FrameMesh& columns = frame.meshes[task.column_mesh];
    for (uint32_t row = task.begin; row < task.end && !sink.poll(); ++row) {
        if (task.rows == Rows::triangles) {
            if (!frame.triangle_is_usable(row)) continue;
            // Within one mesh each pair once: only columns after the row.
            const uint32_t begin = task.self ? row + 1 : columns.triangle_base;
            triangle_boxes_.for_each_overlap(triangle_boxes_.get(row), begin,
                                             columns.triangle_base + columns.triangle_count,
                                             [&](uint32_t column) { sink.propose_triangles(row, column); });
        } else {
            if (!frame.tetrahedron_is_usable(row)) continue;
            vertex_boxes_.for_each_overlap(frame.box_of_tetrahedron(row), columns.vertex_base,
                                           columns.vertex_base + columns.vertex_count,
                                           [&](uint32_t column) { sink.propose_vertex(column, row); });
        }
    }
}

}  // namespace defcol
