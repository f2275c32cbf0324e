// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <vector>

#include "detector/backend_choice.hpp"
#include "detector/backend_contender.hpp"
#include "detector/backend_contest.hpp"
#include "narrowphase/narrowphase.hpp"

namespace defcol {

// The backends of one detector: the one that the host chose, or for auto all that answer its queries exactly
// and may be the fastest. Each frame is searched by one of them, and all of them propose the same contacts:
// switching changes nothing but the time.
class BackendSelection {
  public:
    BackendSelection(std::pmr::memory_resource& memory, const BackendChoice& choice);

    // The one that ran last; before the first frame the first guess.
    const BackendInfo& info() const noexcept { return contenders_[running_].info(); }
    // Why, or "" where the host chose. Valid until the next frame.
    const char* reason() const noexcept { return reason_; }
    bool has(int32_t backend) const noexcept;

    // Brings a backend up to date and lets it search. `input` holds the frame and the host's options.
    // Afterwards `control` is that of the search whose candidates the narrow phase has.
    void search(const BackendFrame& input, const SearchLimits& limits, const NarrowphaseOptions& options,
                Narrowphase& narrowphase, std::optional<SearchControl>& control);
    // Of the last frame, a trial that was given up included.
    double update_seconds() const noexcept { return update_seconds_; }
    double search_seconds() const noexcept { return search_seconds_; }
    // The one that ran last, which knows about its frame.
    Backend& running() { return contenders_[running_].backend(); }

  private:
    struct Run {
        const BackendFrame& input;
        const NarrowphaseOptions& options;
        Narrowphase& narrowphase;
    };
    double run(const Run& frame, SearchControl& control);
    bool try_run(const Run& frame, const SearchLimits& limits, double seconds_allowed,
                 std::optional<SearchControl>& control);
    void release_losers() noexcept;
    void say_why(bool has_test_budget) noexcept;

    std::pmr::vector<BackendContender> contenders_;  // the first guess first
    BackendContest contest_;
    bool is_automatic_;
    uint32_t running_ = 0;
    double update_seconds_ = 0;
    double search_seconds_ = 0;
    uint32_t said_best_ = UINT32_MAX;
    char reason_[192];
};

}  // namespace defcol
