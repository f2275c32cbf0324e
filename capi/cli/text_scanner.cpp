// SPDX-License-Identifier: MIT
#include "text_scanner.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "errors.hpp"
#include "printable.hpp"

namespace cli {
namespace {

std::string quoted(std::string_view word) {
    constexpr std::size_t most = 40;
    return "\"" + printable(word.substr(0, most)) + (word.size() > most ? "...\"" : "\"");
}

// from_chars takes no plus sign.
std::string_view without_plus(std::string_view word) {
    return word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word;
}

}  // namespace

void TextScanner::fail(const std::string& what) const {
    fail_at_line(file_, line_, what);
}

void TextScanner::skip_blanks_in_line() {
    std::size_t length = 0;
    while (length < text_.size() && is_blank(text_[length])) ++length;
    text_.remove_prefix(length);
    if (comment_ != 0 && !text_.empty() && text_[0] == comment_) {
        text_.remove_prefix(std::min(text_.find('\n'), text_.size()));
    }
}

void TextScanner::skip_blanks() {
    for (;;) {
        skip_blanks_in_line();
        if (text_.empty() || text_[0] != '\n') return;
        text_.remove_prefix(1);
        ++line_;
    }
}

std::string_view TextScanner::take_word() {
    std::size_t length = 0;
    while (length < text_.size() && !is_blank(text_[length]) && text_[length] != '\n') {
        if (text_[length] == '\0') fail("binary data where text is expected");
        ++length;
    }
    const std::string_view word = text_.substr(0, length);
    text_.remove_prefix(length);
    return word;
}

std::string_view TextScanner::word() {
    skip_blanks();
    return take_word();
}

std::string_view TextScanner::word_in_line() {
    skip_blanks_in_line();
    return take_word();
}

bool TextScanner::more_in_line() {
    skip_blanks_in_line();
    return !text_.empty() && text_[0] != '\n';
}

std::string_view TextScanner::rest_of_line() {
    const std::size_t end = text_.find('\n');
    std::string_view rest = text_.substr(0, end);
    if (end == std::string_view::npos) {
        text_ = {};
    } else {
        text_.remove_prefix(end + 1);
        ++line_;
    }
    if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
    return rest;
}

bool TextScanner::at_end() {
    skip_blanks();
    return text_.empty();
}

std::string_view TextScanner::needed_word(const char* what) {
    const std::string_view found = word();
    if (found.empty()) fail(std::string("the file ends where ") + what + " is expected");
    return found;
}

double TextScanner::number_of(std::string_view word, const char* what) const {
    double value = 0;
    const std::string_view digits = without_plus(word);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (end != digits.data() + digits.size() || digits.empty()) {
        fail(quoted(word) + " where " + what + " is expected");
    }
    if (error == std::errc::result_out_of_range) {
        // Too small to be written as a double is as good as zero; too large is not a coordinate.
        const std::size_t exponent = digits.find_first_of("eE");
        if (exponent != std::string_view::npos && exponent + 1 < digits.size() &&
            digits[exponent + 1] == '-') {
            return 0;
        }
        fail(quoted(word) + " is too large");
    }
    if (error != std::errc()) fail(quoted(word) + " where " + what + " is expected");
    if (!std::isfinite(value)) fail(quoted(word) + " is not finite");
    return value;
}

int64_t TextScanner::integer_of(std::string_view word, const char* what) const {
    int64_t value = 0;
    const std::string_view digits = without_plus(word);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) {
        fail(quoted(word) + " where " + what + " is expected");
    }
    return value;
}

double TextScanner::number(const char* what) {
    return number_of(needed_word(what), what);
}

int64_t TextScanner::signed_number(const char* what) {
    return integer_of(needed_word(what), what);
}

uint64_t TextScanner::unsigned_number(const char* what) {
    const int64_t value = signed_number(what);
    if (value < 0) fail(std::to_string(value) + " where " + what + " is expected");
    return static_cast<uint64_t>(value);
}

uint64_t TextScanner::check_count(uint64_t value, const char* what, uint64_t least_bytes) const {
    // The last element may lack its line end.
    if (value > (text_.size() + 1) / least_bytes) {
        fail("promises " + std::to_string(value) + " " + what + ", but only " + std::to_string(text_.size()) +
             " bytes follow");
    }
    return value;
}

uint64_t TextScanner::count(const char* what, uint64_t least_bytes) {
    const std::string wanted = std::string("the number of ") + what;
    return check_count(unsigned_number(wanted.c_str()), what, least_bytes);
}

uint32_t TextScanner::index(uint64_t base, uint64_t vertex_count) {
    const int64_t value = signed_number("a vertex index");
    if (value < static_cast<int64_t>(base) || static_cast<uint64_t>(value) - base >= vertex_count) {
        fail("vertex " + std::to_string(value) + " does not exist: there are " +
             std::to_string(vertex_count) + ", counted from " + std::to_string(base));
    }
    return static_cast<uint32_t>(static_cast<uint64_t>(value) - base);
}

void TextScanner::skip_bytes(std::size_t count) {
    const std::string_view skipped = text_.substr(0, count);
    line_ += static_cast<uint64_t>(std::count(skipped.begin(), skipped.end(), '\n'));
    text_.remove_prefix(skipped.size());
}

}  // namespace cli
