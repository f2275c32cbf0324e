// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "errors.hpp"

namespace cli {

// Numbers of a binary file, one after the other. Every complaint names file and byte.
class ByteScanner {
  public:
    ByteScanner(std::string_view bytes, std::size_t start, const std::string& file, std::endian order)
        : bytes_(bytes), at_(start), file_(file), order_(order) {}

    template <class Number>
    Number take() {
        if (sizeof(Number) > left()) fail("the file ends in the middle of a number");
        unsigned char raw[sizeof(Number)];
        for (std::size_t i = 0; i < sizeof raw; ++i) {
            const std::size_t k = order_ == std::endian::native ? i : sizeof raw - 1 - i;
            raw[k] = static_cast<unsigned char>(bytes_[at_ + i]);
        }
        at_ += sizeof raw;
        Number value;
        std::memcpy(&value, raw, sizeof value);
        return value;
    }
    double finite(double value) const {
        if (!std::isfinite(value)) fail("a coordinate is not finite");
        return value;
    }
    void check_room(uint64_t count, uint64_t least_bytes, const char* what) const {
        if (least_bytes != 0 && count > left() / least_bytes) {
            fail("promises " + std::to_string(count) + " " + what + ", but only " + std::to_string(left()) +
                 " bytes follow");
        }
    }
    void skip(std::size_t count) {
        if (count > left()) fail("the file ends too early");
        at_ += count;
    }
    std::size_t left() const { return bytes_.size() - at_; }
    [[noreturn]] void fail(const std::string& what) const { fail_at_byte(file_, at_, what); }

  private:
    std::string_view bytes_;
    std::size_t at_;
    const std::string& file_;
    std::endian order_;
};

}  // namespace cli
