// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "harness/comparison.hpp"
#include "harness/machine.hpp"

namespace bench {

enum class Statistic { median, minimum };

const Milliseconds& times_of(const Result& result, Statistic statistic);

// Results that belong together: of one scene. A ratio is absent (0) where there is nothing to divide by.
struct Ratios {
    double to_best_peer = 0;    // how many times faster than the best exact peer with the same threads
    double to_lower_bound = 0;  // how many times the time of streaming the boxes with the same threads
};
Ratios ratios_of(const Result& result, const std::vector<Result>& scene, Statistic statistic);

void print_table(std::ostream& out, const std::vector<Result>& scene, Statistic statistic);
void write_csv(std::ostream& out, const std::vector<std::vector<Result>>& scenes,
               const Provenance& provenance, Statistic statistic);
// One result per line, so that two files can be compared by line tools too.
void write_json(std::ostream& out, const std::vector<std::vector<Result>>& scenes,
                const Provenance& provenance, Statistic statistic);

}  // namespace bench
