// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "harness/machine.hpp"
#include "harness/report.hpp"

namespace bench {

// A table with a line per scene, as Markdown: our fastest exact backend beside the fastest exact peer.
std::string markdown_results(const std::vector<std::vector<Result>>& scenes, const Provenance& provenance,
                             Statistic statistic);

// Puts the text between the two lines that mark it in the file. Throws std::runtime_error.
void replace_results(const std::string& path, const std::string& text);

}  // namespace bench
