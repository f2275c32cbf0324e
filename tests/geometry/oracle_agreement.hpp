// SPDX-License-Identifier: MIT
#pragma once

namespace defcol::test {

// Each compares the library with the oracle on `count` adversarial cases and fails the running test with the
// replayable coordinates of the first difference.
void expect_orientations_agree(int count);
void expect_triangle_tests_agree(int count);
void expect_adjacent_triangle_tests_agree(int count);
void expect_tetrahedron_tests_agree(int count);

}  // namespace defcol::test
