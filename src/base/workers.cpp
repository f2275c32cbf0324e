// SPDX-License-Identifier: MIT
#include "base/workers.hpp"

#include <unistd.h>

#include <csignal>
#include <new>

#include "base/cancellation.hpp"
#include "base/clock.hpp"
#include "base/core_count.hpp"
#include "base/entry.hpp"
#include "base/fp_environment.hpp"
#include "base/futex.hpp"
#include "base/handle_table.hpp"
#include "base/status.hpp"

namespace defcol {
namespace {

// Fields of Workers::job_: threads inside (low 15 bits), slots taken (next 15), then two flags.
constexpr uint32_t one_inside = 1;
constexpr uint32_t inside_mask = (1u << 15) - 1;
constexpr uint32_t one_slot = 1u << 15;
constexpr uint32_t slot_mask = (1u << 15) - 1;
constexpr uint32_t waiting_bit = 1u << 30;
constexpr uint32_t open_bit = 1u << 31;
static_assert(Workers::max_worker_count <= slot_mask);

// Longer than the gap between two runs of a frame, shorter than a host would notice.
constexpr double spin_seconds = 30e-6;
constexpr int pauses_per_clock_reading = 16;

constexpr std::size_t stack_bytes = std::size_t{2} << 20;

inline void pause_thread() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

// Repeats until done() or the spinning time has passed; says whether done() held.
template <class Done>
bool spin_until(Done&& done) noexcept {
    const Deadline deadline = Deadline::after(spin_seconds);
    do {
        for (int i = 0; i < pauses_per_clock_reading; ++i) {
            if (done()) return true;
            pause_thread();
        }
    } while (!deadline.expired());
    return done();
}

}  // namespace

Workers::Workers(uint32_t worker_count, TaskHook hook) noexcept
    : worker_count_(std::clamp<uint32_t>(worker_count, 1, max_worker_count)),
      hook_(hook),
      fork_generation_(fork_generation()),
      process_(getpid()) {}

Workers::~Workers() {
    stop_pool();
}

bool Workers::process_is_forked() const noexcept {
    return fork_generation() != fork_generation_ || getpid() != process_;
}

uint32_t Workers::pool_thread_count() const noexcept {
    return process_is_forked() ? 0 : pool_thread_count_.load(std::memory_order_relaxed);
}

void Workers::run_erased(uint32_t task_count, TaskFunction task, void* context) {
    // A forked child may have inherited in_use_ from a run that no longer exists, so it asks first.
    const bool serial = worker_count_ == 1 || task_count <= 1 || process_is_forked() ||
                        in_use_.exchange(true, std::memory_order_acquire);
    if (serial) {
        for (uint32_t i = 0; i < task_count; ++i) task(context, i, 0);
        return;
    }
    task_ = task;
    context_ = context;
    task_count_ = task_count;
    next_task_.store(0, std::memory_order_relaxed);
    failed_task_.store(UINT64_MAX, std::memory_order_relaxed);
    if (hook_.run_tasks != nullptr) {
        run_on_host(task_count);
    } else {
        run_on_pool();
    }
    const bool failed = failed_task_.load(std::memory_order_relaxed) != UINT64_MAX;
    const bool is_bad_alloc = failure_is_bad_alloc_;
    if (!failed) {
        in_use_.store(false, std::memory_order_release);
        return;
    }
    const Error error = failure_;
    in_use_.store(false, std::memory_order_release);
    if (is_bad_alloc) throw std::bad_alloc();
    throw error;
}

void Workers::run_on_pool() {
    start_pool();
    job_.store(open_bit | one_slot | one_inside, std::memory_order_release);  // slot 0 is the caller's
    // Ordered with the sleeper's announcement: either we see it, or it sees the new epoch.
    epoch_.fetch_add(1, std::memory_order_seq_cst);
    if (sleeping_.load(std::memory_order_seq_cst) != 0) wake_sleepers(epoch_, task_count_ - 1);
    {
        FloatingPointScope floating_point;
        claim_tasks(0);
    }
    leave();
    close_and_wait();
}

void Workers::wake() noexcept {
    // Those who wake find no open job, and spin for a while before they sleep again.
    if (worker_count_ == 1 || sleeping_.load(std::memory_order_relaxed) == 0 || process_is_forked()) return;
    epoch_.fetch_add(1, std::memory_order_seq_cst);
    wake_sleepers(epoch_, worker_count_ - 1);
}

void Workers::run_on_host(uint32_t task_count) {
    job_.store(open_bit, std::memory_order_release);
    {
        HookScope scope;
        try {
            hook_.run_tasks(hook_.user, std::min(worker_count_, task_count), host_task_main, this);
        } catch (...) {
            // What the host did not run is run below.
        }
    }
    participate();
    close_and_wait();
}

void Workers::host_task_main(void* pointer, uint32_t /*index*/) noexcept {
    const CancellationShield shield;
    // The slot comes from the job and not from the index, which a host may repeat.
    static_cast<Workers*>(pointer)->participate();
}

bool Workers::join(uint32_t& slot) noexcept {
    uint32_t job = job_.load(std::memory_order_relaxed);
    do {
        slot = job / one_slot & slot_mask;
        if ((job & open_bit) == 0 || slot >= worker_count_) return false;
    } while (!job_.compare_exchange_weak(job, job + one_slot + one_inside, std::memory_order_acquire,
                                         std::memory_order_relaxed));
    return true;
}

void Workers::participate() noexcept {
    uint32_t slot = 0;
    if (!join(slot)) return;
    {
        FloatingPointScope floating_point;
        claim_tasks(slot);
    }
    leave();
}

// Indices are claimed in rising order, so when a task fails every lower one has been claimed and
// runs to its end: the lowest failure is found whatever the timing.
void Workers::claim_tasks(uint32_t slot) noexcept {
    for (;;) {
        const uint64_t index = next_task_.fetch_add(1, std::memory_order_relaxed);
        if (index >= task_count_ || index > failed_task_.load(std::memory_order_relaxed)) return;
        try {
            task_(context_, static_cast<uint32_t>(index), slot);
        } catch (const Error& error) {
            keep_failure(index, &error);
        } catch (const std::bad_alloc&) {
            keep_failure(index, nullptr);
        } catch (...) {
            const Error error(status::internal, "a task ended with an unexpected exception");
            keep_failure(index, &error);
        }
    }
}

void Workers::keep_failure(uint64_t task_index, const Error* error) noexcept {
    const std::lock_guard lock(failure_mutex_);
    if (task_index >= failed_task_.load(std::memory_order_relaxed)) return;
    failure_is_bad_alloc_ = error == nullptr;
    if (error != nullptr) failure_ = *error;
    failed_task_.store(task_index, std::memory_order_relaxed);
}

void Workers::leave() noexcept {
    const uint32_t before = job_.fetch_sub(one_inside, std::memory_order_release);
    const bool was_last = (before & inside_mask) == one_inside;
    if (was_last && (before & waiting_bit) != 0) wake_sleepers(job_, 1);
}

void Workers::close_and_wait() noexcept {
    job_.fetch_and(~open_bit, std::memory_order_relaxed);
    const auto all_left = [this] { return (job_.load(std::memory_order_acquire) & inside_mask) == 0; };
    if (pool_may_spin_ ? spin_until(all_left) : all_left()) return;
    uint32_t job = job_.fetch_or(waiting_bit, std::memory_order_acquire) | waiting_bit;
    while ((job & inside_mask) != 0) {
        sleep_while_equal(job_, job);
        job = job_.load(std::memory_order_acquire);
    }
}

void Workers::start_pool() noexcept {
    if (pool_started_) return;
    pool_started_ = true;
    pool_may_spin_ = worker_count_ <= usable_core_count();
    // A thread inherits the mask: none of the host's signals is ever handled on ours.
    sigset_t all_signals;
    sigset_t host_signals;
    sigfillset(&all_signals);
    pthread_sigmask(SIG_SETMASK, &all_signals, &host_signals);
    pthread_attr_t attributes;
    const bool have_attributes =
        pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, stack_bytes) == 0;
    uint32_t count = 0;
    while (count + 1 < worker_count_ &&
           pthread_create(&threads_[count], have_attributes ? &attributes : nullptr, pool_thread_main,
                          this) == 0) {
        ++count;
    }
    if (have_attributes) pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &host_signals, nullptr);
    pool_thread_count_.store(count, std::memory_order_relaxed);
}

