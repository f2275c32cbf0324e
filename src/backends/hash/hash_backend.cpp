// SPDX-License-Identifier: MIT
#include "backends/hash/hash_backend.hpp"

#include <algorithm>

#include "backends/hash/tetrahedron_query.hpp"
#include "backends/hash/triangle_query.hpp"
#include "defcol/defcol.h"
#include "narrowphase/simd_level.hpp"

namespace defcol {

namespace {

constexpr uint32_t tetrahedra_per_task = 512;
constexpr uint32_t triangles_per_task = 512;

// Cells against mean edge length, and their parts along x. With vectors of 16 comparisons fewer and longer
// runs win over the paper's factor of 1 (section 4.3): measured on setups A to E, and on cloth for triangles.
constexpr float tetrahedron_cell_factor = 2.0F;
constexpr uint32_t tetrahedron_cell_parts = 8;
constexpr float triangle_cell_factor = 2.0F;

constexpr OptionInfo options[] = {
    OptionInfo::real(DEFCOL_OPTION_HASH_CELL_SIZE, "cell_size",
                     "edge of a cell in units of the coordinates; 0: from the mean edge length, each frame",
                     0, 0x1p61, 0),
    OptionInfo::integer(DEFCOL_OPTION_HASH_TABLE_SIZE, "table_size",
                        "places of the hash table; 0: one per cell where few cells are empty, else a table "
                        "twice as large as the number of primitives",
                        0, 1 << 24, 0),
    OptionInfo::integer(DEFCOL_OPTION_HASH_FUNCTION, "hash_function",
                        "0: three primes and exclusive or; 1: additive; 2: rotating", 0, 2, 0),
    OptionInfo::integer(DEFCOL_OPTION_HASH_CONSISTENT_DEPTH, "consistent_depth",
                        "1: depths and directions of vertices in tetrahedra agree with their neighbours'", 0,
                        1, 0),
};

Owned<Backend> create(std::pmr::memory_resource& memory) {
    return make_owned<HashBackend>(memory, memory);
}

bool wants(const BackendFrame& input, uint32_t query) {
    return (input.queries & query) != 0;
}

}  // namespace

const BackendInfo hash_info = {
    .id = DEFCOL_BACKEND_HASH,
    .name = "hash",
    .description =
        "spatial hashing: linear time, nothing kept between frames, objects and themselves in one pass",
    .limits =
        "vertex in tetrahedron does not see an edge that crosses a tetrahedron with no vertex inside, "
        "triangle pairs do not see one mesh inside another: ask for both",
    .queries = DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON,
    .main_query = DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON,
    .exact_queries = DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON,
    .options = options,
    .create = create,
};

void HashBackend::update(const BackendFrame& input) {
    const Frame& frame = input.frame;
    interests_.update(frame, input.pairs);
    fallback_count_ = 0;
    oversized_tetrahedra_.store(0, std::memory_order_relaxed);
    const auto wanted_size =
        static_cast<float>(std::min(input.options.f64(DEFCOL_OPTION_HASH_CELL_SIZE) * frame.scale, 1e30));
    const auto table_size = static_cast<uint32_t>(input.options.i64(DEFCOL_OPTION_HASH_TABLE_SIZE));
    const auto function = static_cast<HashFunction>(input.options.i64(DEFCOL_OPTION_HASH_FUNCTION));

    if (frame.tetrahedra.size() > tetrahedra_per_task || frame.triangles.size() > triangles_per_task) {
        input.workers.wake();
    }

    has_vertices_ = wants(input, DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON) && !interests_.all().vertices.empty();
    if (has_vertices_) {
        const CellSize cells =
            choose_cell_size(frame, CellsFor::tetrahedra, wanted_size, tetrahedron_cell_factor);
        fallback_count_ += cells.fell_back ? 1 : 0;
        vertices_.build(frame, interests_,
                        {interests_.all().vertices, static_cast<uint32_t>(frame.vertices.size()), cells.size,
                         tetrahedron_cell_parts, table_size, function},
                        input.workers);
    }
    has_triangles_ = wants(input, DEFCOL_QUERY_TRIANGLE_PAIRS) && !interests_.all().triangles.empty();
    if (has_triangles_) {
        const CellSize cells =
            choose_cell_size(frame, CellsFor::triangles, wanted_size, triangle_cell_factor);
        fallback_count_ += cells.fell_back ? 1 : 0;
        triangles_.build(frame, interests_, cells.size, table_size, function, input.workers);
    }
}

void HashBackend::add_tasks(uint32_t mesh, uint32_t begin, uint32_t end, uint32_t grain) {
    for (uint32_t first = begin; first < end; first += grain) {
        tasks_.push_back({first, first + std::min(grain, end - first), mesh});
    }
}

void HashBackend::search(const BackendFrame& input, Narrowphase& narrowphase) {
    const Frame& frame = input.frame;
    tasks_.clear();
    if (has_triangles_) {
        for (uint32_t i = 0; i < TriangleLevels::level_count; ++i) {
            const TriangleLevel& level = triangles_.level(i);
            add_tasks(all_meshes, level.base, level.base + level.count, triangles_per_task);
        }
    }
    if (has_vertices_) {
        for (uint32_t i = 0; i < frame.meshes.size(); ++i) {
            const FrameMesh& mesh = frame.meshes[i];
            if (interests_[i].tetrahedra.empty()) continue;
            add_tasks(i, mesh.tetrahedron_base, mesh.tetrahedron_base + mesh.tetrahedron_count,
                      tetrahedra_per_task);
        }
    }
    const int64_t simd_target = simd_target_of_level(input.options.i64(DEFCOL_OPTION_SIMD_LEVEL));
    const TetrahedronQuery tetrahedra{frame, interests_, vertices_, simd_target};
    const TriangleQuery triangles{frame, interests_, triangles_,
                                  input.options.i64(DEFCOL_OPTION_INCLUDE_ADJACENT) != 0, simd_target};
    narrowphase.control().add_planned_work(tasks_.size());
    narrowphase.run_tasks(input.workers, tasks_.size(), [&](uint32_t index, CandidateSink& sink) {
        const Task& task = tasks_[index];
        if (task.mesh == all_meshes) {
            propose_triangle_pairs(triangles, task.begin, task.end, sink);
        } else {
            oversized_tetrahedra_.fetch_add(
                propose_vertices_in_tetrahedra(tetrahedra, {task.begin, task.end, task.mesh}, sink),
                std::memory_order_relaxed);
        }
        if (!sink.stopped()) narrowphase.control().add_finished_work(1);
    });
}

void HashBackend::report(defcol_statistics& statistics) const {
    statistics.cell_entry_count =
        (has_vertices_ ? vertices_.table().size() : 0) + uint64_t{has_triangles_ ? triangles_.size() : 0};
    statistics.oversized_count = oversized_tetrahedra_.load(std::memory_order_relaxed) +
                                 (has_triangles_ ? triangles_.oversized_count() : 0);
    statistics.cell_size_fallback_count = fallback_count_;
}

}  // namespace defcol
