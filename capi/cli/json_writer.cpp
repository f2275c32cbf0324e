// SPDX-License-Identifier: MIT
#include "json_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "printable.hpp"

namespace cli {

std::string shortest(double number) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc() ? std::string(digits.data(), end) : std::string("0");
}

void JsonWriter::separate() {
    if (needs_comma_) text_ += ',';
    needs_comma_ = true;
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    text_ += bracket;
    needs_comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    text_ += bracket;
    needs_comma_ = true;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    value(name);
    text_ += ':';
    needs_comma_ = false;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    separate();
    text_ += '"';
    // What printable() lets through needs no escape but these two.
    for (const char c : printable(text)) {
        if (c == '"' || c == '\\') text_ += '\\';
        text_ += c;
    }
    text_ += '"';
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    if (!std::isfinite(number)) return null();
    separate();
    text_ += shortest(number);
    return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
    separate();
    text_ += truth ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::null() {
    separate();
    text_ += "null";
    return *this;
}

}  // namespace cli
