// SPDX-License-Identifier: MIT
#include "backends/ldi/gl/gl_thread.hpp"

#include <unistd.h>

#include <csignal>
#include <new>

#include "base/futex.hpp"
#include "base/status.hpp"

namespace defcol {

GlThread::GlThread() : process_(getpid()) {
    // The host's signal handlers must not run here; a thread inherits the mask of its maker.
    sigset_t all;
    sigset_t previous;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &previous);
    const int result = pthread_create(&thread_, nullptr, &GlThread::thread_main, this);
    pthread_sigmask(SIG_SETMASK, &previous, nullptr);
    if (result != 0) throw Error(status::backend_unavailable, "the system gives no thread for OpenGL");
}

GlThread::~GlThread() {
    if (getpid() != process_) return;
    hand_over(stopping);
    pthread_join(thread_, nullptr);
}

void GlThread::hand_over(uint32_t state) noexcept {
    turn_.store(state, std::memory_order_release);
    wake_sleepers(turn_, 1);
}

void GlThread::run_erased(Task task, void* context) {
    if (getpid() != process_) {
        throw Error(status::forked,
                    "a context of OpenGL does not survive fork(): use the raster device in the child");
    }
    task_ = task;
    context_ = context;
    out_of_memory_ = failed_ = false;
    hand_over(threads_turn);
    while (turn_.load(std::memory_order_acquire) != callers_turn) sleep_while_equal(turn_, threads_turn);
    if (out_of_memory_) throw std::bad_alloc();
    if (failed_) throw Error(failure_);
}

void GlThread::execute() noexcept {
    try {
        task_(context_);
    } catch (const Error& error) {
        failed_ = true;
        failure_ = error;
    } catch (...) {
        out_of_memory_ = true;
    }
}

void* GlThread::thread_main(void* self) noexcept {
    auto& thread = *static_cast<GlThread*>(self);
    for (;;) {
        uint32_t turn = thread.turn_.load(std::memory_order_acquire);
        for (; turn == callers_turn; turn = thread.turn_.load(std::memory_order_acquire)) {
            sleep_while_equal(thread.turn_, callers_turn);
        }
        if (turn == stopping) return nullptr;
        thread.execute();
        thread.hand_over(callers_turn);
    }
}

}  // namespace defcol
