// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <memory_resource>
#include <string>
#include <vector>

#include "backends/gjk_cut/column_arena.hpp"
#include "backends/gjk_cut/cut_kernels.hpp"
#include "backends/gjk_cut/leaf_overlaps.hpp"
#include "backends/gjk_cut/vertex_outcodes.hpp"
#include "narrowphase/simd_level.hpp"
#include "scenes/random_numbers.hpp"

// Every loop over a list against the same in plain arithmetic, for every instruction set, lists of every
// length around the widths of vectors.
namespace defcol {

namespace {

constexpr uint32_t lengths[] = {0, 1, 3, 4, 5, 8, 15, 16, 17, 31, 33, 64, 100};

struct GjkCutKernels : testing::Test {
    ColumnArena arena{*std::pmr::new_delete_resource()};
    scenes::Random random{1};

    TriangleList random_list(uint32_t count) {
        TriangleList list = arena.take_list(count);
        list.count = count;
        for (uint32_t i = 0; i < count; ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double centre = random.between(-1, 1);
                for (std::size_t corner = 0; corner < 3; ++corner) {
                    list.column(3 * corner + axis)[i] =
                        static_cast<float>(centre + random.between(-0.2, 0.2));
                }
            }
            list.column(TriangleList::id_column)[i] = std::bit_cast<float>(7 * i + 1);
        }
        return list;
    }

    template <class Test>
    void for_each_level(Test&& test) {
        for (uint32_t level = 1; level <= simd_level_count(); ++level) {
            for (const uint32_t length : lengths) {
                SCOPED_TRACE("level " + std::to_string(level) + " length " + std::to_string(length));
                test(simd_target_of_level(level), random_list(length));
            }
        }
    }
};

Box box_of(const TriangleList& list, uint32_t index) {
    Box box;
    for (std::size_t corner = 0; corner < 3; ++corner) box.grow(list.corner(index, corner));
    return box;
}

Box box_of(const TriangleList& list) {
    Box box;
    for (uint32_t i = 0; i < list.count; ++i) box.grow(box_of(list, i));
    return box;
}

std::vector<uint32_t> ids_of(const TriangleList& list) {
    std::vector<uint32_t> ids;
    for (uint32_t i = 0; i < list.count; ++i) ids.push_back(list.id(i));
    return ids;
}

bool equal(const Box& a, const Box& b) {
    return a.min == b.min && a.max == b.max;
}

float projected(const Vec3f& p, const Vec3f& d) {
    return p.x * d.x + p.y * d.y + p.z * d.z;
}

const Vec3f some_direction(0.25F, -0.7F, 0.45F);

}  // namespace

TEST_F(GjkCutKernels, BoundIsTheBoxOfAllCorners) {
    for_each_level([&](int64_t target, const TriangleList& list) {
        EXPECT_TRUE(equal(bound_list(target, list), box_of(list)));
    });
}

TEST_F(GjkCutKernels, CutByBoxKeepsWhatMeetsTheRegionInOrder) {
    const Box region{{-0.4F, -0.5F, -0.3F}, {0.5F, 0.3F, 0.6F}};
    for_each_level([&](int64_t target, const TriangleList& list) {
        std::vector<uint32_t> expected;
        for (uint32_t i = 0; i < list.count; ++i) {
            if (overlap(box_of(list, i), region)) expected.push_back(list.id(i));
        }
        TriangleList kept = arena.take_list(list.count);
        cut_by_box(target, list, region, kept);
        EXPECT_EQ(ids_of(kept), expected);
        EXPECT_TRUE(equal(kept.box, box_of(kept)));
        TriangleList in_place = list;
        cut_by_box(target, list, region, in_place);
        EXPECT_EQ(ids_of(in_place), expected);
        EXPECT_TRUE(equal(in_place.box, kept.box));
    });
}

TEST_F(GjkCutKernels, ProjectionsAndTheirCutAreTheSameAsOneByOne) {
    for_each_level([&](int64_t target, const TriangleList& list) {
        float* low = arena.take(list.stride);
        float* high = arena.take(list.stride);
        const Interval extent = project_list(target, list, some_direction, low, high);
        const Interval wanted{-0.1F, 0.2F};
        std::vector<uint32_t> expected;
        for (uint32_t i = 0; i < list.count; ++i) {
            float least = 1e30F;
            float greatest = -1e30F;
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const float value = projected(list.corner(i, corner), some_direction);
                least = std::min(least, value);
                greatest = std::max(greatest, value);
            }
            EXPECT_EQ(low[i], least);
            EXPECT_EQ(high[i], greatest);
            if (greatest >= wanted.low && least <= wanted.high) expected.push_back(list.id(i));
        }
        if (list.count > 0) {
            EXPECT_EQ(extent.low, *std::min_element(low, low + list.count));
            EXPECT_EQ(extent.high, *std::max_element(high, high + list.count));
            EXPECT_EQ(find_value(target, high, list.count, extent.high),
                      static_cast<uint32_t>(std::max_element(high, high + list.count) - high));
        }
        EXPECT_EQ(find_value(target, high, list.count, 1e20F), list.count);
        TriangleList kept = list;
        cut_by_interval(target, list, low, high, wanted, kept);
        EXPECT_EQ(ids_of(kept), expected);
        EXPECT_TRUE(equal(kept.box, box_of(kept)));
    });
}

