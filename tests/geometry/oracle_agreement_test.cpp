// SPDX-License-Identifier: MIT
#include "geometry/oracle_agreement.hpp"

#include <gtest/gtest.h>

namespace defcol::test {

namespace {

// Sanitized allocation makes the oracle's rational numbers ten times as slow.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int slice = 10'000;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr int slice = 10'000;
#else
constexpr int slice = 100'000;
#endif
#else
constexpr int slice = 100'000;
#endif
constexpr int full_count = 1'000'000;

TEST(OracleAgreement, OrientationsAreExact) {
    expect_orientations_agree(slice);
}

TEST(OracleAgreement, TriangleTestsAreExact) {
    expect_triangle_tests_agree(slice);
}

TEST(OracleAgreement, AdjacentTriangleTestsAreExact) {
    expect_adjacent_triangle_tests_agree(slice);
}

TEST(OracleAgreement, TetrahedronTestsAreExact) {
    expect_tetrahedron_tests_agree(slice);
}

TEST(OracleAgreementLong, OrientationsAreExact) {
    expect_orientations_agree(full_count);
}

TEST(OracleAgreementLong, TriangleTestsAreExact) {
    expect_triangle_tests_agree(full_count);
}

TEST(OracleAgreementLong, AdjacentTriangleTestsAreExact) {
    expect_adjacent_triangle_tests_agree(full_count);
}

TEST(OracleAgreementLong, TetrahedronTestsAreExact) {
    expect_tetrahedron_tests_agree(full_count);
}

}  // namespace

}  // namespace defcol::test
