// SPDX-License-Identifier: MIT
#include "narrowphase/contact_keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/memory.hpp"
#include "scenes/random_numbers.hpp"

namespace defcol {
namespace {

TEST(ContactKeys, KeepsTheSmallestWithinItsLimitAndCountsAll) {
    Memory memory;
    for (const uint64_t limit : {uint64_t{0}, uint64_t{1}, uint64_t{5000}, UINT64_MAX}) {
        ContactKeys keys(memory);
        keys.start(limit);
        scenes::Random random(limit);
        std::set<uint64_t> all;
        while (all.size() < 30000) {
            const uint64_t key = random.next();
            if (all.insert(key).second) keys.add(key);
        }
        EXPECT_EQ(keys.total(), all.size());
        std::vector<uint64_t> kept(keys.kept().begin(), keys.kept().end());
        std::ranges::sort(kept);
        const std::size_t wanted = std::min<uint64_t>(limit, all.size());
        ASSERT_GE(kept.size(), wanted);
        EXPECT_TRUE(
            std::equal(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(wanted), all.begin()));
        if (limit != UINT64_MAX) {
            EXPECT_LE(kept.size(), std::max<uint64_t>(2 * limit, 4096) + 1) << "more memory than stated";
        }
    }
}

TEST(ContactKeys, OrderOfKeysIsOrderOfFirstThenSecondPrimitive) {
    EXPECT_LT(contact_key(1, UINT32_MAX), contact_key(2, 0));
    EXPECT_LT(contact_key(2, 0), contact_key(2, 1));
    EXPECT_EQ(key_a(contact_key(7, 9)), 7U);
    EXPECT_EQ(key_b(contact_key(7, 9)), 9U);
}

}  // namespace
}  // namespace defcol
