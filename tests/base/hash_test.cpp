// SPDX-License-Identifier: MIT
#include "base/hash.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace defcol {
namespace {

// The first outputs of SplitMix64 seeded with 0 and with 1234567, as published with the generator.
TEST(MixBits, IsTheSplitMixFinaliser) {
    const uint64_t gamma = 0x9e3779b97f4a7c15u;
    EXPECT_EQ(mix_bits(gamma), 0xe220a8397b1dcdafu);
    EXPECT_EQ(mix_bits(2 * gamma), 0x6e789e6aa1b965f4u);
    EXPECT_EQ(mix_bits(1234567 + gamma), 6457827717110365317u);
    EXPECT_EQ(mix_bits(1234567 + 2 * gamma), 3203168211198807973u);
}

// Contact ids are stored by hosts, so these may never change.
TEST(StableHash, ValuesArePinned) {
    EXPECT_EQ(StableHash().value(), 0u);
    constexpr uint64_t known = StableHash().add(1).add(2).add(3).value();
    EXPECT_EQ(known, StableHash().add(1).add(2).add(3).value());
    EXPECT_EQ(known, 0x8625f9d797218542u);
}

TEST(StableHash, OrderAndLengthMatter) {
    std::set<uint64_t> values;
    values.insert(StableHash().value());
    values.insert(StableHash().add(0).value());
    values.insert(StableHash().add(0).add(0).value());
    values.insert(StableHash().add(1).add(2).value());
    values.insert(StableHash().add(2).add(1).value());
    values.insert(StableHash().add(3).value());
    EXPECT_EQ(values.size(), 6u);
}

TEST(StableHash, SmallIntegersDoNotCollide) {
    std::set<uint64_t> values;
    for (uint64_t a = 0; a < 300; ++a) {
        for (uint64_t b = 0; b < 300; ++b) values.insert(StableHash().add(a).add(b).value());
    }
    EXPECT_EQ(values.size(), 90000u);
}

TEST(MixBits, OneInputBitChangesAboutHalfTheOutput) {
    int changed = 0;
    for (uint64_t x = 1; x <= 100; ++x) {
        for (int bit = 0; bit < 64; ++bit) {
            changed += std::popcount(mix_bits(x) ^ mix_bits(x ^ (uint64_t{1} << bit)));
        }
    }
    EXPECT_NEAR(changed / 6400.0, 32.0, 0.5);
}

}  // namespace
}  // namespace defcol
