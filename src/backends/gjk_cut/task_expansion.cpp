// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/task_expansion.hpp"

#include <cstring>

#include "backends/gjk_cut/first_cut.hpp"

namespace defcol {

namespace {

// Pairs of meshes with fewer triangles are one task from the first cut on.
constexpr uint64_t small_pair = 8192;
// Lists are split further while they are longer, unless there are tasks enough for the workers.
constexpr uint64_t task_size = 4096;
constexpr std::size_t tasks_per_worker = 12;

void copy_list(const TriangleList& from, TriangleList& to) {
    for (std::size_t k = 0; k < TriangleList::column_count; ++k) {
        std::memcpy(to.column(k), from.column(k), from.count * sizeof(float));
    }
    to.count = from.count;
    to.box = from.box;
}

bool is_expandable(const SearchTask& task) {
    return task.kind >= SearchTask::Kind::pair && task.size() > task_size;
}

}  // namespace

std::span<const SearchTask> TaskExpansion::expand(const BackendFrame& input, const CutSettings& settings,
                                                  SearchControl& control, std::span<ColumnArena> arenas) {
    lists_.reset(lists_.peak());
    tasks_.clear();
    for (const MeshPair& pair : input.pairs) {
        if (control.poll()) break;
        add_pair(input, settings, pair);
    }
    // One worker needs no more tasks: going down first keeps its lists in the cache.
    const std::size_t worker_count = control.must_be_serial() ? 1 : input.workers.worker_count();
    const std::size_t enough_tasks = worker_count == 1 ? 0 : tasks_per_worker * worker_count;
    while (tasks_.size() < enough_tasks && !control.stopped()) {
        steps_.clear();
        for (uint32_t i = 0; i < tasks_.size(); ++i) {
            if (!is_expandable(tasks_[i])) continue;
            Step step{};
            step.task = i;
            step.a = take_halves(tasks_[i].lists.a.count, lists_);
            if (tasks_[i].kind != SearchTask::Kind::self_list) {
                step.b = take_halves(tasks_[i].lists.b.count, lists_);
            }
            steps_.push_back(step);
        }
        if (steps_.empty()) break;
        input.workers.run(static_cast<uint32_t>(steps_.size()), [&](uint32_t index, uint32_t slot) {
            if (control.poll()) return;
            run_step(settings, tasks_[steps_[index].task], steps_[index], arenas[slot]);
        });
        next_.clear();
        std::size_t step = 0;
        for (uint32_t i = 0; i < tasks_.size(); ++i) {
            if (step < steps_.size() && steps_[step].task == i) {
                next_.append({steps_[step].children, steps_[step].child_count});
                ++step;
            } else {
                next_.push_back(tasks_[i]);
            }
        }
        tasks_.swap(next_);
    }
    return tasks_.span();
}

void TaskExpansion::add_pair(const BackendFrame& input, const CutSettings& settings, const MeshPair& pair) {
    const Frame& frame = input.frame;
    const FrameMesh& a = frame.meshes[pair.a];
    const FrameMesh& b = frame.meshes[pair.b];
    const bool is_self = pair.a == pair.b;
    const uint64_t count_a = usable_triangle_count(a);
    const uint64_t count_b = usable_triangle_count(b);
    if (count_a == 0 || count_b == 0) return;
    if (count_a + (is_self ? 0 : count_b) <= small_pair) {
        tasks_.push_back({is_self ? SearchTask::Kind::self_mesh : SearchTask::Kind::meshes, pair, {}});
        return;
    }
    const auto add_task = [&](SearchTask::Kind kind, const TriangleList& list_a, const TriangleList& list_b) {
        tasks_.push_back({kind, pair, {list_a, list_b, Vec3f(0.0F)}});
    };
    if (is_self) {
        list_mesh(frame, a, settings.target, lists_, input.workers, parts_a_);
        for (std::size_t i = 0; i < parts_a_.size(); ++i) {
            add_task(SearchTask::Kind::self_list, parts_a_[i], {});
            const Box box = widened_for_raw(parts_a_[i].box);
            for (std::size_t j = i + 1; j < parts_a_.size(); ++j) {
                if (overlap(parts_a_[j].box, box)) add_task(SearchTask::Kind::pair, parts_a_[i], parts_a_[j]);
            }
        }
        return;
    }
    const PartedList left =
        cut_mesh(frame, a, widened_for_raw(b.box), settings.target, lists_, input.workers, parts_a_);
    if (left.count == 0) return;
    // The triangles left are a tighter bound than their mesh.
    cut_mesh(frame, b, widened_for_raw(left.box), settings.target, lists_, input.workers, parts_b_);
    for (const TriangleList& part_a : parts_a_) {
        const Box box = widened_for_raw(part_a.box);
        for (const TriangleList& part_b : parts_b_) {
            if (overlap(part_b.box, box)) add_task(SearchTask::Kind::pair, part_a, part_b);
        }
    }
}

void TaskExpansion::run_step(const CutSettings& settings, const SearchTask& task, Step& step,
                             ColumnArena& arena) {
    const auto add_child = [&](SearchTask::Kind kind, const TriangleList& a, const TriangleList& b,
                               const Vec3f& direction) {
        step.children[step.child_count++] = {kind, task.meshes, {a, b, direction}};
    };
    if (task.kind == SearchTask::Kind::self_list) {
        split_list(settings, task.lists.a, choose_split(task.lists.a), arena, step.a);
        add_child(SearchTask::Kind::self_list, step.a.part[0], {}, {});
        add_child(SearchTask::Kind::self_list, step.a.part[1], {}, {});
        add_child(SearchTask::Kind::pair, step.a.part[0], step.a.part[1], {});
        return;
    }
    const ColumnArena::Mark mark = arena.mark();
    CutPair pair;
    if (task.kind == SearchTask::Kind::cut_pair) {
        pair = task.lists;
    } else if (!cut_pair(settings, task.lists.a, task.lists.b, arena, pair)) {
        arena.release(mark);
        return;
    }
    if (uint64_t{pair.a.count} + pair.b.count <= task_size || is_leaf(settings, pair.a, pair.b)) {
        copy_list(pair.a, step.a.part[0]);
        copy_list(pair.b, step.b.part[0]);
        add_child(SearchTask::Kind::cut_pair, step.a.part[0], step.b.part[0], pair.direction);
    } else {
        const SplitPlane plane = choose_split(settings, pair);
        const auto split = [&](const TriangleList& list, const TriangleList& other, Halves& halves) {
            if (is_split_against(list, other)) {
                split_list(settings, list, plane, arena, halves);
            } else {
                copy_list(list, halves.part[0]);
            }
        };
        split(pair.a, pair.b, step.a);
        split(pair.b, pair.a, step.b);
        for (const TriangleList& part_b : step.b.part) {
            for (const TriangleList& part_a : step.a.part) {
                if (part_a.count == 0 || part_b.count == 0) continue;
                if (!overlap(part_a.box, widened_for_raw(part_b.box))) continue;
                add_child(SearchTask::Kind::pair, part_a, part_b, {});
            }
        }
    }
    arena.release(mark);
}

}  // namespace defcol
