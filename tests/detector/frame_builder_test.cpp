// SPDX-License-Identifier: MIT
#include "detector/frame_builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "defcol/defcol.h"
#include "scenes/random_numbers.hpp"

namespace defcol {
namespace {

class FrameBuilderTest : public testing::Test {
  protected:
    void add(const std::vector<double>& positions, const std::vector<uint32_t>& triangles) {
        MeshSource source{};
        source.positions = {positions.data(), positions.size() / 3, 0, DEFCOL_SCALAR_FLOAT64};
        source.triangle_count = triangles.size() / 3;
        source.triangles = triangles.data();
        meshes_.push_back(std::make_unique<Mesh>(memory_, workers_, nullptr, source));
        watched_.push_back({.mesh = meshes_.back().get(),
                            .handle = meshes_.size(),
                            .detector_index = static_cast<uint32_t>(2 * meshes_.size())});
    }

    void move(std::size_t mesh, const std::vector<double>& positions) {
        meshes_[mesh]->set_positions({positions.data(), positions.size() / 3, 0, DEFCOL_SCALAR_FLOAT64});
    }

    const Frame& build() { return builder_.build(watched_, {}, workers_); }

    // The bound that every box and filter relies on.
    void expect_local_errors_in_bounds(const Frame& frame) {
        for (uint32_t v = 0; v < frame.vertices.size(); ++v) {
            for (int axis = 0; axis < 3; ++axis) {
                const auto exact = static_cast<long double>(frame.exact_position(v)[axis]);
                const long double wanted = (exact - static_cast<long double>(frame.origin[axis])) *
                                           static_cast<long double>(frame.scale);
                const float local = frame.vertices[v].position()[axis];
                ASSERT_LE(std::fabs(static_cast<long double>(local) - wanted),
                          0x1p-24L * std::fabs(static_cast<long double>(local)) + 0x1p-126L)
                    << "vertex " << v << " axis " << axis;
            }
        }
    }

