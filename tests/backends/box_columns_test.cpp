// SPDX-License-Identifier: MIT
#include "backends/brute_force/box_columns.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/memory.hpp"
#include "scenes/random_numbers.hpp"

namespace defcol {
namespace {

Box random_box(scenes::Random& random) {
    Box box;
    for (int corner = 0; corner < 2; ++corner) {
        box.grow(Vec3f(static_cast<float>(random.below(8)), static_cast<float>(random.below(8)),
                       static_cast<float>(random.below(8))));
    }
    return box;
}

TEST(BoxColumns, NameEveryOverlapInARangeOnceAndUpward) {
    Memory memory;
    scenes::Random random(1);
    for (const uint32_t count : {1U, 63U, 64U, 65U, 200U}) {
        BoxColumns columns(memory);
        columns.resize(count);
        std::vector<Box> boxes(count);
        for (uint32_t i = 0; i < count; ++i) {
            if (random.below(5) != 0) boxes[i] = random_box(random);  // else empty
            columns.set(i, boxes[i]);
            EXPECT_EQ(columns.get(i).min, boxes[i].min);
            EXPECT_EQ(columns.get(i).max, boxes[i].max);
        }
        for (int round = 0; round < 50; ++round) {
            const Box box = random_box(random);
            const uint32_t begin = random.below(count);
            const uint32_t end = begin + random.below(count - begin + 1);
            std::vector<uint32_t> expected;
            for (uint32_t i = begin; i < end; ++i) {
                if (!boxes[i].empty() && overlap(boxes[i], box)) expected.push_back(i);
            }
            std::vector<uint32_t> found;
            columns.for_each_overlap(box, begin, end, [&](uint32_t index) { found.push_back(index); });
            EXPECT_EQ(found, expected) << "of " << count << " boxes, " << begin << " to " << end;
        }
    }
}

}  // namespace
}  // namespace defcol
