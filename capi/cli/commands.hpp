// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "arguments.hpp"

namespace cli {

// Exit statuses. A Failure that reaches main() is bad_input.
constexpr int done = 0;
constexpr int found_contacts = 1;  // with --fail-on-contact; also replay and compare with a difference
constexpr int bad_input = 2;

struct Command {
    const CommandSpec* spec;
    int (*run)(const Arguments&);
};

extern const Command detect_command;
extern const Command backends_command;
extern const Command compare_command;
extern const Command info_command;
extern const Command replay_command;
extern const Command report_command;

std::span<const Command* const> all_commands();

}  // namespace cli
