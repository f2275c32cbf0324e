// SPDX-License-Identifier: MIT
#include "mesh/mesh_source.hpp"

#include <defcol/defcol.h>

#include "base/status.hpp"
#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

static_assert(scalar_float32 == DEFCOL_SCALAR_FLOAT32);
static_assert(scalar_float64 == DEFCOL_SCALAR_FLOAT64);
static_assert(mesh_skip_non_finite == DEFCOL_MESH_SKIP_NON_FINITE);
static_assert(no_index == DEFCOL_NONE);

alignas(16) const double numbers[16] = {};

Outcome check(const PositionSource& source) {
    return outcome_of([&] { check_positions(source, "positions"); });
}

TEST(MeshSource, AcceptsEveryLegalStride) {
    EXPECT_EQ(check({numbers, 2, 0, scalar_float64}).status, status::ok);
    EXPECT_EQ(check({numbers, 2, 24, scalar_float64}).status, status::ok);
    EXPECT_EQ(check({numbers, 2, 40, scalar_float64}).status, status::ok);
    EXPECT_EQ(check({numbers, 2, 12, scalar_float32}).status, status::ok);
    EXPECT_EQ(check({numbers, 2, 20, scalar_float32}).status, status::ok);
}

TEST(MeshSource, AcceptsNoPositionsWithoutAPointer) {
    EXPECT_EQ(check({nullptr, 0, 0, scalar_float64}).status, status::ok);
}

TEST(MeshSource, RefusesStridesThatCannotHoldAVertex) {
    EXPECT_EQ(check({numbers, 2, 16, scalar_float64}).status, status::invalid_argument);
    EXPECT_EQ(check({numbers, 2, 28, scalar_float64}).status, status::invalid_argument);
    EXPECT_EQ(check({numbers, 2, 8, scalar_float32}).status, status::invalid_argument);
    EXPECT_EQ(check({numbers, 2, 13, scalar_float32}).status, status::invalid_argument);
}

TEST(MeshSource, RefusesAnUnknownScalar) {
    EXPECT_EQ(check({numbers, 2, 0, 0}).status, status::invalid_argument);
    EXPECT_EQ(check({numbers, 2, 0, 3}).status, status::invalid_argument);
}

TEST(MeshSource, RefusesAMisalignedPointer) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(numbers);
    EXPECT_EQ(check({bytes + 4, 1, 0, scalar_float64}).status, status::invalid_argument);
    EXPECT_EQ(check({bytes + 4, 1, 0, scalar_float32}).status, status::ok);
    EXPECT_EQ(check({bytes + 2, 1, 0, scalar_float32}).status, status::invalid_argument);
}

TEST(MeshSource, RefusesANullPointerForSomething) {
    EXPECT_EQ(check({nullptr, 1, 0, scalar_float64}).status, status::null_pointer);
}

TEST(MeshSource, RefusesCountsAndExtentsThatOverflow) {
    EXPECT_EQ(check({numbers, (uint64_t{1} << 31) + 1, 0, scalar_float64}).status, status::size_overflow);
    EXPECT_EQ(check({numbers, UINT64_MAX, 0, scalar_float64}).status, status::size_overflow);
    EXPECT_EQ(check({numbers, uint64_t{1} << 31, uint64_t{1} << 40, scalar_float64}).status,
              status::size_overflow);
    EXPECT_EQ(check({numbers, 2, UINT64_MAX - 7, scalar_float64}).status, status::size_overflow);
    // The extent fits in 64 bits, the address of its end does not.
    EXPECT_EQ(check({numbers, 2, UINT64_MAX - 63, scalar_float64}).status, status::size_overflow);
}

}  // namespace
}  // namespace defcol::testing
