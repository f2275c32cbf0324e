// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#elif !defined(__aarch64__)
#include <cfenv>
#endif

namespace defcol {

// The floating-point mode every error bound is proved for: round to nearest, gradual underflow,
// no traps. Entered at each call of the API and in each worker, left with exactly the state the
// host had, sticky flags included. (On x86-64 the x87 unit is not touched: nothing here uses it.)
class FloatingPointScope {
  public:
    FloatingPointScope() noexcept;
    ~FloatingPointScope();
    FloatingPointScope(const FloatingPointScope&) = delete;
    FloatingPointScope& operator=(const FloatingPointScope&) = delete;

  private:
#if defined(__x86_64__) || defined(_M_X64)
    // Power-on state: all exceptions masked, round to nearest, FTZ and DAZ off, no flag raised.
    static constexpr uint32_t default_mxcsr = 0x1f80;
    uint32_t saved_;
#elif defined(__aarch64__)
    uint64_t saved_control_;
    uint64_t saved_status_;
#else
    std::fenv_t saved_;
#endif
};

#if defined(__x86_64__) || defined(_M_X64)

// The empty assembly keeps the compiler from moving loads and stores of operands across the switch.
inline FloatingPointScope::FloatingPointScope() noexcept : saved_(_mm_getcsr()) {
    _mm_setcsr(default_mxcsr);
    asm volatile("" ::: "memory");
}

inline FloatingPointScope::~FloatingPointScope() {
    asm volatile("" ::: "memory");
    _mm_setcsr(saved_);
}

#elif defined(__aarch64__)

inline FloatingPointScope::FloatingPointScope() noexcept {
    asm volatile("mrs %0, fpcr" : "=r"(saved_control_));
    asm volatile("mrs %0, fpsr" : "=r"(saved_status_));
    asm volatile("msr fpcr, %0" : : "r"(uint64_t{0}) : "memory");
}

inline FloatingPointScope::~FloatingPointScope() {
    asm volatile("msr fpcr, %0" : : "r"(saved_control_) : "memory");
    asm volatile("msr fpsr, %0" : : "r"(saved_status_) : "memory");
}

#else

inline FloatingPointScope::FloatingPointScope() noexcept {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
}

inline FloatingPointScope::~FloatingPointScope() {
    std::fesetenv(&saved_);
}

#endif

}  // namespace defcol
