// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <charconv>
#include <cstring>

#include "errors.hpp"
#include "printable.hpp"

namespace cli {
namespace {

[[noreturn]] void fail_usage(const CommandSpec& command, const std::string& what) {
    throw Failure(what + "; see: defcol " + command.name + " --help");
}

const OptionSpec& find_option(const CommandSpec& command, std::string_view name) {
    for (const OptionSpec& option : command.options) {
        if (name == option.name) return option;
    }
    fail_usage(command, "unknown option " + printable(name));
}

bool takes_several(const OptionSpec& option) {
    return option.value != nullptr && std::strstr(option.value, "...") != nullptr;
}

}  // namespace

Arguments::Arguments(const CommandSpec& command, std::span<char* const> words) : command_(command) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word == "--") {
            operands_.insert(operands_.end(), words.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                             words.end());
            break;
        }
        if (word.substr(0, 2) != "--") {
            if (word.size() > 1 && word[0] == '-') fail_usage(command, "unknown option " + printable(word));
            operands_.emplace_back(word);
            continue;
        }
        const std::size_t equals = word.find('=');
        const OptionSpec& option = find_option(command, word.substr(0, equals));
        std::vector<std::string>& values = values_[option.name];
        if (option.value == nullptr) {
            if (equals != std::string_view::npos) {
                fail_usage(command, std::string(option.name) + " takes no value");
            }
        } else if (equals != std::string_view::npos) {
            values.emplace_back(word.substr(equals + 1));
        } else {
            const std::size_t count = values.size();
            do {
                if (i + 1 >= words.size() || std::strncmp(words[i + 1], "--", 2) == 0) break;
                values.emplace_back(words[++i]);
            } while (takes_several(option));
            if (values.size() == count) fail_usage(command, std::string(option.name) + " needs a value");
        }
    }
    if (has("--help")) return;
    if (operands_.size() < command.least_operands || operands_.size() > command.most_operands) {
        fail_usage(command, std::string("usage: defcol ") + command.name + " [options] " + command.operands);
    }
}

std::string Arguments::text(std::string_view option, const std::string& otherwise) const {
    const auto found = values_.find(option);
    return found == values_.end() || found->second.empty() ? otherwise : found->second.back();
}

std::vector<std::string> Arguments::all(std::string_view option) const {
    const auto found = values_.find(option);
    return found == values_.end() ? std::vector<std::string>() : found->second;
}

std::optional<uint64_t> Arguments::whole_number(std::string_view option, uint64_t most) const {
    if (!has(option)) return std::nullopt;
    const std::string value = text(option);
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() || number > most) {
        fail_usage(command_, std::string(option) + " takes a whole number from 0 to " + std::to_string(most) +
                                 ", not \"" + printable(value) + "\"");
    }
    return number;
}

std::string help_of(const CommandSpec& command) {
    std::string text = std::string("usage: defcol ") + command.name + " [options]";
    if (*command.operands != '\0') text += std::string(" ") + command.operands;
    text += std::string("\n\n") + command.description + "\n\noptions:\n";
    for (const OptionSpec& option : command.options) {
        std::string line = std::string("  ") + option.name;
        if (option.value != nullptr) line += std::string(" ") + option.value;
        constexpr std::size_t column = 26;
        if (line.size() >= column) line += "\n";
        line.append(line.size() < column ? column - line.size() : column, ' ');
        for (const char* c = option.help; *c != '\0'; ++c) {
            line += *c;
            if (*c == '\n') line.append(column, ' ');
        }
        text += line + "\n";
    }
    return text;
}

}  // namespace cli
