// SPDX-License-Identifier: MIT
#include "detector/backend_contest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace defcol {
namespace {

constexpr double infinity = BackendContest::infinity;

// Plays frames whose times are known; a trial that would take longer than allowed is given up.
class Contest {
  public:
    explicit Contest(std::vector<double> seconds)
        : seconds_(std::move(seconds)), contest_(static_cast<uint32_t>(seconds_.size())) {}

    // Who finished the frame.
    uint32_t play(double seconds_left = infinity) {
        const BackendContest::Turn turn = contest_.next_turn(seconds_left);
        turns_.push_back(turn.contender);
        if (seconds_[turn.contender] > turn.seconds_allowed) {
            contest_.give_up();
            return contest_.best();
        }
        contest_.add_time(turn.contender, seconds_[turn.contender]);
        return turn.contender;
    }
    void play_frames(uint32_t count) {
        for (uint32_t i = 0; i < count; ++i) play();
    }
    std::size_t turns_of(uint32_t contender) const {
        return static_cast<std::size_t>(std::count(turns_.begin(), turns_.end(), contender));
    }

    std::vector<double> seconds_;
    BackendContest contest_;
    std::vector<uint32_t> turns_;
};

TEST(BackendContest, OneContenderIsNeverMeasured) {
    Contest contest({1e-3});
    contest.play_frames(3);
    EXPECT_TRUE(contest.contest_.is_settled());
    EXPECT_EQ(contest.turns_of(0), 3U);
}

TEST(BackendContest, TheFastestOfThreeIsFoundWithinTenFrames) {
    for (uint32_t fastest = 0; fastest < 3; ++fastest) {
        std::vector<double> seconds(3, 2e-3);
        seconds[fastest] = 1e-3;
        Contest contest(seconds);
        contest.play_frames(9);
        EXPECT_TRUE(contest.contest_.is_settled()) << fastest;
        EXPECT_EQ(contest.contest_.best(), fastest);
        EXPECT_EQ(contest.play(), fastest);
    }
}

TEST(BackendContest, TheFirstFrameOfATrialDoesNotCount) {
    Contest contest({1e-3, 4e-3});
    contest.play_frames(4);
    contest.seconds_[1] = 0.5e-3;  // what it had to build is there now
    contest.play_frames(2);
    EXPECT_EQ(contest.contest_.best(), 1U);
    EXPECT_EQ(contest.contest_.seconds_of(1), 0.5e-3);
}

TEST(BackendContest, ATrialThatTakesMuchLongerIsGivenUpAtOnce) {
    Contest contest({1e-3, 1.0, 2e-3});
    contest.play_frames(3);
    EXPECT_EQ(contest.play(), 0U);
    EXPECT_EQ(contest.contest_.seconds_of(1), infinity);
    contest.play_frames(100);
    EXPECT_EQ(contest.turns_of(1), 1U);
    EXPECT_FALSE(contest.contest_.is_near_best(1));
}

TEST(BackendContest, ATimeBudgetThatTrialsWouldSpendPutsThemOff) {
    Contest contest({1e-3, 2e-3});
    contest.play_frames(3);
    for (int frame = 0; frame < 20; ++frame) EXPECT_EQ(contest.play(3e-3), 0U);
    EXPECT_FALSE(contest.contest_.is_settled());
    EXPECT_EQ(contest.play(1.0), 1U);
}

TEST(BackendContest, AllAreTriedAgainWhenTheTimeOfTheBestChanges) {
    Contest contest({1e-3, 1.0, 1.5e-3});
    contest.play_frames(40);
    EXPECT_EQ(contest.contest_.best(), 0U);
    contest.seconds_ = {8e-3, 1e-3, 4e-3};
    contest.play_frames(40);
    EXPECT_EQ(contest.contest_.best(), 1U);
    EXPECT_TRUE(contest.contest_.is_settled());
}

TEST(BackendContest, SingleSlowFramesChangeNothing) {
    Contest contest({1e-3, 3e-3});
    contest.play_frames(20);
    const std::size_t before = contest.turns_of(1);
    for (int frame = 0; frame < 200; ++frame) {
        contest.seconds_[0] = frame % 5 == 0 ? 50e-3 : 1e-3;
        contest.play();
    }
    EXPECT_EQ(contest.turns_of(1), before);
}

TEST(BackendContest, ThoseNearTheBestAreTriedNowAndThenAndEverMoreRarely) {
    Contest contest({1e-3, 1.5e-3, 20e-3});
    contest.play_frames(9 + 20000);
    EXPECT_GT(contest.turns_of(1), 6U);
    EXPECT_LT(contest.turns_of(1), 30U);
    EXPECT_EQ(contest.turns_of(2), 1U);  // given up in the first round
}

TEST(BackendContest, ASmallAdvantageIsNoReasonToSwitch) {
    Contest contest({1e-3, 0.95e-3});
    contest.play_frames(2000);
    EXPECT_EQ(contest.contest_.best(), 0U);
}

}  // namespace
}  // namespace defcol
