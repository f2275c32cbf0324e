// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>
#include <sys/types.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <type_traits>

#include "base/error.hpp"

namespace defcol {

// The host's own scheduler: must call task(task_data, index) once for each index below task_count,
// on any threads and in any order, and return when all calls have returned.
struct TaskHook {
    void (*run_tasks)(void* user, uint32_t task_count, void (*task)(void* task_data, uint32_t index),
                      void* task_data) = nullptr;
    void* user = nullptr;
};

// Runs the tasks of a frame: on the calling thread alone, on a pool of its own, or on the host's
// threads. A run allocates nothing.
//
// One job is open at a time. Threads join it, each taking a slot, claim task indices from a counter
// until none is left, and leave; the caller takes part, closes the job and waits only for those who
// joined. A thread that wakes late finds the job closed, so a slow wake-up costs nothing, and a host
// whose task hook returns too early, too often or not at all for some index does no harm.
//
// After fork() a child has none of the threads: there every run is serial on the caller. It is known by the
// number of forks and by its process id: the id alone repeats where a child becomes the first process of a
// container, and the number misses a child made by a bare system call.
class Workers {
  public:
    static constexpr uint32_t max_worker_count = 256;

    // worker_count is clamped to [1, max_worker_count] and includes the calling thread.
    // Threads of the pool start at the first run that can use them; if the system refuses some, the
    // others do the work.
    explicit Workers(uint32_t worker_count, TaskHook hook = {}) noexcept;
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    uint32_t worker_count() const noexcept { return worker_count_; }

    // Threads of the own pool that were started and exist in this process.
    uint32_t pool_thread_count() const noexcept;

    // Calls task(task_index, worker_slot) once for each index below task_count and returns when all
    // have ended. worker_slot < worker_count, and no two tasks that run at once share a slot.
    // If tasks throw (Error or std::bad_alloc), the exception of the lowest index is rethrown here:
    // the same one for any number of workers. Tasks of higher index may then not have run.
    // May be called from several threads: the pool serves the first, the others run serially
    // meanwhile. So does a run started inside a task; it has slots of its own.
    template <class F>
    void run(uint32_t task_count, F&& task) {
        struct Context {
            std::remove_reference_t<F>* task;
        } context{std::addressof(task)};
        run_erased(
            task_count,
            [](void* erased, uint32_t task_index, uint32_t worker_slot) {
                (*static_cast<Context*>(erased)->task)(task_index, worker_slot);
            },
            &context);
    }

    // Tells sleeping threads of the pool that a run will follow within microseconds: waking takes longer than
    // many a run. Costs a little where nobody follows up, and nothing where nobody sleeps.
    void wake() noexcept;

  private:
    using TaskFunction = void (*)(void* context, uint32_t task_index, uint32_t worker_slot);

    void run_erased(uint32_t task_count, TaskFunction task, void* context);
    void run_on_pool();
    void run_on_host(uint32_t task_count);
    void start_pool() noexcept;
    void stop_pool() noexcept;
    static void* pool_thread_main(void* pointer) noexcept;
    static void host_task_main(void* pointer, uint32_t index) noexcept;
    uint32_t wait_for_job(uint32_t last_seen) noexcept;

    bool join(uint32_t& slot) noexcept;
    void participate() noexcept;
    void claim_tasks(uint32_t slot) noexcept;
    void leave() noexcept;
    void close_and_wait() noexcept;
    void keep_failure(uint64_t task_index, const Error* error) noexcept;
    bool process_is_forked() const noexcept;

    const uint32_t worker_count_;
    const TaskHook hook_;
    const uint32_t fork_generation_;
    const pid_t process_;

    // Pool, changed only by the holder of in_use_.
    bool pool_started_ = false;
    bool pool_may_spin_ = false;
    std::atomic<uint32_t> pool_thread_count_{0};
    std::atomic<bool> stopping_{false};
    std::atomic<bool> in_use_{false};

    // The open job; written before it opens, constant while anyone has joined.
    TaskFunction task_ = nullptr;
    void* context_ = nullptr;
    uint32_t task_count_ = 0;

    // The failure of the lowest task index so far.
    std::mutex failure_mutex_;
    bool failure_is_bad_alloc_ = false;
    Error failure_{0, "%s", ""};

    // Apart from each other, because different threads write them often.
    alignas(64) std::atomic<uint64_t> next_task_{0};
    alignas(64) std::atomic<uint64_t> failed_task_{UINT64_MAX};
    alignas(64) std::atomic<uint32_t> job_{0};    // open bit, waiting bit, slots taken, threads inside
    alignas(64) std::atomic<uint32_t> epoch_{0};  // counts jobs; pool threads wait for it to change
    std::atomic<uint32_t> sleeping_{0};

    pthread_t threads_[max_worker_count];
};

// Calls function(begin, end, worker_slot) over [0, count) in ranges of `grain` elements (the last may
// be shorter). The ranges depend on count and grain only, never on the number of workers.
template <class F>
void parallel_ranges(Workers& workers, uint64_t count, uint64_t grain, F&& function) {
    if (count == 0) return;
    grain = std::max({grain, uint64_t{1}, count / UINT32_MAX + 1});
    const auto range_count = static_cast<uint32_t>((count - 1) / grain + 1);
    workers.run(range_count, [&](uint32_t range, uint32_t slot) {
        const uint64_t begin = range * grain;
        function(begin, std::min(grain, count - begin) + begin, slot);
    });
}

}  // namespace defcol
