// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>
#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "base/error.hpp"

namespace defcol {

// The thread that owns a GL context. The host's own context, be it EGL or GLX, stays current on the host's
// threads: while a GLX context is current EGL refuses to make another one current on the same thread.
class GlThread {
  public:
    // Throws BACKEND_UNAVAILABLE if the system gives no thread.
    GlThread();
    ~GlThread();
    GlThread(const GlThread&) = delete;
    GlThread& operator=(const GlThread&) = delete;

    // Runs the task there and returns when it has ended; one caller at a time. What it throws (Error or
    // std::bad_alloc) is rethrown here. In a forked child, which has no such thread, FORKED.
    template <class F>
    void run(F&& task) {
        using Callable = std::remove_reference_t<F>;
        run_erased([](void* context) { (*static_cast<Callable*>(context))(); },
                   const_cast<void*>(static_cast<const void*>(std::addressof(task))));
    }

  private:
    using Task = void (*)(void* context);

    void run_erased(Task task, void* context);
    void execute() noexcept;
    static void* thread_main(void* self) noexcept;

    void hand_over(uint32_t state) noexcept;

    // Whose turn it is; whoever has it owns everything below.
    static constexpr uint32_t callers_turn = 0;
    static constexpr uint32_t threads_turn = 1;
    static constexpr uint32_t stopping = 2;

    const pid_t process_;
    std::atomic<uint32_t> turn_{callers_turn};
    Task task_ = nullptr;
    void* context_ = nullptr;
    bool out_of_memory_ = false;
    bool failed_ = false;
    Error failure_{0, "%s", ""};
    pthread_t thread_{};
};

}  // namespace defcol
