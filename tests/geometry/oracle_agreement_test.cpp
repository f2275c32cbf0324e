// SPDX-License-Identifier: MIT
#include "geometry/oracle_agreement.hpp"

#include <gtest/gtest.h>

// DEFCOL_AGREEMENT_CASES: the slice of the normal tests, or the full count of the long ones.

namespace defcol::test {

TEST(OracleAgreement, OrientationsAreExact) {
    expect_orientations_agree(DEFCOL_AGREEMENT_CASES);
}

TEST(OracleAgreement, TriangleTestsAreExact) {
    expect_triangle_tests_agree(DEFCOL_AGREEMENT_CASES);
}

TEST(OracleAgreement, AdjacentTriangleTestsAreExact) {
    expect_adjacent_triangle_tests_agree(DEFCOL_AGREEMENT_CASES);
}

TEST(OracleAgreement, TetrahedronTestsAreExact) {
    expect_tetrahedron_tests_agree(DEFCOL_AGREEMENT_CASES);
}

}  // namespace defcol::test
