// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <type_traits>
#include <vector>

#include "base/memory.hpp"
#include "base/workers.hpp"
#include "narrowphase/candidate_sink.hpp"

namespace defcol {

// The exact half of a search: one sink per worker while it runs, ordered contact keys afterwards. Because a
// pair is proposed once and keys are sorted at the end, the result does not depend on who found what.
class Narrowphase {
  public:
    Narrowphase(std::pmr::memory_resource& memory, uint32_t worker_count);

    void start(const Frame& frame, SearchControl& control, const NarrowphaseOptions& options) noexcept;

    CandidateSink& sink(uint32_t worker_slot) noexcept { return *sinks_[worker_slot]; }
    SearchControl& control() noexcept { return *control_; }

    // Runs task(task_index, sink) or task(task_index, sink, worker_slot) for each index: on all workers, or,
    // where the stop must be reproducible, one after the other on the caller. Tasks not begun when the search
    // stops are left out.
    template <class Task>
    void run_tasks(Workers& workers, uint64_t task_total, Task&& task) {
        const uint32_t task_count = checked_task_count(task_total);
        const auto run_one = [&](uint32_t index, uint32_t slot) {
            if (control_->stopped()) return;
            if constexpr (std::is_invocable_v<Task&, uint32_t, CandidateSink&, uint32_t>) {
                task(index, sink(slot), slot);
            } else {
                task(index, sink(slot));
            }
        };
        if (control_->must_be_serial()) {
            for (uint32_t i = 0; i < task_count && !control_->stopped(); ++i) run_one(i, 0);
            return;
        }
        workers.run(task_count, run_one);
    }

    // After the search: decides what still waits in the sinks.
    void finish_tests();
    // Then puts the contacts in order.
    void order(Workers& workers);

    // In order, at most max_contacts of each kind.
    std::span<const uint64_t> triangle_contacts() const noexcept { return triangle_keys_.span(); }
    std::span<const uint64_t> vertex_contacts() const noexcept { return vertex_keys_.span(); }
    // Vertices in volumes: (global vertex, index of the mesh).
    std::span<const uint64_t> volume_contacts() const noexcept { return volume_keys_.span(); }
    uint64_t volume_total() const noexcept { return volume_total_; }
    uint64_t triangle_total() const noexcept { return triangle_total_; }
    uint64_t vertex_total() const noexcept { return vertex_total_; }
    NarrowphaseCounts counts() const noexcept;

  private:
    static uint32_t checked_task_count(uint64_t task_total);
    using KeysOfSink = const ContactKeys& (CandidateSink::*)() const noexcept;
    uint64_t merge(KeysOfSink keys_of, Buffer<uint64_t>& merged, Workers& workers);

    SearchControl* control_ = nullptr;
    std::pmr::vector<Owned<CandidateSink>> sinks_;
    Buffer<uint64_t> triangle_keys_;
    Buffer<uint64_t> vertex_keys_;
    Buffer<uint64_t> volume_keys_;
    Buffer<uint64_t> scratch_;
    uint64_t triangle_total_ = 0;
    uint64_t vertex_total_ = 0;
    uint64_t volume_total_ = 0;
};

}  // namespace defcol
