// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace cli {

// Red, green and blue from 0 to 1, as they are stored in files (not linear).
struct Color {
    float r = 0;
    float g = 0;
    float b = 0;
};

inline Color operator*(float s, Color c) {
    return {s * c.r, s * c.g, s * c.b};
}
inline Color operator+(Color a, Color b) {
    return {a.r + b.r, a.g + b.g, a.b + b.b};
}
inline Color mix(Color a, Color b, float t) {
    return (1 - t) * a + t * b;
}
constexpr Color rgb(uint32_t hex) {
    return {static_cast<float>(hex >> 16 & 255) / 255, static_cast<float>(hex >> 8 & 255) / 255,
            static_cast<float>(hex & 255) / 255};
}

struct Image {
    Image(int w, int h, Color background = {1, 1, 1})
        : width(w),
          height(h),
          pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), background) {}

    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    }
    Color& at(int x, int y) { return pixels[index(x, y)]; }
    const Color& at(int x, int y) const { return pixels[index(x, y)]; }
    // Covers a pixel by that part with a colour.
    void blend(int x, int y, Color color, float coverage) {
        if (x < 0 || y < 0 || x >= width || y >= height || !(coverage > 0)) return;
        at(x, y) = mix(at(x, y), color, std::min(coverage, 1.0F));
    }
    // Each pixel the mean of factor x factor.
    Image reduced(int factor) const;

    int width;
    int height;
    std::vector<Color> pixels;
};

// A PNG file's content: 8 bits for each colour, no alpha.
std::string encode_png(const Image& image);

}  // namespace cli
