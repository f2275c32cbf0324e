// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace cli {

// The whole program, without the process: what main() does. Returns the exit status.
int run_program(std::span<char* const> words);

}  // namespace cli
