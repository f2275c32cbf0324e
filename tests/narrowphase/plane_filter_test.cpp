// SPDX-License-Identifier: MIT
#include "narrowphase/plane_filter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "geometry/point_tetrahedron.hpp"
#include "geometry/triangle_triangle.hpp"
#include "narrowphase/simd_level.hpp"
#include "scenes/random_numbers.hpp"

namespace defcol {
namespace {

// Exact corners near each other in many ways, and the floats that stand for them.
class FilterBatch {
  public:
    explicit FilterBatch(uint64_t seed) : random_(seed) {}

    // Triangles of random size around a random place, often sharing coordinates, so that planes nearly touch.
    void fill(uint32_t corner_count) {
        for (uint32_t lane = 0; lane < CandidateBatch::capacity; ++lane) {
            const double size = std::ldexp(1.0, -static_cast<int>(random_.below(22)));
            const Vec3 place(random_.between(-1, 1), random_.between(-1, 1), random_.between(-1, 1));
            for (uint32_t corner = 0; corner < corner_count; ++corner) {
                Vec3& exact = corners[lane][corner];
                for (int axis = 0; axis < 3; ++axis) {
                    const bool copied = corner > 0 && random_.below(4) == 0;
                    exact[axis] = copied ? corners[lane][random_.below(corner)][axis]
                                         : place[axis] + size * random_.between(-1, 1);
                }
                gathered->vertex[corner][lane] = {static_cast<float>(exact.x), static_cast<float>(exact.y),
                                                  static_cast<float>(exact.z), random_.below(3)};
            }
        }
    }

    Vec3 corners[CandidateBatch::capacity][6];
    std::unique_ptr<GatheredCorners> gathered = std::make_unique<GatheredCorners>();

  private:
    scenes::Random random_;
};

// Which lanes a filter leaves, with the order it promises.
struct Kept {
    bool lane[CandidateBatch::capacity] = {};

    Kept(const uint16_t* lanes, uint32_t count) {
        for (uint32_t i = 0; i < count; ++i) {
            EXPECT_TRUE(i == 0 || lanes[i - 1] < lanes[i]);
            lane[lanes[i]] = true;
        }
    }
};

TEST(PlaneFilter, SaysNothingOfTrianglesThatIsNotSoAtAnyLevel) {
    uint64_t rejected = 0;
    uint64_t accepted = 0;
    uint64_t meeting = 0;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        FilterBatch batch(seed);
        batch.fill(6);
        for (uint32_t level = 1; level <= simd_level_count(); ++level) {
            FilteredLanes lanes;
            filter_triangle_pairs(simd_target_of_level(level), *batch.gathered, CandidateBatch::capacity,
                                  lanes);
            const Kept kept(lanes.possible, lanes.possible_count);
            const Kept certain(lanes.certain, lanes.certain_count);
            for (uint32_t lane = 0; lane < CandidateBatch::capacity; ++lane) {
                const auto& c = batch.corners[lane];
                const Vec3 a[3] = {c[0], c[1], c[2]};
                const Vec3 b[3] = {c[3], c[4], c[5]};
                const bool meet = triangles_intersect(a, b);
                ASSERT_FALSE(kept.lane[lane] && certain.lane[lane]);
                ASSERT_TRUE(kept.lane[lane] || meet == certain.lane[lane])
                    << "seed " << seed << " level " << level << " lane " << lane;
                rejected += kept.lane[lane] || certain.lane[lane] ? 0 : 1;
                accepted += certain.lane[lane] ? 1 : 0;
                meeting += meet ? 1 : 0;
            }
        }
    }
    EXPECT_GT(rejected, 10000U) << "the filter rejects nothing";
    EXPECT_GT(accepted, 1000U) << "the filter accepts nothing";
    EXPECT_GT(meeting, 10000U) << "the batches test nothing";
}

TEST(PlaneFilter, NeverRejectsAVertexInATetrahedronAtAnyLevel) {
    uint64_t rejected = 0;
    uint64_t inside = 0;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        FilterBatch batch(seed);
        batch.fill(5);
        for (uint32_t level = 1; level <= simd_level_count(); ++level) {
            uint16_t lanes[CandidateBatch::capacity];
            const Kept kept(lanes,
                            find_possible_vertices_in_tetrahedra(simd_target_of_level(level), *batch.gathered,
                                                                 CandidateBatch::capacity, lanes));
            for (uint32_t lane = 0; lane < CandidateBatch::capacity; ++lane) {
                const auto& c = batch.corners[lane];
                const Vec3 t[4] = {c[0], c[1], c[2], c[3]};
                const bool contained = tetrahedron_contains(t, c[4]);
                ASSERT_TRUE(kept.lane[lane] || !contained)
                    << "seed " << seed << " level " << level << " lane " << lane;
                rejected += kept.lane[lane] ? 0 : 1;
                inside += contained ? 1 : 0;
            }
        }
    }
    EXPECT_GT(rejected, 10000U) << "the filter rejects nothing";
    EXPECT_GT(inside, 100U) << "the batches test nothing";
}

