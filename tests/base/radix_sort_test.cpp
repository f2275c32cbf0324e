// SPDX-License-Identifier: MIT
#include "base/radix_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "base/workers.hpp"

namespace defcol {
namespace {

constexpr uint64_t guard = 0x1234567890abcdefu;

// Sorts a copy by each version and compares with std::sort; scratch is followed by a guard.
void expect_sorted_like_the_standard(const std::vector<uint64_t>& keys, Workers& workers) {
    std::vector<uint64_t> expected = keys;
    std::sort(expected.begin(), expected.end());
    std::vector<uint64_t> scratch(keys.size() + 1, guard);
    const std::span<uint64_t> usable(scratch.data(), keys.size());
    std::vector<uint64_t> serial = keys;
    sort_keys(serial, usable);
    EXPECT_TRUE(serial == expected) << "serial, count " << keys.size();
    std::vector<uint64_t> parallel = keys;
    sort_keys(parallel, usable, workers);
    EXPECT_TRUE(parallel == expected) << "parallel, count " << keys.size();
    EXPECT_EQ(scratch.back(), guard);
}

TEST(SortKeys, AgreesWithTheStandardSortForManySizes) {
    Workers workers(3);
    std::mt19937_64 random(1);
    constexpr std::size_t counts[] = {0,   1,   127, 128,  2,    3,     63,    64,
                                      255, 256, 257, 1000, 4096, 32767, 32768, 100001};
    for (const std::size_t count : counts) {
        SCOPED_TRACE(count);
        std::vector<uint64_t> full(count);
        std::vector<uint64_t> pairs(count);
        for (std::size_t i = 0; i < count; ++i) {
            full[i] = random();
            pairs[i] = (random() % 3000) << 32 | random() % 100000;
        }
        expect_sorted_like_the_standard(full, workers);
        expect_sorted_like_the_standard(pairs, workers);
    }
}

TEST(SortKeys, HandlesEveryPositionOfTheVaryingBits) {
    Workers workers(2);
    std::mt19937_64 random(2);
    for (int shift = 0; shift < 64; ++shift) {
        for (const int bits : {1, 7, 8, 9, 20, 64}) {
            std::vector<uint64_t> keys(600);
            const uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
            for (uint64_t& key : keys) key = 0x5555555555555555u ^ ((random() & mask) << shift);
            SCOPED_TRACE(testing::Message() << "shift " << shift << " bits " << bits);
            expect_sorted_like_the_standard(keys, workers);
        }
    }
}

TEST(SortKeys, HandlesSortedReversedEqualAndCrowdedKeys) {
    Workers workers(4);
    std::vector<uint64_t> keys(50000);
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = i * 977;
    expect_sorted_like_the_standard(keys, workers);
    std::reverse(keys.begin(), keys.end());
    expect_sorted_like_the_standard(keys, workers);
    std::fill(keys.begin(), keys.end(), 42u);
    expect_sorted_like_the_standard(keys, workers);
    // All but one key share the highest digit, the worst case of the first pass.
    std::mt19937_64 random(3);
    for (uint64_t& key : keys) key = random() & 0xffffff;
    keys[123] = ~uint64_t{0};
    expect_sorted_like_the_standard(keys, workers);
    keys[124] = 0;
    std::swap(keys[124], keys[49999]);
    expect_sorted_like_the_standard(keys, workers);
}

TEST(SortKeys, SameResultForAnyNumberOfWorkers) {
    std::mt19937_64 random(4);
    std::vector<uint64_t> keys(70000);
    for (uint64_t& key : keys) key = random() >> 9;
    for (const uint32_t count : {1u, 2u, 3u, 8u, 20u}) {
        Workers workers(count);
        SCOPED_TRACE(count);
        expect_sorted_like_the_standard(keys, workers);
    }
}

}  // namespace
}  // namespace defcol
