// SPDX-License-Identifier: MIT
#include "backends/brute_force/brute_force_backend.hpp"

#include <algorithm>

#include "backends/brute_force/volume_query.hpp"
#include "defcol/defcol.h"
#include "geometry/orientation.hpp"

namespace defcol {

namespace {

constexpr uint32_t rows_per_task = 64;
constexpr uint64_t boxes_per_range = 8192;
constexpr uint64_t measured_per_range = 16;

constexpr uint32_t every_query =
    DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON | DEFCOL_QUERY_VERTEX_IN_VOLUME;

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
    .queries = every_query,
    .main_query = DEFCOL_QUERY_TRIANGLE_PAIRS,
    .exact_queries = every_query,
    .options = {},
    .create = create,
};

void BruteForceBackend::update(const BackendFrame& input) {
    const Frame& frame = input.frame;
    parity_ = input.options.i64(DEFCOL_OPTION_PARITY_COUNTING) != 0;
    if ((input.queries & (DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_VOLUME)) != 0) {
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
    uint32_t base = row_mesh.triangle_base;
    uint32_t count = row_mesh.triangle_count;
    if (rows == Rows::tetrahedra) {
        base = row_mesh.tetrahedron_base;
        count = row_mesh.tetrahedron_count;
    } else if (rows == Rows::vertices) {
        base = row_mesh.vertex_base;
        count = row_mesh.vertex_count;
    }
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
        if ((input.queries & DEFCOL_QUERY_VERTEX_IN_VOLUME) != 0 && !self) {
            if (frame.meshes[pair.b].triangle_count != 0) {
                add_tasks(Rows::vertices, frame.meshes[pair.a], pair.b, self);
            }
            if (frame.meshes[pair.a].triangle_count != 0) {
                add_tasks(Rows::vertices, frame.meshes[pair.b], pair.a, self);
            }
        }
    }
    narrowphase.control().add_planned_work(tasks_.size());
    narrowphase.run_tasks(input.workers, tasks_.size(), [&](uint32_t index, CandidateSink& sink) {
        run_task(tasks_[index], frame, sink);
        if (!sink.stopped()) narrowphase.control().add_finished_work(1);
    });
}

void BruteForceBackend::run_task(const Task& task, const Frame& frame, CandidateSink& sink) const {
    if (task.rows == Rows::vertices) {
        test_volume(task, frame, sink);
        return;
    }
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

void BruteForceBackend::test_volume(const Task& task, const Frame& frame, CandidateSink& sink) const {
    const FrameMesh& volume = frame.meshes[task.column_mesh];
    const uint64_t failures_before = exact_sign_count();
    uint64_t tests = 0;
    for (uint32_t vertex = task.begin; vertex < task.end && !sink.poll(); ++vertex) {
        if (!frame.vertex_is_usable(vertex)) continue;
        Box box;
        box.grow(frame.vertices[vertex].position());
        if (!overlap(box.rounded_outward(), volume.box)) continue;
        if (sink.take_volume_tests(1) == 0) break;
        ++tests;
        if (vertex_is_in_volume(frame, triangle_boxes_, vertex, volume, parity_)) {
            sink.add_volume_contact(vertex, task.column_mesh);
        }
    }
    sink.count_exact_tests(tests, exact_sign_count() - failures_before);
}

void BruteForceBackend::measure_volume_contacts(const BackendFrame& input, std::span<const uint64_t> keys,
                                                std::span<VolumeContact> contacts) {
    parallel_ranges(
        input.workers, keys.size(), measured_per_range, [&](uint64_t begin, uint64_t end, uint32_t) {
            for (uint64_t i = begin; i < end; ++i) {
                contacts[i] =
                    nearest_way_out(input.frame, key_a(keys[i]), input.frame.meshes[key_b(keys[i])]);
            }
        });
}

}  // namespace defcol
