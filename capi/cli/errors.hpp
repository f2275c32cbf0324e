// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace cli {

// Bad usage or bad input: main() prints the message and ends with status 2.
class Failure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// A fault at a place of a file.
[[noreturn]] inline void fail_at_line(const std::string& file, unsigned long long line,
                                      const std::string& what) {
    throw Failure(file + ":" + std::to_string(line) + ": " + what);
}
[[noreturn]] inline void fail_at_byte(const std::string& file, unsigned long long byte,
                                      const std::string& what) {
    throw Failure(file + ": byte " + std::to_string(byte) + ": " + what);
}

}  // namespace cli
