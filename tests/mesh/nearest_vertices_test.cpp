// SPDX-License-Identifier: MIT
#include "mesh/nearest_vertices.hpp"

#include <algorithm>
#include <vector>

#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

std::vector<NearestVertices::Neighbour> by_sorting(const std::vector<Vec3>& positions,
                                                   const std::vector<uint32_t>& ids, const Vec3& point) {
    std::vector<NearestVertices::Neighbour> all;
    for (const uint32_t id : ids) {
        const Vec3 offset = positions[id] - point;
        all.push_back({glm::dot(offset, offset), id});
    }
    std::ranges::sort(all, [](const auto& a, const auto& b) {
        return std::pair(a.squared_distance, a.id) < std::pair(b.squared_distance, b.id);
    });
    return all;
}

// Small whole numbers, so that many vertices coincide or are equally far.
TEST(NearestVertices, AgreesWithSortingAllWhereManyAreEquallyFar) {
    Memory memory;
    Random random(7);
    for (uint32_t count = 0; count < 200; count += 13) {
        std::vector<Vec3> positions;
        std::vector<uint32_t> ids;
        for (uint32_t i = 0; i < count; ++i) {
            positions.emplace_back(random.below(6), random.below(6), random.below(6));
            if (random.below(4) != 0) ids.push_back(i);
        }
        const NearestVertices tree(positions, ids, memory);
        for (int query = 0; query < 40; ++query) {
            const Vec3 point(random.below(12) * 0.5, random.below(12) * 0.5, random.below(12) * 0.5);
            NearestVertices::Neighbour found[9];
            const std::size_t found_count = tree.find(point, found);
            const auto expected = by_sorting(positions, ids, point);
            ASSERT_EQ(found_count, std::min<std::size_t>(9, ids.size()));
            for (std::size_t i = 0; i < found_count; ++i) {
                EXPECT_EQ(found[i].id, expected[i].id) << count << " vertices, neighbour " << i;
                EXPECT_EQ(found[i].squared_distance, expected[i].squared_distance);
            }
        }
    }
}

}  // namespace
}  // namespace defcol::testing
