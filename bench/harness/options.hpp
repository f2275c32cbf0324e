// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/report.hpp"

namespace bench {

struct Options {
    bool quick = false;
    bool list = false;
    bool help = false;
    std::vector<std::string> scenes;      // empty: those of the table
    std::vector<std::string> backends;    // empty: all
    std::vector<std::string> peers;       // empty: all; "none"
    std::vector<uint32_t> thread_counts;  // empty: 1 and 2
    double seconds = 0;                   // per scene; 0: by quick or not
    uint32_t frames = 0;                  // of a scene; 0: by quick or not
    Statistic statistic = Statistic::median;
    bool measures_memory = true;
    std::string output;        // a folder for CSV, JSON and plots; empty: none
    std::string readme;        // a file whose results section is written anew; empty: none
    std::string compare_with;  // an earlier JSON file
    std::string commit = "unknown";
    std::string memory_of;  // one contestant: print its peak memory and nothing else
};

// Throws std::runtime_error with a sentence for the user.
Options read_options(int argc, char** argv);
const char* usage();

}  // namespace bench