    Memory memory_;
    Workers workers_{1};
    std::vector<std::unique_ptr<Mesh>> meshes_;
    std::vector<WatchedMesh> watched_;
    FrameBuilder builder_{memory_};
};

const std::vector<double> square = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
const std::vector<uint32_t> two_triangles = {0, 1, 2, 0, 2, 3};

TEST_F(FrameBuilderTest, NumbersPrimitivesThroughAllMeshesInOrder) {
    add(square, two_triangles);
    add(square, {0, 1, 3});
    const Frame& frame = build();
    ASSERT_EQ(frame.vertices.size(), 8U);
    ASSERT_EQ(frame.triangles.size(), 3U);
    EXPECT_EQ(frame.triangles[2].vertex[1], 5U);
    EXPECT_EQ(frame.mesh_of_triangle(1), 0U);
    EXPECT_EQ(frame.mesh_of_triangle(2), 1U);
    EXPECT_EQ(frame.meshes[1].detector_index, 4U);
    EXPECT_TRUE(frame.usable_triangles.empty());
    EXPECT_TRUE(frame.layout_changed);
}

TEST_F(FrameBuilderTest, SaysWhatChangedSinceTheLastFrame) {
    add(square, two_triangles);
    add(square, two_triangles);
    build();
    EXPECT_FALSE(build().layout_changed);
    EXPECT_FALSE(build().meshes[0].moved);
    std::vector<double> moved = square;
    moved[2] = 0.5;
    move(1, moved);
    const Frame& frame = build();
    EXPECT_FALSE(frame.layout_changed);
    EXPECT_FALSE(frame.meshes[0].moved);
    EXPECT_TRUE(frame.meshes[1].moved);
    EXPECT_FALSE(frame.meshes[1].topology_changed);
    const uint32_t active[] = {1};
    meshes_[0]->set_active_triangles(active, 1);
    const Frame& next = build();
    EXPECT_TRUE(next.meshes[0].usable_changed);
    EXPECT_FALSE(next.triangle_is_usable(0));
    EXPECT_TRUE(next.triangle_is_usable(1));
    EXPECT_TRUE(next.triangle_is_usable(2));
    builder_.invalidate();
    EXPECT_TRUE(build().layout_changed);
}

TEST_F(FrameBuilderTest, LocalCoordinatesKeepTheirBoundAtAnyPlaceAndScale) {
    scenes::Random random(5);
    add(std::vector<double>(300, 0.0), {});
    for (const double place : {0.0, 1.0, -1e6, 0x1p55}) {
        for (const int exponent : {-280, -60, 0, 40, 54}) {
            std::vector<double> positions(300);
            for (double& x : positions) x = place + std::ldexp(random.between(-1, 1), exponent);
            positions[0] = 0x1p59;  // one vertex far away
            move(0, positions);
            expect_local_errors_in_bounds(build());
        }
    }
}

// Backends compare boxes that are not rounded outward, and cells of corners with cells of vertices: both rely
// on this and on nothing else.
TEST_F(FrameBuilderTest, LocalCoordinatesNeverFallWhereExactOnesRise) {
    scenes::Random random(41);
    for (const double size : {1.0, 0x1p-200, 1e-3, 1e6, 0x1p25}) {
        for (const double shift : {0.0, 1.0, -1e6, 3e9}) {
            std::vector<double> rising;
            for (int i = 0; i < 400; ++i) {
                // Where a float ends and the next begins: the place where rounding could go wrong.
                const auto centre = static_cast<double>(static_cast<float>(random.between(-1, 1)));
                const double half_step = 0x1p-26 * std::fabs(centre);
                for (const double x : {centre, centre + half_step, centre - half_step}) {
                    const double placed = (x + shift) * size;
                    rising.insert(rising.end(), {placed, std::nextafter(placed, HUGE_VAL),
                                                 std::nextafter(placed, -HUGE_VAL)});
                }
            }
            std::ranges::sort(rising);
            std::vector<double> positions;
            for (const double x : rising) positions.insert(positions.end(), {x, x, x});
            watched_.clear();
            meshes_.clear();
            builder_.invalidate();
            add(positions, {});
            const Frame& frame = build();
            for (uint32_t v = 1; v < frame.vertices.size(); ++v) {
                for (int axis = 0; axis < 3; ++axis) {
                    ASSERT_LE(frame.vertices[v - 1].position()[axis], frame.vertices[v].position()[axis])
                        << "size " << size << ", shift " << shift << ", coordinate " << rising[v];
                }
            }
        }
    }
}

TEST_F(FrameBuilderTest, OneVertexFarAwayDoesNotCostTheOthersTheirPrecision) {
    std::vector<double> positions;
    for (uint32_t i = 0; i < 100; ++i) positions.insert(positions.end(), {1e6 + 1e-3 * i, 5.0, -3.0});
    positions[0] = 1e15;
    add(positions, {});
    const Frame& frame = build();
    for (uint32_t v = 2; v < 100; ++v) {
        ASSERT_NE(frame.vertices[v].x, frame.vertices[v - 1].x)
            << "vertices a millimetre apart fell together";
    }
}

TEST_F(FrameBuilderTest, BoxesEncloseTheExactPositions) {
    scenes::Random random(9);
    std::vector<double> positions(300);
    for (double& x : positions) x = random.between(-100, 100);
    add(positions, {});
    const Frame& frame = build();
    for (const Vec3& position : meshes_[0]->positions()) {
        for (int axis = 0; axis < 3; ++axis) {
            const double local = (position[axis] - frame.origin[axis]) * frame.scale;
            ASSERT_LE(static_cast<double>(frame.meshes[0].box.min[axis]), local);
            ASSERT_GE(static_cast<double>(frame.meshes[0].box.max[axis]), local);
        }
    }
    add({}, {});
    EXPECT_TRUE(build().meshes[1].box.empty());
}

}  // namespace
}  // namespace defcol
