// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <limits>

namespace defcol {

// Seconds of a clock that never jumps back; only differences mean something.
inline double monotonic_seconds() noexcept {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// A moment after which work should stop. An infinite one never reads the clock.
class Deadline {
  public:
    Deadline() noexcept = default;  // infinite

    // A budget of 0 or less has expired at once; infinity never does. NaN is the caller's to refuse.
    static Deadline after(double seconds) noexcept {
        Deadline deadline;
        if (seconds < std::numeric_limits<double>::infinity()) deadline.end_ = monotonic_seconds() + seconds;
        return deadline;
    }

    bool is_infinite() const noexcept { return end_ == std::numeric_limits<double>::infinity(); }
    bool expired() const noexcept { return expires_within(0); }
    // For work that has to leave time for what comes after it.
    bool expires_within(double seconds) const noexcept {
        return !is_infinite() && monotonic_seconds() + seconds >= end_;
    }
    double seconds_left() const noexcept { return is_infinite() ? end_ : end_ - monotonic_seconds(); }
    static Deadline earlier_of(const Deadline& a, const Deadline& b) noexcept {
        return a.end_ < b.end_ ? a : b;
    }

  private:
    double end_ = std::numeric_limits<double>::infinity();
};

class StopWatch {
  public:
    StopWatch() noexcept : start_(monotonic_seconds()) {}

    double seconds() const noexcept { return monotonic_seconds() - start_; }

    // The time of the lap that ends now; the next one starts.
    double restart() noexcept {
        const double now = monotonic_seconds();
        const double lap = now - start_;
        start_ = now;
        return lap;
    }

  private:
    double start_;
};

}  // namespace defcol
