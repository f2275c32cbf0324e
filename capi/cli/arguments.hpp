// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct OptionSpec {
    const char* name;   // "--backend"
    const char* value;  // what its value is called; null: a switch. "FILE..." takes all words up to an option
    const char* help;   // one or more lines
};

struct CommandSpec {
    const char* name;
    const char* operands;  // "MESH..."
    const char* summary;   // one line
    const char* description;
    std::span<const OptionSpec> options;
    std::size_t least_operands;
    std::size_t most_operands;
};

// The words after the command's name, checked against what the command takes. Throws Failure.
class Arguments {
  public:
    Arguments(const CommandSpec& command, std::span<char* const> words);

    bool has(std::string_view option) const { return values_.contains(option); }
    // Of an option given more than once the last value counts, except where all are asked for.
    std::string text(std::string_view option, const std::string& otherwise = {}) const;
    std::vector<std::string> all(std::string_view option) const;
    std::optional<uint64_t> whole_number(std::string_view option, uint64_t most) const;
    const std::vector<std::string>& operands() const { return operands_; }

  private:
    const CommandSpec& command_;
    std::map<std::string, std::vector<std::string>, std::less<>> values_;
    std::vector<std::string> operands_;
};

// What `defcol COMMAND --help` prints.
std::string help_of(const CommandSpec& command);

}  // namespace cli
