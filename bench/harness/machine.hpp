// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace bench {

// Where and from what figures come.
struct Provenance {
    std::string processor;
    unsigned cores = 0;
    std::string system;
    std::string compiler;
    std::string commit;
    std::string command;
};

Provenance find_provenance(std::string commit, int argc, char** argv);

}  // namespace bench
