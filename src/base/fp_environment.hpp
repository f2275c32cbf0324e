// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#elif !defined(__aarch64__)
#include <cfenv>
#endif

namespace defcol {

// Control and status of the floating-point unit. (On x86-64 the x87 unit is not touched: nothing here uses
// it.) The empty assembly keeps the compiler from moving loads and stores of operands across a switch.
struct FloatingPointState {
#if defined(__x86_64__) || defined(_M_X64)
    uint32_t mxcsr;

    static FloatingPointState read() noexcept {
        return {_mm_getcsr()};
    }
    // Power-on state: all exceptions masked, round to nearest, FTZ and DAZ off, no flag raised.
    static FloatingPointState standard() noexcept {
        return {0x1f80};
    }
    void write() const noexcept {
        asm volatile("" ::: "memory");
        _mm_setcsr(mxcsr);
        asm volatile("" ::: "memory");
    }
#elif defined(__aarch64__)
    uint64_t control;
    uint64_t status;

    static FloatingPointState read() noexcept {
        FloatingPointState state{};
        asm volatile("mrs %0, fpcr" : "=r"(state.control));
        asm volatile("mrs %0, fpsr" : "=r"(state.status));
        return state;
    }
    static FloatingPointState standard() noexcept {
        return {0, 0};
    }
    void write() const noexcept {
        asm volatile("msr fpcr, %0" : : "r"(control) : "memory");
        asm volatile("msr fpsr, %0" : : "r"(status) : "memory");
    }
#else
    std::fenv_t environment;

    static FloatingPointState read() noexcept {
        FloatingPointState state;
        std::fegetenv(&state.environment);
        return state;
    }
    static FloatingPointState standard() noexcept {
        const FloatingPointState before = read();
        std::fesetenv(FE_DFL_ENV);
        const FloatingPointState state = read();
        before.write();
        return state;
    }
    void write() const noexcept {
        std::fesetenv(&environment);
    }
#endif
};

class FloatingPointScope;

// The scope the thread is in; null while the host's own code runs. Plain data: a thread-local with a
// destructor would keep the library mapped after dlclose.
extern constinit thread_local FloatingPointScope* current_floating_point_scope;

// The floating-point mode every error bound is proved for: round to nearest, gradual underflow,
// no traps. Entered at each call of the API and in each worker, left with exactly the state the
// host had, sticky flags included. Inside another scope it changes nothing.
class FloatingPointScope {
  public:
    FloatingPointScope() noexcept {
        if (current_floating_point_scope != nullptr) return;
        current_floating_point_scope = this;
        enter();
    }
    ~FloatingPointScope() {
        if (current_floating_point_scope != this) return;
        current_floating_point_scope = nullptr;
        leave();
    }
    FloatingPointScope(const FloatingPointScope&) = delete;
    FloatingPointScope& operator=(const FloatingPointScope&) = delete;

  private:
    friend class HostFloatingPointScope;

    void enter() noexcept {
        host_ = FloatingPointState::read();
        FloatingPointState::standard().write();
    }
    void leave() const noexcept { host_.write(); }

    FloatingPointState host_;
};

// Around a callback: the host's code runs in the host's own mode, and what it changes there stays changed
// for it, as if it had not been called from here.
class HostFloatingPointScope {
  public:
    HostFloatingPointScope() noexcept : scope_(std::exchange(current_floating_point_scope, nullptr)) {
        if (scope_ != nullptr) scope_->leave();
    }
    ~HostFloatingPointScope() {
        if (scope_ != nullptr) scope_->enter();
        current_floating_point_scope = scope_;
    }
    HostFloatingPointScope(const HostFloatingPointScope&) = delete;
    HostFloatingPointScope& operator=(const HostFloatingPointScope&) = delete;

  private:
    FloatingPointScope* scope_;
};

}  // namespace defcol
