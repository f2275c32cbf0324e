// SPDX-License-Identifier: MIT
#include "backends/hash/cell_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/memory.hpp"
#include "scenes/random_numbers.hpp"

namespace defcol {
namespace {

std::vector<uint32_t> random_places(uint32_t count, uint32_t place_count, uint64_t seed) {
    scenes::Random random(seed);
    std::vector<uint32_t> places(count);
    for (uint32_t& place : places) {
        const double x = random.between(-0.1, 1);
        place = x < 0 ? CellTable::no_place : static_cast<uint32_t>(x * (place_count - 1));
    }
    return places;
}

CellGrid grid_of(uint32_t place_count, bool hashed) {
    CellGrid grid;
    grid.place_count = place_count;
    grid.hashed = hashed;
    return grid;
}

TEST(CellTable, SortsByCellAndKeepsTheOrderWithinOneForAnyNumberOfWorkers) {
    for (const uint32_t worker_count : {1U, 2U, 3U, 8U}) {
        Memory memory;
        Workers workers(worker_count);
        CellTable table(memory);
        for (const uint32_t item_count : {0U, 1U, 1000U, 40000U}) {
            for (const uint32_t place_count : {1U, 7U, 5000U}) {
                const std::vector<uint32_t> places = random_places(item_count, place_count, item_count + 1);
                table.sort(grid_of(place_count, false), places, workers);
                std::vector<uint32_t> expected;
                for (uint32_t item = 0; item < item_count; ++item) {
                    if (places[item] != CellTable::no_place) expected.push_back(item);
                }
                std::ranges::stable_sort(expected, {}, [&](uint32_t item) { return places[item]; });
                ASSERT_TRUE(std::ranges::equal(table.order(), expected)) << worker_count;
                for (uint32_t place = 0; place < place_count; ++place) {
                    ASSERT_LE(table.starts()[place], table.starts()[place + 1]);
                    for (uint32_t i = table.starts()[place]; i < table.starts()[place + 1]; ++i) {
                        ASSERT_EQ(places[table.order()[i]], place);
                    }
                }
                ASSERT_EQ(table.starts()[place_count], expected.size());
            }
        }
    }
}

TEST(CellTable, AHashTableForgetsTheLastFrameWithoutBeingCleared) {
    Memory memory;
    Workers workers(2);
    CellTable table(memory);
    const uint32_t place_count = 997;
    for (uint64_t frame = 0; frame < 20; ++frame) {
        const std::vector<uint32_t> places = random_places(300, place_count, frame);
        table.sort(grid_of(place_count, true), places, workers);
        std::vector<uint32_t> seen;
        for (uint32_t place = 0; place < place_count; ++place) {
            if (table.places()[place].stamp != table.stamp()) continue;
            for (uint32_t i = table.places()[place].begin; i < table.places()[place].end; ++i) {
                ASSERT_EQ(places[table.order()[i]], place);
                seen.push_back(table.order()[i]);
            }
        }
        ASSERT_EQ(seen.size(), table.size());
        ASSERT_EQ(static_cast<std::ptrdiff_t>(seen.size()),
                  300 - std::ranges::count(places, CellTable::no_place));
        std::ranges::sort(seen);
        ASSERT_EQ(std::ranges::adjacent_find(seen), seen.end());
    }
}

}  // namespace
}  // namespace defcol
