// SPDX-License-Identifier: MIT
#include "narrowphase/narrowphase.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.hpp"
#include "geometry/triangle_triangle.hpp"
#include "narrowphase/frame_of_scene.hpp"
#include "narrowphase/simd_level.hpp"
#include "scenes/soup.hpp"

namespace defcol {
namespace {

// Every pair of triangles of the frame, one row a task.
void propose_all(const Frame& frame, Narrowphase& narrowphase, Workers& workers) {
    const auto count = static_cast<uint32_t>(frame.triangles.size());
    narrowphase.control().add_planned_work(count);
    narrowphase.run_tasks(workers, count, [&](uint32_t row, CandidateSink& sink) {
        for (uint32_t column = row + 1; column < count; ++column) sink.propose_triangles(row, column);
        narrowphase.control().add_finished_work(1);
    });
}

std::vector<uint64_t> found(const Frame& frame, const SearchLimits& limits, uint32_t worker_count,
                            int64_t level, uint64_t* total = nullptr) {
    Memory memory;
    Workers workers(worker_count);
    Narrowphase narrowphase(memory, worker_count);
    SearchControl control(limits);
    narrowphase.start(frame, control, {.simd_target = simd_target_of_level(level)});
    propose_all(frame, narrowphase, workers);
    narrowphase.finish_tests();
    narrowphase.order(workers);
    if (total != nullptr) *total = narrowphase.triangle_total();
    const auto keys = narrowphase.triangle_contacts();
    return {keys.begin(), keys.end()};
}

// By the exact test alone.
std::vector<uint64_t> expected_keys(const Frame& frame) {
    std::vector<uint64_t> keys;
    const auto count = static_cast<uint32_t>(frame.triangles.size());
    for (uint32_t a = 0; a < count; ++a) {
        for (uint32_t b = a + 1; b < count; ++b) {
            Vec3 corners_a[3];
            Vec3 corners_b[3];
            frame.exact_corners(frame.triangles[a], corners_a);
            frame.exact_corners(frame.triangles[b], corners_b);
            if (triangles_intersect(corners_a, corners_b)) keys.push_back(contact_key(a, b));
        }
    }
    return keys;
}

TEST(Narrowphase, FindsTheSameOrderedContactsForAnyNumberOfWorkersAndEveryLevel) {
    const test::FrameOfScene frame(scenes::triangle_soup(2, 200, 0.4, true, 3));
    const std::vector<uint64_t> expected = expected_keys(*frame);
    ASSERT_GT(expected.size(), 100U);
    for (const uint32_t workers : {1U, 2U, 3U, 8U}) {
        for (int64_t level = 0; level <= simd_level_count(); ++level) {
            EXPECT_EQ(found(*frame, {}, workers, level), expected) << workers << " workers, level " << level;
        }
    }
}

TEST(Narrowphase, KeepsTheFirstContactsOfTheOrderAndTheTrueTotal) {
    const test::FrameOfScene frame(scenes::triangle_soup(2, 200, 0.4, true, 3));
    const std::vector<uint64_t> expected = expected_keys(*frame);
    for (const uint64_t limit : {uint64_t{0}, uint64_t{1}, expected.size() - 1, expected.size() + 1}) {
        SearchLimits limits;
        limits.max_contacts = limit;
        uint64_t total = 0;
        const std::vector<uint64_t> first = found(*frame, limits, 3, 0, &total);
        EXPECT_EQ(total, expected.size());
        ASSERT_EQ(first.size(), std::min<uint64_t>(limit, expected.size()));
        EXPECT_TRUE(std::equal(first.begin(), first.end(), expected.begin()));
    }
}

TEST(Narrowphase, ATestBudgetStopsAtTheSamePlaceForAnyNumberOfWorkers) {
    const test::FrameOfScene frame(scenes::triangle_soup(2, 200, 0.4, true, 3));
    SearchLimits limits;
    limits.test_budget = 5000;
    const std::vector<uint64_t> expected = found(*frame, limits, 1, 0);
    EXPECT_FALSE(expected.empty());
    for (const uint32_t workers : {2U, 8U}) EXPECT_EQ(found(*frame, limits, workers, 1), expected);
}

TEST(Narrowphase, RefusesMoreTasksThanCanBeCounted) {
    const test::FrameOfScene frame(scenes::triangle_soup(1, 1, 0.4, true, 3));
    Memory memory;
    Workers workers(1);
    Narrowphase narrowphase(memory, 1);
    SearchControl control({});
    narrowphase.start(*frame, control, {});
    EXPECT_THROW(narrowphase.run_tasks(workers, uint64_t{1} << 32, [](uint32_t, CandidateSink&) {}), Error);
}

// Which worker finds what differs from frame to frame.
TEST(Narrowphase, AllocatesNothingOnceItHasSeenTheMostContacts) {
    const test::FrameOfScene frame(scenes::triangle_soup(2, 200, 0.4, true, 3));
    Memory memory;
    Workers workers(4);
    Narrowphase narrowphase(memory, 4);
    uint64_t after_first = 0;
    for (int round = 0; round < 50; ++round) {
        SearchControl control({});
        narrowphase.start(*frame, control, {.simd_target = simd_target_of_level(0)});
        propose_all(*frame, narrowphase, workers);
        narrowphase.finish_tests();
        narrowphase.order(workers);
        if (round == 0) after_first = memory.allocation_count();
    }
    EXPECT_EQ(memory.allocation_count(), after_first);
}

}  // namespace
}  // namespace defcol
