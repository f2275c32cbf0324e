// SPDX-License-Identifier: MIT
#include "narrowphase/candidate_sink.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "narrowphase/frame_of_scene.hpp"
#include "narrowphase/simd_level.hpp"

namespace defcol {
namespace {

// Mesh 0: two triangles folded flat onto each other along an edge, and a third one apart. Mesh 1: one
// triangle through the first. Global triangles 0 to 3.
scenes::Scene folded_and_pierced() {
    scenes::Scene scene;
    scene.name = "folded_and_pierced";
    scene.meshes.resize(2);
    scene.meshes[0].positions = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.5, 0.5, 0, 5, 5, 5, 6, 5, 5, 5, 6, 5};
    scene.meshes[0].triangles = {0, 1, 2, 0, 1, 3, 4, 5, 6};
    scene.meshes[1].positions = {0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.2, 1};
    scene.meshes[1].triangles = {0, 1, 2};
    return scene;
}

class CandidateSinkTest : public testing::Test {
  protected:
    CandidateSink& start(const scenes::Scene& scene, const SearchLimits& limits = {},
                         bool include_adjacent = false) {
        frame_ = std::make_unique<test::FrameOfScene>(scene);
        control_ = std::make_unique<SearchControl>(limits);
        sink_->start(**frame_, *control_,
                     {.include_adjacent = include_adjacent, .simd_target = simd_target_of_level(0)});
        return *sink_;
    }

    std::vector<uint64_t> triangle_keys() const { return sorted(sink_->triangle_contacts()); }
    std::vector<uint64_t> vertex_keys() const { return sorted(sink_->vertex_contacts()); }

    static std::vector<uint64_t> sorted(const ContactKeys& keys) {
        std::vector<uint64_t> result(keys.kept().begin(), keys.kept().end());
        std::ranges::sort(result);
        return result;
    }

    Memory memory_;
    std::unique_ptr<CandidateSink> sink_ = std::make_unique<CandidateSink>(memory_);
    std::unique_ptr<test::FrameOfScene> frame_;
    std::unique_ptr<SearchControl> control_;
};

TEST_F(CandidateSinkTest, KeepsPairsThatMeetInEitherOrderOfProposal) {
    CandidateSink& sink = start(folded_and_pierced());
    sink.propose_triangles(3, 0);
    sink.propose_triangles(1, 3);
    sink.propose_triangles(2, 3);
    sink.finish();
    EXPECT_EQ(triangle_keys(), (std::vector{contact_key(0, 3), contact_key(1, 3)}));
    EXPECT_EQ(sink.counts().candidates, 3U);
    EXPECT_EQ(sink.counts().filter_rejected + sink.counts().filter_accepted + sink.counts().exact_tests, 3U);
}

TEST_F(CandidateSinkTest, TrianglesThatShareVerticesCountOnlyWhenAskedForAndOverlapping) {
    for (const bool include_adjacent : {false, true}) {
        CandidateSink& sink = start(folded_and_pierced(), {}, include_adjacent);
        sink.propose_triangles(0, 1);  // share an edge and overlap in an area
        sink.finish();
        EXPECT_EQ(triangle_keys().size(), include_adjacent ? 1U : 0U);
        EXPECT_EQ(sink.counts().exact_tests, include_adjacent ? 1U : 0U);
    }
}

TEST_F(CandidateSinkTest, ACornerOfATetrahedronIsNoContact) {
    scenes::Scene scene;
    scene.name = "tetrahedron";
    scene.meshes.resize(1);
    scene.meshes[0].positions = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.1, 0.1, 0.1, 2, 2, 2, 0.5, 0, 0};
    scene.meshes[0].tetrahedra = {0, 1, 2, 3};
    CandidateSink& sink = start(scene);
    for (uint32_t vertex = 0; vertex < 7; ++vertex) sink.propose_vertex(vertex, 0);
    sink.finish();
    EXPECT_EQ(vertex_keys(), (std::vector{contact_key(4, 0), contact_key(6, 0)})) << "inside, and on an edge";
}

TEST_F(CandidateSinkTest, DecidesFullBatchesAtOnceAndTheRestWhenFinished) {
    CandidateSink& sink = start(folded_and_pierced());
    for (uint32_t i = 0; i < CandidateBatch::capacity + 5; ++i) sink.propose_triangles(0, 3);
    EXPECT_EQ(sink.triangle_contacts().total(), uint64_t{CandidateBatch::capacity});
    sink.finish();
    EXPECT_EQ(sink.triangle_contacts().total(), uint64_t{CandidateBatch::capacity} + 5);
    sink.finish();
    EXPECT_EQ(sink.triangle_contacts().total(), uint64_t{CandidateBatch::capacity} + 5)
        << "nothing waits twice";
}

TEST_F(CandidateSinkTest, TakesNoMoreTestsThanTheBudgetHas) {
    SearchLimits limits;
    limits.test_budget = 10;
    CandidateSink& sink = start(folded_and_pierced(), limits);
    for (uint32_t i = 0; i < 50; ++i) sink.propose_triangles(0, 3);
    sink.finish();
    EXPECT_TRUE(sink.stopped());
    EXPECT_EQ(sink.counts().candidates, 10U);
    EXPECT_EQ(sink.triangle_contacts().total(), 10U);
}

TEST_F(CandidateSinkTest, ASetCancelFlagDropsWhatWaits) {
    const volatile int32_t cancel = 1;
    SearchLimits limits;
    limits.cancel = &cancel;
    CandidateSink& sink = start(folded_and_pierced(), limits);
    sink.propose_triangles(0, 3);
    sink.finish();
    EXPECT_TRUE(sink.stopped());
    EXPECT_EQ(sink.counts().candidates, 0U);
    EXPECT_EQ(sink.triangle_contacts().total(), 0U);
}

}  // namespace
}  // namespace defcol
