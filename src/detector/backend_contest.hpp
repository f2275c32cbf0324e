// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

namespace defcol {

// Which of several backends runs the next frame, by measured times alone: each is tried when a scene begins,
// the fastest stays, and the others are tried again when its time has changed, or now and then. A trial that
// takes much longer than the frame would have taken without it is given up.
class BackendContest {
  public:
    static constexpr uint32_t most_contenders = 4;
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    // Number 0 is the first guess.
    explicit BackendContest(uint32_t contender_count) noexcept;

    struct Turn {
        uint32_t contender;
        double seconds_allowed;  // finite for a trial: after that the best one has to do the frame
    };
    // With a time budget only trials are made that leave most of it.
    Turn next_turn(double seconds_left) const noexcept;

    // What a turn that was finished took.
    void add_time(uint32_t contender, double seconds) noexcept;
    // The trial under way was given up.
    void give_up() noexcept;

    uint32_t best() const noexcept { return best_; }
    bool is_settled() const noexcept { return trial_ == none; }
    // Of the last trial, or of the last frames; infinity if there was none or it was given up.
    double seconds_of(uint32_t contender) const noexcept { return seconds_[contender]; }
    // Those that are not near the best one are tried again only when the scene has changed.
    bool is_near_best(uint32_t contender) const noexcept;

  private:
    static constexpr uint32_t none = UINT32_MAX;
    static constexpr uint32_t recent_count = 4;

    void start_round(bool near_best_only) noexcept;
    void next_trial() noexcept;
    void watch(double seconds) noexcept;

    uint32_t contender_count_;
    uint32_t best_ = 0;
    double seconds_[most_contenders];

    // The round under way.
    uint32_t trial_ = none;
    uint32_t trial_frames_ = 0;
    double trial_time_ = infinity;
    uint32_t waiting_ = 0;  // a bit for each contender to be tried
    uint32_t best_before_ = 0;

    // Since the last round.
    double settled_time_ = infinity;
    double recent_[recent_count];
    uint32_t frames_ = 0;
    uint32_t patience_;
};

}  // namespace defcol
