// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace cli {

// Writes JSON, putting the commas. Text is made printable first, so that what comes out is UTF-8.
class JsonWriter {
  public:
    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(double number);  // not finite: null
    JsonWriter& value(bool truth);
    template <class Number>
    requires std::is_integral_v<Number> JsonWriter& value(Number number) {
        separate();
        text_ += std::to_string(number);
        return *this;
    }
    JsonWriter& null();

    template <class Value>
    JsonWriter& member(std::string_view name, const Value& content) {
        return key(name).value(content);
    }

    const std::string& text() const { return text_; }
    std::string& text() { return text_; }

  private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    void separate();

    std::string text_;
    bool needs_comma_ = false;
};

// The shortest text that reads back as the same number.
std::string shortest(double number);

}  // namespace cli