void Workers::stop_pool() noexcept {
    // In a forked child the threads do not exist: joining them would wait for ever.
    const uint32_t count = pool_thread_count();
    if (count == 0) return;
    stopping_.store(true, std::memory_order_release);
    epoch_.fetch_add(1, std::memory_order_seq_cst);
    wake_sleepers(epoch_, count);
    for (uint32_t i = 0; i < count; ++i) pthread_join(threads_[i], nullptr);
}

void* Workers::pool_thread_main(void* pointer) noexcept {
    Workers& workers = *static_cast<Workers*>(pointer);
    for (uint32_t seen = 0;;) {
        seen = workers.wait_for_job(seen);
        if (workers.stopping_.load(std::memory_order_acquire)) return nullptr;
        workers.participate();
    }
}

uint32_t Workers::wait_for_job(uint32_t last_seen) noexcept {
    const auto has_changed = [&] { return epoch_.load(std::memory_order_acquire) != last_seen; };
    if (pool_may_spin_ ? spin_until(has_changed) : has_changed())
        return epoch_.load(std::memory_order_acquire);
    sleeping_.fetch_add(1, std::memory_order_seq_cst);
    while (!has_changed()) sleep_while_equal(epoch_, last_seen);
    sleeping_.fetch_sub(1, std::memory_order_relaxed);
    return epoch_.load(std::memory_order_acquire);
}

}  // namespace defcol
