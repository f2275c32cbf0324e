// SPDX-License-Identifier: MIT
#include "detector/backend_selection.hpp"

#include <algorithm>
#include <cstdio>
#include <new>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace defcol {

BackendSelection::BackendSelection(std::pmr::memory_resource& memory, const BackendChoice& choice)
    : contenders_(&memory), contest_(choice.contender_count), is_automatic_(choice.is_automatic) {
    contenders_.reserve(choice.contender_count);
    for (uint32_t i = 0; i < choice.contender_count; ++i) {
        contenders_.emplace_back(memory, *choice.contenders[i]);
    }
    contenders_.front().backend();
    std::snprintf(reason_, sizeof reason_, "%s", choice.reason);
}

bool BackendSelection::has(int32_t backend) const noexcept {
    return std::ranges::any_of(
        contenders_, [=](const BackendContender& contender) { return contender.info().id == backend; });
}

void BackendSelection::search(const BackendFrame& input, const SearchLimits& limits,
                              const NarrowphaseOptions& options, Narrowphase& narrowphase,
                              std::optional<SearchControl>& control) {
    update_seconds_ = 0;
    search_seconds_ = 0;
    // A stop by test count must be the same in every run, and so must be who was stopped: the first guess.
    const bool has_test_budget = limits.test_budget != UINT64_MAX;
    BackendContest::Turn turn{0, BackendContest::infinity};
    if (!has_test_budget) turn = contest_.next_turn(limits.deadline.seconds_left());
    running_ = turn.contender;
    for (BackendContender& contender : contenders_) {
        if (&contender != &contenders_[running_] && contender.has_backend()) contender.miss(input.frame);
    }

    const Run frame{input, options, narrowphase};
    if (turn.seconds_allowed == BackendContest::infinity ||
        !try_run(frame, limits, turn.seconds_allowed, control)) {
        const double seconds = run(frame, control.emplace(limits));
        if (!has_test_budget && !control->stopped()) contest_.add_time(running_, seconds);
    }
    if (contenders_.size() == 1) return;
    if (contest_.is_settled()) release_losers();
    say_why(has_test_budget);
}

// False if the trial failed, or took too long or too much memory: then the best one is to do the frame.
bool BackendSelection::try_run(const Run& frame, const SearchLimits& limits, double seconds_allowed,
                               std::optional<SearchControl>& control) {
    SearchLimits trial = limits;
    trial.deadline = Deadline::earlier_of(limits.deadline, Deadline::after(seconds_allowed));
    try {
        const double seconds = run(frame, control.emplace(trial));
        if (!control->stopped()) {
            contest_.add_time(running_, seconds);
            return true;
        }
        if (limits.is_cancelled() || limits.deadline.expired()) return true;  // the host's own stop
    } catch (const std::bad_alloc&) {
        contenders_[running_].release();
    } catch (const Error&) {
        contenders_[running_].release();
    }
    contest_.give_up();
    running_ = contest_.best();
    return false;
}

double BackendSelection::run(const Run& frame, SearchControl& control) {
    BackendContender& contender = contenders_[running_];
    const BackendFrame& given = frame.input;
    StopWatch lap;
    const BackendFrame input{contender.catch_up(given.frame),
                             given.pairs,
                             given.queries,
                             is_automatic_ ? contender.options_as(given.options) : given.options,
                             given.workers,
                             given.log,
                             given.volumes,
                             given.output_seconds_per_contact};
    contender.backend().update(input);
    const double update_seconds = lap.restart();
    update_seconds_ += update_seconds;

    frame.narrowphase.start(given.frame, control, frame.options);
    control.poll();
    contender.backend().search(input, frame.narrowphase);
    frame.narrowphase.finish_tests();
    const double search_seconds = lap.restart();
    search_seconds_ += search_seconds;
    return update_seconds + search_seconds;
}

// What is much slower will not be tried again soon: its memory is of more use to others.
void BackendSelection::release_losers() noexcept {
    for (uint32_t i = 0; i < contenders_.size(); ++i) {
        if (i != running_ && !contest_.is_near_best(i) && contenders_[i].has_backend()) {
            contenders_[i].release();
        }
    }
}

void BackendSelection::say_why(bool has_test_budget) noexcept {
    if (!has_test_budget && contest_.is_settled() && said_best_ == running_) return;
    said_best_ = UINT32_MAX;
    if (has_test_budget) {
        std::snprintf(reason_, sizeof reason_, "a test budget asks for the same backend in every run");
        return;
    }
    if (!contest_.is_settled()) {
        std::snprintf(reason_, sizeof reason_, "measuring which backend is the fastest here");
        return;
    }
    said_best_ = running_;
    int length = std::snprintf(reason_, sizeof reason_, "measured to be the fastest:");
    for (uint32_t i = 0; i < contenders_.size() && length < static_cast<int>(sizeof reason_); ++i) {
        const auto place = static_cast<std::size_t>(length);
        const char* separator = i == 0 ? "" : ",";
        const char* name = contenders_[i].info().name;
        const double seconds = contest_.seconds_of(i);
        length +=
            seconds < BackendContest::infinity
                ? std::snprintf(reason_ + place, sizeof reason_ - place, "%s %s %.3f ms", separator, name,
                                1e3 * seconds)
                : std::snprintf(reason_ + place, sizeof reason_ - place, "%s %s given up", separator, name);
    }
}

}  // namespace defcol
