// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace cli {

// The text with control characters and bytes that are not UTF-8 written as \xNN: file names and file contents
// may hold anything, terminals and JSON may not.
std::string printable(std::string_view text);

}  // namespace cli
