// SPDX-License-Identifier: MIT
#include "mesh/rigid_transform.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "base/status.hpp"
#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

using Numbers = std::array<double, 12>;

const Numbers quarter_turn = {0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30};

Outcome read(const Numbers& numbers) {
    return outcome_of([&] { read_transform(numbers.data()); });
}

TEST(RigidTransform, MovesByRotationThenTranslation) {
    EXPECT_EQ(read_transform(quarter_turn.data()).apply({1, 2, 3}), Vec3(8, 21, 33));
}

TEST(RigidTransform, IsTheIdentityUntilRead) {
    EXPECT_EQ(RigidTransform().apply({1, 2, 3}), Vec3(1, 2, 3));
}

TEST(RigidTransform, RefusesWhatIsNotFinite) {
    for (std::size_t i = 0; i < 12; ++i) {
        for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
            Numbers numbers = quarter_turn;
            numbers[i] = bad;
            EXPECT_EQ(read(numbers).status, status::non_finite) << i;
        }
    }
}

TEST(RigidTransform, RefusesScalingShearingAndMirroring) {
    EXPECT_EQ(read({2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0}).status, status::invalid_argument);
    EXPECT_EQ(read({1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}).status, status::invalid_argument);
    EXPECT_EQ(read({-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}).status, status::invalid_argument);
    EXPECT_EQ(read({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}).status, status::invalid_argument);
    EXPECT_EQ(read({1e200, 0, 0, 0, 0, 1e200, 0, 0, 0, 0, 1e200, 0}).status, status::invalid_argument);
}

TEST(RigidTransform, ToleratesAMillionthAndNotMuchMore) {
    EXPECT_EQ(read({1 + 4e-7, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}).status, status::ok);
    EXPECT_EQ(read({1 + 6e-7, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}).status, status::invalid_argument);
    EXPECT_EQ(read({1, 9e-7, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}).status, status::ok);
    EXPECT_EQ(read({1, 2e-6, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}).status, status::invalid_argument);
}

TEST(RigidTransform, RefusesAMisalignedPointer) {
    alignas(8) unsigned char bytes[104] = {};
    const Outcome outcome = outcome_of([&] { read_transform(reinterpret_cast<const double*>(bytes + 4)); });
    EXPECT_EQ(outcome.status, status::invalid_argument);
}

}  // namespace
}  // namespace defcol::testing
