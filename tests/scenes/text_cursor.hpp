// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "scenes/readers.hpp"

namespace scenes {

// Reads words and numbers of a text file, one after the other. Not the stream operators: they follow the
// locale, and are slow.
class TextCursor {
  public:
    TextCursor(std::string_view text, const std::string& path) : text_(text), path_(path) {}

    // The next word, or nothing at the end; '#' starts a comment.
    std::string_view word() {
        skip_blanks();
        size_t length = 0;
        while (length < text_.size() && !is_blank(text_[length])) ++length;
        const std::string_view result = text_.substr(0, length);
        text_.remove_prefix(length);
        return result;
    }
    double number() { return parse<double>("a number is missing"); }
    // A count cannot exceed the characters that are left: a wrong one would otherwise ask for any memory.
    uint32_t count() {
        const auto value = parse<uint32_t>("a count is missing");
        require(value <= text_.size(), path_, "a count is larger than the file");
        return value;
    }
    uint32_t index() { return parse<uint32_t>("an index is missing"); }
    void skip_line() {
        const size_t end = text_.find('\n');
        text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
    }
    // Whether the current line has another word.
    bool more_in_line() {
        while (!text_.empty() && text_[0] != '\n' && is_blank(text_[0])) text_.remove_prefix(1);
        return !text_.empty() && text_[0] != '\n' && text_[0] != '#';
    }

  private:
    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
    void skip_blanks() {
        while (!text_.empty() && (is_blank(text_[0]) || text_[0] == '#')) {
            if (text_[0] == '#') {
                skip_line();
            } else {
                text_.remove_prefix(1);
            }
        }
    }
    template <class Number>
    Number parse(const char* complaint) {
        skip_blanks();
        Number value{};
        const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
        require(error == std::errc(), path_, complaint);
        text_.remove_prefix(static_cast<size_t>(end - text_.data()));
        return value;
    }

    std::string_view text_;
    const std::string& path_;
};

}  // namespace scenes
