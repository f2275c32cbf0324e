// SPDX-License-Identifier: MIT
#include "image.hpp"

#include <zlib.h>

#include <array>
#include <cstdlib>
#include <new>

namespace cli {
namespace {

void append_number(std::string& bytes, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 255);
}

void append_chunk(std::string& png, const char* type, const std::string& data) {
    append_number(png, static_cast<uint32_t>(data.size()));
    const std::string content = type + data;
    png += content;
    append_number(png, static_cast<uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(content.data()),
                                                   static_cast<uInt>(content.size()))));
}

using Row = std::vector<uint8_t>;

Row quantised(const Image& image, int y) {
    Row row;
    row.reserve(3 * static_cast<std::size_t>(image.width));
    for (int x = 0; x < image.width; ++x) {
        const Color& c = image.at(x, y);
        for (const float value : {c.r, c.g, c.b}) {
            row.push_back(static_cast<uint8_t>(std::clamp(value, 0.0F, 1.0F) * 255 + 0.5F));
        }
    }
    return row;
}

uint8_t paeth(int left, int above, int corner) {
    const int estimate = left + above - corner;
    const int to_left = std::abs(estimate - left);
    const int to_above = std::abs(estimate - above);
    const int to_corner = std::abs(estimate - corner);
    if (to_left <= to_above && to_left <= to_corner) return static_cast<uint8_t>(left);
    return static_cast<uint8_t>(to_above <= to_corner ? above : corner);
}

// The row as differences, by the filter (PNG specification, section 9) that leaves the smallest sum.
std::string filtered(const Row& row, const Row& above) {
    std::string best;
    uint64_t best_sum = UINT64_MAX;
    for (int filter = 0; filter < 5; ++filter) {
        std::string bytes(1, static_cast<char>(filter));
        uint64_t sum = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const uint8_t left = i >= 3 ? row[i - 3] : 0;
            const uint8_t corner = i >= 3 ? above[i - 3] : 0;
            const std::array<uint8_t, 5> predictions = {0, left, above[i],
                                                        static_cast<uint8_t>((left + above[i]) / 2),
                                                        paeth(left, above[i], corner)};
            const auto difference =
                static_cast<uint8_t>(row[i] - predictions[static_cast<std::size_t>(filter)]);
            sum += difference < 128 ? difference : 256U - difference;
            bytes += static_cast<char>(difference);
        }
        if (sum < best_sum) {
            best_sum = sum;
            best = std::move(bytes);
        }
    }
    return best;
}

}  // namespace

Image Image::reduced(int factor) const {
    Image result(width / factor, height / factor);
    const float share = 1.0F / static_cast<float>(factor * factor);
    for (int y = 0; y < result.height; ++y) {
        for (int x = 0; x < result.width; ++x) {
            Color sum;
            for (int dy = 0; dy < factor; ++dy) {
                for (int dx = 0; dx < factor; ++dx) sum = sum + at(factor * x + dx, factor * y + dy);
            }
            result.at(x, y) = share * sum;
        }
    }
    return result;
}

std::string encode_png(const Image& image) {
    std::string raw;
    Row above(3 * static_cast<std::size_t>(image.width));
    for (int y = 0; y < image.height; ++y) {
        Row row = quantised(image, y);
        raw += filtered(row, above);
        above = std::move(row);
    }
    uLongf size = compressBound(static_cast<uLong>(raw.size()));
    std::string packed(size, '\0');
    const int status =
        compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
                  static_cast<uLong>(raw.size()), 6);
    if (status != Z_OK) throw std::bad_alloc();  // the only other way for it to fail
    packed.resize(size);

    std::string png = "\x89PNG\r\n\x1a\n";
    std::string header;
    append_number(header, static_cast<uint32_t>(image.width));
    append_number(header, static_cast<uint32_t>(image.height));
    header += std::string("\x08\x02\0\0\0", 5);  // 8 bits, RGB, no interlacing
    append_chunk(png, "IHDR", header);
    append_chunk(png, "IDAT", packed);
    append_chunk(png, "IEND", "");
    return png;
}

}  // namespace cli
