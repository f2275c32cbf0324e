// SPDX-License-Identifier: MIT
#include "broadphase/sweep_and_prune.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "scenes/random_numbers.hpp"

namespace defcol {
namespace {

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;
using scenes::Random;

Pairs every_overlap(const std::vector<Box>& boxes) {
    Pairs pairs;
    for (uint32_t a = 0; a < boxes.size(); ++a) {
        for (uint32_t b = a + 1; b < boxes.size(); ++b) {
            if (overlap(boxes[a], boxes[b]) && !boxes[a].empty() && !boxes[b].empty())
                pairs.emplace_back(a, b);
        }
    }
    return pairs;
}

template <class Wanted>
Pairs found(SweepAndPrune& broadphase, const std::vector<Box>& boxes, const Wanted& wanted) {
    Pairs pairs;
    for (const ObjectPair& pair : broadphase.find_pairs(boxes, wanted)) pairs.emplace_back(pair.a, pair.b);
    return pairs;
}

Pairs found(SweepAndPrune& broadphase, const std::vector<Box>& boxes) {
    return found(broadphase, boxes, [](uint32_t, uint32_t) { return true; });
}

float random_between(Random& random, double low, double high) {
    return static_cast<float>(random.between(low, high));
}

Box box_at(const Vec3f& centre, const Vec3f& half) {
    Box box;
    box.min = centre - half;
    box.max = centre + half;
    return box;
}

std::vector<Box> scattered(uint32_t count, double extent, double size, uint64_t seed) {
    Random random(seed);
    std::vector<Box> boxes;
    for (uint32_t i = 0; i < count; ++i) {
        Vec3f centre;
        Vec3f half;
        for (int axis = 0; axis < 3; ++axis) {
            centre[axis] = random_between(random, 0, extent);
            half[axis] = random_between(random, 0, size);
        }
        boxes.push_back(box_at(centre, half));
    }
    return boxes;
}

TEST(SweepAndPrune, FindsNothingAmongFewerThanTwo) {
    Memory memory;
    SweepAndPrune broadphase(memory);
    EXPECT_TRUE(found(broadphase, {}).empty());
    EXPECT_TRUE(found(broadphase, scattered(1, 1, 1, 1)).empty());
}

TEST(SweepAndPrune, FindsEveryOverlapOfScatteredBoxes) {
    Memory memory;
    for (const uint32_t count : {2U, 3U, 17U, 100U, 1000U, 3000U}) {
        for (const double size : {0.01, 0.1, 0.5}) {
            const std::vector<Box> boxes = scattered(count, 3, count > 1000 ? 0.1 * size : size, count);
            SweepAndPrune broadphase(memory);
            EXPECT_EQ(found(broadphase, boxes), every_overlap(boxes)) << count << " boxes of size " << size;
        }
    }
}

TEST(SweepAndPrune, FindsEveryOverlapInClustersWithFarOutliers) {
    Memory memory;
    SweepAndPrune broadphase(memory);
    std::vector<Box> boxes = scattered(600, 1, 0.05, 1);
    for (Box box : scattered(600, 1, 0.05, 2)) {
        box.min += 1000.0F;
        box.max += 1000.0F;
        boxes.push_back(box);
    }
    boxes.push_back(box_at(Vec3f(1e30F), Vec3f(1)));
    boxes.push_back(box_at(Vec3f(-1e30F), Vec3f(1)));
    boxes.push_back(box_at(Vec3f(0), Vec3f(2e30F)));
    EXPECT_EQ(found(broadphase, boxes), every_overlap(boxes));
    EXPECT_LT(broadphase.test_count(), 60000U);
}

TEST(SweepAndPrune, FindsEveryOverlapOfAlignedBoxesThatTouch) {
    Memory memory;
    SweepAndPrune broadphase(memory);
    // 12^3 unit cubes on a lattice: each touches its 26 neighbours, also across every strip border.
    std::vector<Box> boxes;
    for (uint32_t i = 0; i < 12 * 12 * 12; ++i) {
        const Vec3f corner(static_cast<float>(i % 12), static_cast<float>(i / 12 % 12),
                           static_cast<float>(i / 144));
        Box box;
        box.grow(corner);
        box.grow(corner + 1.0F);
        boxes.push_back(box);
    }
    const Pairs pairs = found(broadphase, boxes);
    EXPECT_EQ(pairs, every_overlap(boxes));
    EXPECT_EQ(pairs.size(), (34U * 34U * 34U - 12U * 12U * 12U) / 2U);
}

TEST(SweepAndPrune, FindsEveryOverlapOfIdenticalPointsAndFlatBoxes) {
    Memory memory;
    SweepAndPrune broadphase(memory);
    std::vector<Box> boxes(40, box_at(Vec3f(0), Vec3f(0)));
    for (uint32_t i = 0; i < 40; ++i)
        boxes.push_back(box_at(Vec3f(0, 0, static_cast<float>(i % 3)), Vec3f(1, 1, 0)));
    boxes.push_back(box_at(Vec3f(-0.0F), Vec3f(0)));
    EXPECT_EQ(found(broadphase, boxes), every_overlap(boxes));
}

TEST(SweepAndPrune, AnEmptyBoxOverlapsNothing) {
    Memory memory;
    SweepAndPrune broadphase(memory);
    std::vector<Box> boxes = scattered(300, 1, 0.2, 4);
    for (size_t i = 0; i < boxes.size(); i += 3) boxes[i] = Box{};
    boxes[1].min.y = boxes[1].max.y + 1;  // empty along one axis only
    EXPECT_EQ(found(broadphase, boxes), every_overlap(boxes));
    EXPECT_TRUE(found(broadphase, std::vector<Box>(5)).empty());
    // Filled again, and emptied.
    boxes = scattered(300, 1, 0.2, 5);
    EXPECT_EQ(found(broadphase, boxes), every_overlap(boxes));
}

TEST(SweepAndPrune, AsksTheFilterOncePerPairAndKeepsWhatItWants) {
    Memory memory;
    SweepAndPrune broadphase(memory);
    const std::vector<Box> boxes = scattered(400, 2, 0.2, 6);
    Pairs asked;
    const auto wanted = [&](uint32_t a, uint32_t b) {
        asked.emplace_back(a, b);
        return (a + b) % 3 == 0;
    };
    Pairs expected = every_overlap(boxes);
    const Pairs all = expected;
    std::erase_if(expected, [](const auto& pair) { return (pair.first + pair.second) % 3 != 0; });
    EXPECT_EQ(found(broadphase, boxes, wanted), expected);
    std::sort(asked.begin(), asked.end());
    EXPECT_EQ(asked, all);
}

TEST(SweepAndPrune, FollowsMotionTeleportsAndChangesOfCount) {
    Memory memory;
    SweepAndPrune broadphase(memory);
    Random random(7);
    std::vector<Box> boxes = scattered(500, 2, 0.1, 8);
    for (int frame = 0; frame < 60; ++frame) {
        for (Box& box : boxes) {
            const Vec3f step(random_between(random, -0.02, 0.02), random_between(random, -0.02, 0.02),
                             random_between(random, -0.02, 0.02));
            box.min += step;
            box.max += step;
        }
        if (frame % 10 == 3)
            boxes[random.below(20)] = box_at(Vec3f(random_between(random, -50, 50)), Vec3f(0.2F));
        if (frame % 10 == 5)
            boxes.erase(boxes.begin() + random.below(100), boxes.begin() + 100 + random.below(100));
        if (frame % 10 == 7) {
            const std::vector<Box> more = scattered(100, 2, 0.1, static_cast<uint64_t>(frame));
            boxes.insert(boxes.begin() + random.below(50), more.begin(), more.end());
        }
        // Everything somewhere else: the kept order is worth nothing.
        if (frame % 20 == 19) boxes = scattered(400, 2, 0.1, static_cast<uint64_t>(frame));
        ASSERT_EQ(found(broadphase, boxes), every_overlap(boxes)) << "frame " << frame;
    }
}

TEST(SweepAndPrune, TheAnswerDoesNotDependOnEarlierFrames) {
    Memory memory;
    SweepAndPrune kept(memory);
    for (uint64_t seed = 0; seed < 20; ++seed) {
        std::vector<Box> boxes = scattered(200 + 10 * static_cast<uint32_t>(seed), 1, 0.1, seed);
        for (Box& box : boxes) {
            // Another axis is the best one each time.
            box.min[static_cast<int>(seed % 3)] *= 20;
            box.max[static_cast<int>(seed % 3)] *= 20;
        }
        SweepAndPrune fresh(memory);
        EXPECT_EQ(found(kept, boxes), found(fresh, boxes));
        EXPECT_EQ(found(kept, boxes), every_overlap(boxes));
    }
}

TEST(SweepAndPrune, TestsFewPairsHoweverTheObjectsAreArranged) {
    Memory memory;
    constexpr uint32_t count = 4000;
    Random random(9);
    const auto tests_of = [&](const std::function<Box(uint32_t)>& make) {
        std::vector<Box> boxes;
        for (uint32_t i = 0; i < count; ++i) boxes.push_back(make(i));
        SweepAndPrune broadphase(memory);
        found(broadphase, boxes);
        return broadphase.test_count();
    };
    const auto anywhere = [&] { return random_between(random, 0, 100); };
    for (int axis = 0; axis < 3; ++axis) {
        // In a line along one axis, overlapping completely in the other two.
        EXPECT_LT(tests_of([&](uint32_t i) {
                      Vec3f centre(0);
                      centre[axis] = static_cast<float>(i);
                      return box_at(centre, Vec3f(0.4F));
                  }),
                  count);
        // In a plane: one axis says nothing.
        EXPECT_LT(tests_of([&](uint32_t) {
                      Vec3f centre(anywhere(), anywhere(), anywhere());
                      centre[axis] = 0;
                      return box_at(centre, Vec3f(0.5F));
                  }),
                  40 * count);
        // Bars through everything along one axis.
        EXPECT_LT(tests_of([&](uint32_t) {
                      Vec3f half(0.5F);
                      half[axis] = 1000;
                      return box_at(Vec3f(anywhere(), anywhere(), anywhere()), half);
                  }),
                  40 * count);
        // Plates across everything along two axes.
        EXPECT_LT(tests_of([&](uint32_t) {
                      Vec3f half(1000.0F);
                      half[axis] = 0.005F;
                      return box_at(Vec3f(anywhere(), anywhere(), anywhere()), half);
                  }),
                  40 * count);
    }
    EXPECT_LT(tests_of([&](uint32_t) { return box_at(Vec3f(anywhere(), anywhere(), anywhere()), Vec3f(2)); }),
              40 * count);
    // Bars along all three axes: no axis separates most of them, which is the stated worst case.
    EXPECT_LT(tests_of([&](uint32_t i) {
                  Vec3f half(0.1F);
                  half[static_cast<int>(i % 3)] = 1000;
                  return box_at(Vec3f(anywhere(), anywhere(), anywhere()), half);
              }),
              count * (count / 4));
}

TEST(SweepAndPrune, AllocatesNothingOnceWarm) {
    Memory memory;
    SweepAndPrune broadphase(memory);
    std::vector<Box> boxes = scattered(2000, 3, 0.1, 10);
    Random random(11);
    uint64_t warm = 0;
    for (int frame = 0; frame < 40; ++frame) {
        for (Box& box : boxes) {
            const float step = random_between(random, -0.01, 0.01);
            box.min += step;
            box.max += step;
        }
        if (frame == 20) boxes = scattered(2000, 3, 0.09, 12);
        found(broadphase, boxes);
        if (frame == 2) warm = memory.allocation_count();
    }
    EXPECT_EQ(memory.allocation_count(), warm);
}

TEST(SweepAndPrune, ServesAgainAfterRunningOutOfMemory) {
    const std::vector<Box> boxes = scattered(1000, 2, 0.1, 13);
    const Pairs expected = every_overlap(boxes);
    int failures = 0;
    for (int failing = 0; failing < 30; ++failing) {
        int countdown = failing;
        AllocatorHooks hooks;
        hooks.user = &countdown;
        hooks.allocate = [](void* user, std::size_t size, std::size_t alignment) -> void* {
            return (*static_cast<int*>(user))-- == 0 ? nullptr
                                                     : std::aligned_alloc(alignment, (size + 63) / 64 * 64);
        };
        hooks.release = [](void*, void* pointer, std::size_t, std::size_t) { std::free(pointer); };
        Memory memory(hooks);
        SweepAndPrune broadphase(memory);
        try {
            EXPECT_EQ(found(broadphase, boxes), expected);
        } catch (const std::bad_alloc&) {
            ++failures;
            EXPECT_EQ(found(broadphase, boxes), expected) << "after allocation " << failing << " failed";
        }
    }
    EXPECT_GT(failures, 5);
    EXPECT_LT(failures, 30);
}

}  // namespace
}  // namespace defcol
