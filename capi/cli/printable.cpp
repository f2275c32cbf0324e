// SPDX-License-Identifier: MIT
#include "printable.hpp"

#include <cstdint>

namespace cli {
namespace {

// The length of the well-formed UTF-8 character at the front (Unicode 15, table 3-7); 0 if there is none.
std::size_t character_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : 0U; };
    const auto follows = [&](std::size_t i) { return byte(i) >= 0x80 && byte(i) <= 0xbf; };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const bool too_long = first == 0xe0 && byte(1) < 0xa0;
        const bool surrogate = first == 0xed && byte(1) > 0x9f;
        return follows(1) && follows(2) && !too_long && !surrogate ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const bool too_long = first == 0xf0 && byte(1) < 0x90;
        const bool too_large = first == 0xf4 && byte(1) > 0x8f;
        return follows(1) && follows(2) && follows(3) && !too_long && !too_large ? 4 : 0;
    }
    return 0;
}

}  // namespace

std::string printable(std::string_view text) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string result;
    while (!text.empty()) {
        std::size_t length = character_length(text);
        const auto first = static_cast<uint8_t>(text[0]);
        if (length == 0 || first < 0x20 || first == 0x7f) {
            result += {'\\', 'x', digits[first >> 4], digits[first & 15]};
            length = 1;
        } else {
            result += text.substr(0, length);
        }
        text.remove_prefix(length);
    }
    return result;
}

}  // namespace cli