// Most triangles cross each other or miss by far: hardly any should cost an exact test.
TEST(PlaneFilter, LeavesFewTrianglesToTheExactTest) {
    scenes::Random random(3);
    auto gathered = std::make_unique<GatheredCorners>();
    uint32_t possible = 0;
    uint32_t certain = 0;
    uint32_t meeting = 0;
    for (int round = 0; round < 100; ++round) {
        for (uint32_t lane = 0; lane < CandidateBatch::capacity; ++lane) {
            Vec3 corners[2][3];
            for (uint32_t corner = 0; corner < 6; ++corner) {
                LocalVertex vertex{};
                vertex.x = static_cast<float>(random.unit());
                vertex.y = static_cast<float>(random.unit());
                vertex.z = static_cast<float>(random.unit());
                gathered->vertex[corner][lane] = vertex;
                corners[corner / 3][corner % 3] = {vertex.x, vertex.y, vertex.z};
            }
            meeting += triangles_intersect(corners[0], corners[1]) ? 1U : 0U;
        }
        FilteredLanes lanes;
        filter_triangle_pairs(simd_target_of_level(0), *gathered, CandidateBatch::capacity, lanes);
        possible += lanes.possible_count;
        certain += lanes.certain_count;
    }
    EXPECT_GT(meeting, 0U);
    EXPECT_LE(certain, meeting);
    EXPECT_GE(certain + meeting / 50, meeting);
    EXPECT_LE(possible, meeting / 50);
}

// Lanes beyond the count hold what an earlier batch left there.
TEST(PlaneFilter, NamesNoLaneBeyondTheCount) {
    FilterBatch batch(5);
    batch.fill(6);
    for (uint32_t level = 1; level <= simd_level_count(); ++level) {
        for (uint32_t count = 0; count <= 40; ++count) {
            FilteredLanes lanes;
            filter_triangle_pairs(simd_target_of_level(level), *batch.gathered, count, lanes);
            ASSERT_LE(lanes.possible_count + lanes.certain_count, count);
            ASSERT_TRUE(lanes.possible_count == 0 || lanes.possible[lanes.possible_count - 1] < count);
            ASSERT_TRUE(lanes.certain_count == 0 || lanes.certain[lanes.certain_count - 1] < count);
        }
    }
}

TEST(SimdLevel, EveryLevelIsAnotherTargetAndZeroIsTheHighest) {
    ASSERT_GE(simd_level_count(), 1U);
    for (uint32_t level = 2; level <= simd_level_count(); ++level) {
        EXPECT_NE(simd_target_of_level(level), simd_target_of_level(level - 1));
    }
    EXPECT_EQ(simd_target_of_level(0), simd_target_of_level(simd_level_count()));
    EXPECT_EQ(simd_target_of_level(1000), simd_target_of_level(0));
}

}  // namespace
}  // namespace defcol
