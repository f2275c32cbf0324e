// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/gjk_cut_backend.hpp"

#include <algorithm>

#include "backends/gjk_cut/first_cut.hpp"
#include "backends/gjk_cut/list_recursion.hpp"
#include "defcol/defcol.h"
#include "narrowphase/simd_level.hpp"

namespace defcol {

namespace {

constexpr OptionInfo options[] = {
    OptionInfo::integer(DEFCOL_OPTION_GJK_CUT_LEAF_SIZE, "leaf_size",
                        "lists whose product of lengths is not above its square are tested pair by pair", 1,
                        4096, 64),
    OptionInfo::real(DEFCOL_OPTION_GJK_CUT_THRESHOLD, "cut_threshold",
                     "a list is cut where at most this part of its extent is shared; 1: always", 0, 1, 1),
    OptionInfo::real(DEFCOL_OPTION_GJK_CUT_STOP_FRACTION, "stop_fraction",
                     "a cut that removes at most this part of the triangles is the last before a split", 0, 1,
                     0.4),
    OptionInfo::integer(DEFCOL_OPTION_GJK_CUT_SPLIT_RULE, "split_rule",
                        "0: across the longest axis of the shared region; 1: orthogonal to the last cut", 0,
                        1, 0),
    OptionInfo::integer(DEFCOL_OPTION_GJK_CUT_MOST_CUTS, "most_cuts",
                        "cuts along GJK's directions before a split; 0: along the axes only", 0, 1000, 100),
};

Owned<Backend> create(std::pmr::memory_resource& memory) {
    return make_owned<GjkCutBackend>(memory, memory);
}

}  // namespace

const BackendInfo gjk_cut_info = {
    .id = DEFCOL_BACKEND_GJK_CUT,
    .name = "gjk-cut",
    .description =
        "GJK with cuts: nothing kept between frames, triangles that come and go cost nothing; two meshes in "
        "light contact cost little more than reading them",
    .limits =
        "triangle pairs do not see one mesh inside another without touching: containment is another query, "
        "vertex in volume",
    .queries = DEFCOL_QUERY_TRIANGLE_PAIRS,
    .main_query = DEFCOL_QUERY_TRIANGLE_PAIRS,
    .exact_queries = DEFCOL_QUERY_TRIANGLE_PAIRS,
    .options = options,
    .create = create,
};

CutSettings::CutSettings(const OptionValues& values)
    : target(simd_target_of_level(values.i64(DEFCOL_OPTION_SIMD_LEVEL))),
      leaf_pairs(static_cast<uint64_t>(values.i64(DEFCOL_OPTION_GJK_CUT_LEAF_SIZE) *
                                       values.i64(DEFCOL_OPTION_GJK_CUT_LEAF_SIZE))),
      cut_threshold(static_cast<float>(values.f64(DEFCOL_OPTION_GJK_CUT_THRESHOLD))),
      stop_fraction(static_cast<float>(values.f64(DEFCOL_OPTION_GJK_CUT_STOP_FRACTION))),
      most_cuts(static_cast<uint32_t>(values.i64(DEFCOL_OPTION_GJK_CUT_MOST_CUTS))),
      split_rule(static_cast<SplitRule>(values.i64(DEFCOL_OPTION_GJK_CUT_SPLIT_RULE))) {}

// Nothing is kept from frame to frame but room: as much for each worker as any of them needed.
void GjkCutBackend::update(const BackendFrame& input) {
    while (arenas_.size() < input.workers.worker_count()) arenas_.emplace_back(memory_);
    std::size_t most = 0;
    for (const ColumnArena& arena : arenas_) most = std::max(most, arena.peak());
    for (ColumnArena& arena : arenas_) arena.reset(most);
}

void GjkCutBackend::search(const BackendFrame& input, Narrowphase& narrowphase) {
    const CutSettings settings(input.options);
    SearchControl& control = narrowphase.control();
    const Frame& frame = input.frame;
    const auto tasks = expansion_.expand(input, settings, control, arenas_);
    const auto work_of = [&](const SearchTask& task) {
        if (task.kind >= SearchTask::Kind::pair) return task.size();
        return uint64_t{frame.meshes[task.meshes.a].triangle_count} +
               frame.meshes[task.meshes.b].triangle_count;
    };
    uint64_t work = 1;
    for (const SearchTask& task : tasks) work += work_of(task);
    control.add_planned_work(work);
    if (control.stopped()) return;
    narrowphase.run_tasks(
        input.workers, static_cast<uint32_t>(tasks.size()),
        [&](uint32_t index, CandidateSink& sink, uint32_t slot) {
            const SearchTask& task = tasks[index];
            ColumnArena& arena = arenas_[slot];
            const ColumnArena::Mark mark = arena.mark();
            ListRecursion recursion(settings, arena, sink);
            const FrameMesh& a = frame.meshes[task.meshes.a];
            const FrameMesh& b = frame.meshes[task.meshes.b];
            switch (task.kind) {
                case SearchTask::Kind::meshes: {
                    const TriangleList list_a =
                        cut_mesh(frame, a, widened_for_raw(b.box), settings.target, arena);
                    if (list_a.count == 0) break;
                    // The triangles left are a tighter bound than their mesh.
                    recursion.check_pair(
                        list_a, cut_mesh(frame, b, widened_for_raw(list_a.box), settings.target, arena));
                    break;
                }
                case SearchTask::Kind::self_mesh:
                    recursion.check_self(list_mesh(frame, a, settings.target, arena));
                    break;
                case SearchTask::Kind::pair:
                    recursion.check_pair(task.lists.a, task.lists.b);
                    break;
                case SearchTask::Kind::cut_pair:
                    recursion.check_cut_pair(task.lists);
                    break;
                case SearchTask::Kind::self_list:
                    recursion.check_self(task.lists.a);
                    break;
            }
            arena.release(mark);
            if (!sink.stopped()) control.add_finished_work(work_of(task));
        });
}

}  // namespace defcol
