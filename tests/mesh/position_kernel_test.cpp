// SPDX-License-Identifier: MIT
#include "mesh/position_kernel.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace defcol::testing {
namespace {

// Runs a check on every instruction set of this machine.
class PositionKernel : public ::testing::Test {
  protected:
    template <class Check>
    static void on_every_target(Check&& check) {
        for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
            SCOPED_TRACE(hwy::TargetName(target));
            hwy::SetSupportedTargetsForTest(target);
            hwy::GetChosenTarget().Update(hwy::SupportedTargets());
            check();
        }
    }
    void TearDown() override {
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

template <class Scalar>
BlockSummary convert(const std::vector<Scalar>& in, std::vector<double>& out) {
    out.assign(in.size(), -7);
    if constexpr (sizeof(Scalar) == sizeof(float)) {
        return convert_float32_block(in.data(), in.size() / 3, out.data());
    } else {
        return convert_float64_block(in.data(), in.size() / 3, out.data());
    }
}

template <class Scalar>
std::vector<Scalar> random_scalars(std::size_t vertex_count, std::mt19937& random) {
    std::uniform_real_distribution<Scalar> distribution(-10, 10);
    std::vector<Scalar> scalars(3 * vertex_count);
    for (Scalar& scalar : scalars) scalar = distribution(random);
    return scalars;
}

template <class Scalar>
void expect_copy_and_box(std::size_t vertex_count, std::mt19937& random) {
    const auto in = random_scalars<Scalar>(vertex_count, random);
    std::vector<double> out;
    const BlockSummary summary = convert(in, out);
    EXPECT_TRUE(summary.is_plain);
    EXPECT_TRUE(std::equal(in.begin(), in.end(), out.begin()));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (std::size_t v = 0; v < vertex_count; ++v) {
            low = std::min(low, out[3 * v + axis]);
            high = std::max(high, out[3 * v + axis]);
        }
        EXPECT_EQ(summary.low[axis], low) << vertex_count;
        EXPECT_EQ(summary.high[axis], high) << vertex_count;
    }
}

TEST_F(PositionKernel, CopiesAndBoundsBlocksOfEverySize) {
    on_every_target([] {
        std::mt19937 random(1);
        for (std::size_t n = 1; n <= 70; ++n) {
            expect_copy_and_box<float>(n, random);
            expect_copy_and_box<double>(n, random);
        }
    });
}

TEST_F(PositionKernel, NoticesOneUnusualCoordinateWhereverItIs) {
    const double unusual[] = {std::nan(""), std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity(), 0x1.0000000000001p60, -0x1p61};
    on_every_target([&] {
        std::mt19937 random(2);
        for (const double value : unusual) {
            for (std::size_t i = 0; i < 3 * 19; ++i) {
                auto doubles = random_scalars<double>(19, random);
                doubles[i] = value;
                std::vector<double> out;
                EXPECT_FALSE(convert(doubles, out).is_plain) << value << " at " << i;
                if (value == 0x1.0000000000001p60) continue;  // not a float
                auto floats = random_scalars<float>(19, random);
                floats[i] = static_cast<float>(value);
                EXPECT_FALSE(convert(floats, out).is_plain) << value << " at " << i;
            }
        }
        for (const double value : {0x1p-301, -0x1.fffffffffffffp-301, 5e-324}) {
            for (std::size_t i = 0; i < 3 * 19; ++i) {
                auto doubles = random_scalars<double>(19, random);
                doubles[i] = value;
                std::vector<double> out;
                EXPECT_FALSE(convert(doubles, out).is_plain) << value << " at " << i;
            }
        }
    });
}

TEST_F(PositionKernel, TakesTheLimitsAndZeroForPlain) {
    on_every_target([] {
        for (const double value : {0.0, -0.0, 0x1p-300, -0x1p-300, 0x1p60, -0x1p60}) {
            std::vector<double> out;
            EXPECT_TRUE(convert(std::vector<double>(3 * 19, value), out).is_plain) << value;
        }
        for (const float value : {0.0F, -0.0F, 0x1p-149F, 0x1p60F, -0x1p60F}) {
            std::vector<double> out;
            EXPECT_TRUE(convert(std::vector<float>(3 * 19, value), out).is_plain) << value;
        }
    });
}

}  // namespace
}  // namespace defcol::testing
