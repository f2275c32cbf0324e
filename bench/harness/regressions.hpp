// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "harness/report.hpp"

namespace bench {

// Compares with an earlier results.json, backends only, by their ratios to the lower bound of their own run,
// so that a slower machine or a busy moment is no regression. Returns 1 if anything got more than a tenth
// slower or is no longer exact, else 0.
int print_regressions(std::ostream& out, const std::string& old_json,
                      const std::vector<std::vector<Result>>& results, Statistic statistic);

}  // namespace bench