TEST_F(GjkCutKernels, SplitPutsEveryTriangleOnOneSide) {
    for_each_level([&](int64_t target, const TriangleList& list) {
        float* keys = arena.take(list.stride);
        project_barycentres(target, list, some_direction, keys);
        TriangleList below = arena.take_list(list.count);
        TriangleList above = arena.take_list(list.count);
        split_by_key(target, list, keys, 0.05F, below, above);
        std::vector<uint32_t> expected_below;
        std::vector<uint32_t> expected_above;
        for (uint32_t i = 0; i < list.count; ++i) {
            const float key = projected(list.corner(i, 0), some_direction) +
                              projected(list.corner(i, 1), some_direction) +
                              projected(list.corner(i, 2), some_direction);
            EXPECT_EQ(keys[i], key);
            (key < 0.05F ? expected_below : expected_above).push_back(list.id(i));
        }
        EXPECT_EQ(ids_of(below), expected_below);
        EXPECT_EQ(ids_of(above), expected_above);
        EXPECT_TRUE(equal(below.box, box_of(below)));
        EXPECT_TRUE(equal(above.box, box_of(above)));
    });
}

TEST_F(GjkCutKernels, OverlapsAreThoseOfWidenedBoxes) {
    for_each_level([&](int64_t target, const TriangleList& list) {
        float* boxes = arena.take(6 * list.stride);
        auto* found = arena.take_array<uint32_t>(list.stride);
        write_widened_boxes(target, list, boxes);
        const Box wanted{{-0.3F, -0.5F, -0.4F}, {0.4F, 0.6F, 0.2F}};
        for (const uint32_t begin : {0U, 1U, 5U}) {
            std::vector<uint32_t> expected;
            for (uint32_t i = begin; i < list.count; ++i) {
                if (overlap(widened_for_raw(box_of(list, i)), wanted)) expected.push_back(i);
            }
            const uint32_t count =
                find_overlaps(target, boxes, list.stride, begin, list.count, wanted, found);
            EXPECT_EQ(std::vector<uint32_t>(found, found + count), expected);
        }
    });
}

TEST_F(GjkCutKernels, OutcodesSayOnWhichSidesOfTheRegionAVertexLies) {
    const Box region{{-0.4F, -0.5F, -0.3F}, {0.5F, 0.3F, 0.6F}};
    for (uint32_t level = 1; level <= simd_level_count(); ++level) {
        for (const uint32_t length : lengths) {
            std::vector<LocalVertex> vertices;
            for (uint32_t i = 0; i < length; ++i) {
                vertices.push_back({static_cast<float>(random.between(-1, 1)),
                                    static_cast<float>(random.between(-1, 1)),
                                    static_cast<float>(random.between(-1, 1)), i});
            }
            std::vector<uint8_t> codes(length + 16);
            compute_outcodes(simd_target_of_level(level), vertices.data(), length, region, codes.data());
            for (uint32_t i = 0; i < length; ++i) {
                uint32_t expected = 0;
                for (int axis = 0; axis < 3; ++axis) {
                    const float value = vertices[i].position()[axis];
                    if (value < region.min[axis]) expected |= 1U << axis;
                    if (value > region.max[axis]) expected |= 8U << axis;
                }
                EXPECT_EQ(codes[i], expected);
            }
        }
    }
}

TEST(ColumnArena, BlocksDoNotMoveAndOneBlockIsEnoughNextTime) {
    ColumnArena arena(*std::pmr::new_delete_resource());
    const ColumnArena::Mark mark = arena.mark();
    float* first = arena.take(100);
    first[99] = 5;
    float* large = arena.take(1 << 20);
    large[(1 << 20) - 1] = 6;
    EXPECT_EQ(first[99], 5);
    const std::size_t peak = arena.peak();
    EXPECT_GE(peak, std::size_t{(1 << 20) + 100});
    arena.release(mark);
    arena.reset(peak);
    float* begin = arena.take(peak / 2);
    EXPECT_EQ(arena.take(peak - peak / 2), begin + peak / 2);
}

}  // namespace defcol
