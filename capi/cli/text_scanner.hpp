// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cli {

// Words and numbers of a text, one after the other, knowing the line. Independent of the locale.
// Every complaint names file and line.
class TextScanner {
  public:
    // `comment`: the character that starts a comment, 0 for none.
    TextScanner(std::string_view text, const std::string& file, char comment = '#')
        : text_(text), file_(file), comment_(comment) {}

    // The next word of the file, on this line or a later one; empty at the end.
    std::string_view word();
    // The next word of this line; empty at its end.
    std::string_view word_in_line();
    bool more_in_line();
    // The rest of this line without its end; goes on to the next line.
    std::string_view rest_of_line();
    void skip_line() { rest_of_line(); }
    bool at_end();

    double number(const char* what);  // finite
    uint64_t unsigned_number(const char* what);
    int64_t signed_number(const char* what);
    // The same of a word that was already taken.
    double number_of(std::string_view word, const char* what) const;
    int64_t integer_of(std::string_view word, const char* what) const;

    // A number of things that follow, each at least `least_bytes` long in the file: one that the rest of the
    // file has no room for is refused before anything is allocated for it.
    uint64_t count(const char* what, uint64_t least_bytes);
    uint64_t check_count(uint64_t value, const char* what, uint64_t least_bytes) const;

    // A vertex index, counted from `base`, of `vertex_count` vertices.
    uint32_t index(uint64_t base, uint64_t vertex_count);

    uint64_t line() const { return line_; }
    std::string_view remaining() const { return text_; }
    void skip_bytes(std::size_t count);  // counting lines
    [[noreturn]] void fail(const std::string& what) const;

  private:
    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
    void skip_blanks_in_line();
    void skip_blanks();
    std::string_view take_word();
    std::string_view needed_word(const char* what);

    std::string_view text_;
    const std::string& file_;
    char comment_;
    uint64_t line_ = 1;
};

}  // namespace cli
