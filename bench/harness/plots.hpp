// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "harness/report.hpp"

namespace bench {

// Time against size (the sphere scenes), time against contacts, and thread scaling, from what was measured.
void write_plots(const std::filesystem::path& folder, const std::vector<std::vector<Result>>& results,
                 Statistic statistic);

}  // namespace bench
