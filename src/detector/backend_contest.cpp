// SPDX-License-Identifier: MIT
#include "detector/backend_contest.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace defcol {

namespace {

// The first frame of a trial builds what later ones only update, so it does not count. Three contenders are
// through after nine frames.
constexpr uint32_t frames_per_trial = 3;
// What a trial may take: so many times the best one's time, and a little.
constexpr double trial_factor = 4;
constexpr double trial_seconds = 1e-3;
// Another one must be better by this much to take over, because no two frames are alike.
constexpr double clearly_better = 0.9;
constexpr double near_factor = 2;
// The best one's time has changed where the least of the last frames differs by this factor and by more than
// clocks and caches do.
constexpr double drift = 1.5;
constexpr double drift_seconds = 20e-6;
constexpr uint32_t shortest_rest = 16;
// Frames until those near the best one are tried again; doubled each time that changes nothing.
constexpr uint32_t first_patience = 256;
constexpr uint32_t longest_patience = 8192;

}  // namespace

BackendContest::BackendContest(uint32_t contender_count) noexcept
    : contender_count_(contender_count), patience_(first_patience) {
    std::fill(std::begin(seconds_), std::end(seconds_), infinity);
    std::fill(std::begin(recent_), std::end(recent_), infinity);
    if (contender_count_ < 2) return;
    waiting_ = (1U << contender_count_) - 1;
    next_trial();
}

BackendContest::Turn BackendContest::next_turn(double seconds_left) const noexcept {
    if (trial_ == none || trial_ == best_) return {best_, infinity};
    const double allowed = trial_factor * seconds_[best_] + trial_seconds;
    if (seconds_left < 2 * (allowed + seconds_[best_])) return {best_, infinity};
    return {trial_, allowed};
}

void BackendContest::add_time(uint32_t contender, double seconds) noexcept {
    if (contender_count_ < 2) return;
    if (contender == trial_) {
        if (++trial_frames_ > 1) trial_time_ = std::min(trial_time_, seconds);
        if (trial_frames_ < frames_per_trial) return;
        seconds_[trial_] = trial_time_;
        if (seconds_[trial_] < clearly_better * seconds_[best_]) best_ = trial_;
        next_trial();
    } else if (trial_ == none && contender == best_) {
        watch(seconds);
    }
}

void BackendContest::give_up() noexcept {
    seconds_[trial_] = infinity;
    next_trial();
}

bool BackendContest::is_near_best(uint32_t contender) const noexcept {
    return contender == best_ || seconds_[contender] <= near_factor * seconds_[best_];
}

// The best one's time is known from the frames before.
void BackendContest::start_round(bool near_best_only) noexcept {
    waiting_ = 0;
    for (uint32_t i = 0; i < contender_count_; ++i) {
        if (i != best_ && (!near_best_only || is_near_best(i))) waiting_ |= 1U << i;
    }
    best_before_ = best_;
    next_trial();
}

void BackendContest::next_trial() noexcept {
    trial_frames_ = 0;
    trial_time_ = infinity;
    if (waiting_ != 0) {
        trial_ = static_cast<uint32_t>(std::countr_zero(waiting_));
        waiting_ &= waiting_ - 1;
        return;
    }
    trial_ = none;
    frames_ = 0;
    settled_time_ = seconds_[best_];
    patience_ = best_ == best_before_ ? std::min(2 * patience_, longest_patience) : first_patience;
}

void BackendContest::watch(double seconds) noexcept {
    recent_[frames_++ % recent_count] = seconds;
    if (frames_ < recent_count) return;
    const double least = *std::min_element(std::begin(recent_), std::end(recent_));
    seconds_[best_] = least;
    if (frames_ < shortest_rest) return;
    const bool has_changed = std::fabs(least - settled_time_) > drift_seconds &&
                             (least > drift * settled_time_ || drift * least < settled_time_);
    if (has_changed) {
        start_round(false);
    } else if (frames_ >= patience_) {
        start_round(true);
    }
}

}  // namespace defcol
