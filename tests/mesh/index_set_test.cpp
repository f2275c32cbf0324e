// SPDX-License-Identifier: MIT
#include "mesh/index_set.hpp"

#include <set>

#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

void expect_same(const IndexSet& set, const std::set<uint32_t>& expected) {
    const auto members = set.members();
    EXPECT_EQ(std::set<uint32_t>(members.begin(), members.end()), expected);
    EXPECT_EQ(members.size(), expected.size());
    for (uint32_t id = 0; id < set.universe(); ++id) {
        ASSERT_EQ(set.flags()[id], expected.count(id)) << id;
    }
}

TEST(IndexSet, AgreesWithAnOrderedSetAfterRandomCalls) {
    Memory memory;
    IndexSet set(memory);
    std::set<uint32_t> expected;
    Random random(4);
    uint32_t universe = 1;
    for (int round = 0; round < 200; ++round) {
        universe += random.below(5);
        IndexSet::Room(memory, set, universe, universe).commit();
        for (int i = 0; i < 20; ++i) {
            const uint32_t id = random.below(universe);
            if (random.below(2) == 0) {
                set.add(id);
                expected.insert(id);
            } else {
                set.drop(id);
                expected.erase(id);
            }
        }
        if (round % 50 == 49) {
            set.clear();
            expected.clear();
        }
        expect_same(set, expected);
    }
}

TEST(IndexSet, KeepsTheOrderOfAdding) {
    Memory memory;
    IndexSet set(memory);
    IndexSet::Room(memory, set, 10, 3).commit();
    for (const uint32_t id : {7u, 2u, 7u, 5u}) set.add(id);
    EXPECT_EQ(std::vector<uint32_t>(set.members().begin(), set.members().end()),
              (std::vector<uint32_t>{7, 2, 5}));
}

TEST(IndexSet, ChangesNothingWhenRoomIsDropped) {
    Memory memory;
    IndexSet set(memory);
    IndexSet::Room(memory, set, 10, 10).commit();
    set.add(3);
    const uint8_t* flags = set.flags().data();
    { const IndexSet::Room room(memory, set, 1000, 1000); }
    EXPECT_EQ(set.universe(), 10u);
    EXPECT_EQ(set.flags().data(), flags);
    expect_same(set, {3});
}

}  // namespace
}  // namespace defcol::testing
