// SPDX-License-Identifier: MIT
#include "detector/backend_contender.hpp"

#include <gtest/gtest.h>

#include <array>

#include "defcol/defcol.h"

namespace defcol {
namespace {

class BackendContenderTest : public testing::Test {
  protected:
    // Two meshes; what happened to each.
    Frame frame_with(std::array<bool, 2> moved, std::array<bool, 2> topology_changed) {
        for (std::size_t i = 0; i < 2; ++i) {
            meshes_[i].moved = moved[i];
            meshes_[i].topology_changed = topology_changed[i];
        }
        Frame frame{};
        frame.meshes = meshes_;
        return frame;
    }
    const Frame& first_frame() {
        Frame frame = frame_with({true, true}, {true, true});
        frame.layout_changed = true;
        first_ = frame;
        return contender_.catch_up(first_);
    }

    Memory memory_;
    BackendContender contender_{memory_, *find_backend(DEFCOL_BACKEND_HASH)};
    std::array<FrameMesh, 2> meshes_{};
    Frame first_{};
};

TEST_F(BackendContenderTest, OneThatMissesNothingSeesTheFrameItself) {
    EXPECT_EQ(&first_frame(), &first_);
    const Frame next = frame_with({false, true}, {false, false});
    EXPECT_EQ(&contender_.catch_up(next), &next);
}

TEST_F(BackendContenderTest, WhatHappenedInMissedFramesHappensInTheNext) {
    first_frame();
    contender_.miss(frame_with({true, false}, {false, false}));
    contender_.miss(frame_with({false, false}, {false, true}));
    const Frame next = frame_with({false, false}, {false, false});
    const Frame& seen = contender_.catch_up(next);
    EXPECT_FALSE(seen.layout_changed);
    EXPECT_TRUE(seen.meshes[0].moved);
    EXPECT_FALSE(seen.meshes[0].topology_changed);
    EXPECT_FALSE(seen.meshes[1].moved);
    EXPECT_TRUE(seen.meshes[1].topology_changed);
    EXPECT_FALSE(meshes_[0].moved) << "the frame of the others is left alone";
    EXPECT_EQ(&contender_.catch_up(next), &next);
}

TEST_F(BackendContenderTest, AMissedChangeOfLayoutMakesEverythingNew) {
    first_frame();
    Frame changed = frame_with({false, false}, {false, false});
    changed.layout_changed = true;
    contender_.miss(changed);
    const Frame& seen = contender_.catch_up(frame_with({false, false}, {false, false}));
    EXPECT_TRUE(seen.layout_changed);
    EXPECT_TRUE(seen.meshes[1].moved && seen.meshes[1].topology_changed && seen.meshes[1].usable_changed);
}

TEST_F(BackendContenderTest, AReleasedOneStartsAnew) {
    contender_.backend();
    first_frame();
    contender_.release();
    EXPECT_FALSE(contender_.has_backend());
    EXPECT_TRUE(contender_.catch_up(frame_with({false, false}, {false, false})).layout_changed);
}

TEST_F(BackendContenderTest, CommonOptionsAreTheHostsAndItsOwnTheDefaults) {
    OptionValues common(memory_, {});
    common.set_i64(DEFCOL_OPTION_INCLUDE_ADJACENT, 1);
    const OptionValues& options = contender_.options_as(common);
    EXPECT_EQ(options.i64(DEFCOL_OPTION_INCLUDE_ADJACENT), 1);
    EXPECT_EQ(options.f64(DEFCOL_OPTION_HASH_CELL_SIZE), 0);
    const uint64_t version = options.version();
    contender_.options_as(common);
    EXPECT_EQ(options.version(), version) << "nothing to read again";
}

}  // namespace
}  // namespace defcol
