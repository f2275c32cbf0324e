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
                    coordinates->value[3 * corner + static_cast<uint32_t>(axis)][lane] =
                        static_cast<float>(exact[axis]);
                }
            }
        }
    }

    Vec3 corners[CandidateBatch::capacity][6];
    std::unique_ptr<GatheredCoordinates> coordinates = std::make_unique<GatheredCoordinates>();

  private:
    scenes::Random random_;
};

TEST(PlaneFilter, NeverRejectsTrianglesThatMeetAtAnyLevel) {
    uint64_t rejected = 0;
    uint64_t meeting = 0;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        FilterBatch batch(seed);
        batch.fill(6);
        for (uint32_t level = 1; level <= simd_level_count(); ++level) {
            uint8_t keep[CandidateBatch::capacity];
            keep_triangle_pairs(simd_target_of_level(level), *batch.coordinates, CandidateBatch::capacity,
                                keep);
            for (uint32_t lane = 0; lane < CandidateBatch::capacity; ++lane) {
                const auto& c = batch.corners[lane];
                const Vec3 a[3] = {c[0], c[1], c[2]};
                const Vec3 b[3] = {c[3], c[4], c[5]};
                const bool meet = triangles_intersect(a, b);
                ASSERT_TRUE(keep[lane] == 1 || !meet)
                    << "seed " << seed << " level " << level << " lane " << lane;
                rejected += keep[lane] == 0 ? 1 : 0;
                meeting += meet ? 1 : 0;
            }
        }
    }
    EXPECT_GT(rejected, 10000U) << "the filter rejects nothing";
    EXPECT_GT(meeting, 10000U) << "the batches test nothing";
}

TEST(PlaneFilter, NeverRejectsAVertexInATetrahedronAtAnyLevel) {
    uint64_t rejected = 0;
    uint64_t inside = 0;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        FilterBatch batch(seed);
        batch.fill(5);
        for (uint32_t level = 1; level <= simd_level_count(); ++level) {
            uint8_t keep[CandidateBatch::capacity];
            keep_vertices_in_tetrahedra(simd_target_of_level(level), *batch.coordinates,
                                        CandidateBatch::capacity, keep);
            for (uint32_t lane = 0; lane < CandidateBatch::capacity; ++lane) {
                const auto& c = batch.corners[lane];
                const Vec3 t[4] = {c[0], c[1], c[2], c[3]};
                const bool contained = tetrahedron_contains(t, c[4]);
                ASSERT_TRUE(keep[lane] == 1 || !contained)
                    << "seed " << seed << " level " << level << " lane " << lane;
                rejected += keep[lane] == 0 ? 1 : 0;
                inside += contained ? 1 : 0;
            }
        }
    }
    EXPECT_GT(rejected, 10000U) << "the filter rejects nothing";
    EXPECT_GT(inside, 100U) << "the batches test nothing";
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
