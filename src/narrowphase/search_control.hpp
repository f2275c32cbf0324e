// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include "base/clock.hpp"

namespace defcol {

// What the host allows for one frame.
struct SearchLimits {
    uint64_t max_contacts = UINT64_MAX;
    uint64_t test_budget = UINT64_MAX;
    Deadline deadline;
    const volatile int32_t* cancel = nullptr;

    // Another thread of the host may write the flag at any time.
    bool is_cancelled() const noexcept {
        return cancel != nullptr && __atomic_load_n(cancel, __ATOMIC_RELAXED) != 0;
    }
};

// Says when a search must end, and keeps how far it came. Shared by all workers of a frame.
class SearchControl {
  public:
    explicit SearchControl(const SearchLimits& limits) noexcept
        : limits_(limits), remaining_tests_(limits.test_budget) {}

    const SearchLimits& limits() const noexcept { return limits_; }

    // A stop by test count must be the same for any number of workers: such a search runs on one.
    bool must_be_serial() const noexcept { return limits_.test_budget != UINT64_MAX; }

    bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

    // Looks at the clock and the cancel flag. Cheap enough for every few hundred box tests, not for every
    // one. Keeps back so many seconds for what follows the search.
    bool poll(double kept_back_seconds = 0) noexcept {
        if (stopped()) return true;
        if (limits_.is_cancelled() || limits_.deadline.expires_within(kept_back_seconds)) {
            stopped_.store(true, std::memory_order_relaxed);
            return true;
        }
        return false;
    }

    // Takes up to `wanted` tests from the budget; taking fewer ends the search.
    uint64_t take_tests(uint64_t wanted) noexcept {
        if (!must_be_serial()) return wanted;
        if (wanted > remaining_tests_) {
            wanted = remaining_tests_;
            stopped_.store(true, std::memory_order_relaxed);
        }
        remaining_tests_ -= wanted;
        return wanted;
    }

    // Progress in units the backend chooses: the total before the search, each finished part as it ends.
    void add_planned_work(uint64_t units) noexcept {
        planned_work_.fetch_add(units, std::memory_order_relaxed);
    }
    void add_finished_work(uint64_t units) noexcept {
        finished_work_.fetch_add(units, std::memory_order_relaxed);
    }
    double finished_fraction() const noexcept {
        if (!stopped()) return 1.0;
        const auto planned = static_cast<double>(planned_work_.load(std::memory_order_relaxed));
        const auto finished = static_cast<double>(finished_work_.load(std::memory_order_relaxed));
        if (planned == 0 || limits_.test_budget == 0) return 0.0;
        // Parts may count as finished whose last candidates were still waiting when the search stopped.
        return finished < planned ? finished / planned : 1.0 - 0x1p-20;
    }

  private:
    const SearchLimits limits_;
    uint64_t remaining_tests_;  // only touched by the one worker of a serial search
    std::atomic<bool> stopped_{false};
    std::atomic<uint64_t> planned_work_{0};
    std::atomic<uint64_t> finished_work_{0};
};

}  // namespace defcol
