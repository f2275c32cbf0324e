// SPDX-License-Identifier: MIT
#include "lettering.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace cli {
namespace {

// Strokes of each character from ' ' to '~', separated by blanks: a point is two digits, x to the right and y
// upward. The base line is y = 2, small letters reach 6, capitals 8. After a '~' the corners of the stroke
// are rounded.
constexpr std::array<std::string_view, 95> glyphs = {
    "",                                         // space
    "0804 0202",                                // !
    "0806 2826",                                // "
    "1317 4347 0646 0444",                      // #
    "~473818070615354443321203 2921",           // $
    "0248 0707 4343",                           // %
    "~52150738482715041322323453",              // &
    "0806",                                     // '
    "~291806041221",                            // (
    "~091826241201",                            // )
    "1753 1357 3872",                           // *
    "2347 0545",                                // +
    "1201",                                     // ,
    "0535",                                     // -
    "0202",                                     // .
    "0138",                                     // /
    "~05071838474332120305",                    // 0
    "072822 0242",                              // 1
    "~071838474602 0242",                       // 2
    "~07183847463525 ~25354443321203",          // 3
    "38044434 3832",                            // 4
    "480805 ~0516364543321203",                 // 5
    "~473818070312324344351504",                // 6
    "084812",                                   // 7
    "~150607183847463515 ~150403123243443515",  // 8
    "~031232434738180706153546",                // 9
    "0202 0505",                                // :
    "1201 1515",                                // ;
    "460542",                                   // <
    "0444 0646",                                // =
    "064502",                                   // >
    "~07183847462524 2222",                     // ?
    "~454644242424464757583828070302224253",    // @
    "023862 1454",                              // A
    "0208 ~083847463505 ~053554534202",         // B
    "~5748180703124253",                        // C
    "0208 ~0838485753423202",                   // D
    "480802 0535 0242",                         // E
    "480802 0535",                              // F
    "~5748180703124253 535535",                 // G
    "0208 5258 0555",                           // H
    "0208",                                     // I
    "~3833221203",                              // J
    "0208 4805 2642",                           // K
    "080242",                                   // L
    "0208356862",                               // M
    "02085258",                                 // N
    "~05071848575342120305",                    // O
    "0208 ~084857564505",                       // P
    "~05071848575342120305 3451",               // Q
    "0208 ~084857564505 2552",                  // R
    "~574818070615455453421203",                // S
    "0858 3832",                                // T
    "~080312425358",                            // U
    "083268",                                   // V
    "0822386288",                               // W
    "0258 0852",                                // X
    "083468 3432",                              // Y
    "08580252",                                 // Z
    "28080020",                                 // [
    "0831",                                     // backslash
    "08282000",                                 // ]
    "062846",                                   // ^
    "0141",                                     // _
    "0817",                                     // `
    "4642 ~4536160503123243",                   // a
    "0802 ~0516364543321203",                   // b
    "~4536160503123243",                        // c
    "4842 ~4536160503123243",                   // d
    "0444 ~444536160503123243",                 // e
    "~38281712 0636",                           // f
    "~4641301001 ~4536160503123243",            // g
    "0802 ~0516364542",                         // h
    "0206 0808",                                // i
    "~161100 1818",                             // j
    "0802 3604 1532",                           // k
    "~08031222",                                // l
    "0602 ~0516263532 ~3546566562",             // m
    "0602 ~0516364542",                         // n
    "~04051636454332120304",                    // o
    "0600 ~0516364543321203",                   // p
    "4640 ~4536160503123243",                   // q
    "0602 ~04152636",                           // r
    "~45361605143443321203",                    // s
    "~18132232 0636",                           // t
    "4642 ~0603123243",                         // u
    "062246",                                   // v
    "0612365266",                               // w
    "0246 0642",                                // x
    "0622 4600",                                // y
    "06460242",                                 // z
    "~28181605141020",                          // {
    "0900",                                     // |
    "~08181625141000",                          // }
    "~0406160534444647",                        // ~
};

struct Point {
    float x;
    float y;
};

// Corner cutting (Chaikin 1974); both ends stay.
std::vector<Point> rounded(std::vector<Point> line) {
    for (int round = 0; round < 3; ++round) {
        std::vector<Point> cut = {line.front()};
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            const Point a = line[i];
            const Point b = line[i + 1];
            if (i > 0) cut.push_back({0.75F * a.x + 0.25F * b.x, 0.75F * a.y + 0.25F * b.y});
            if (i + 2 < line.size()) cut.push_back({0.25F * a.x + 0.75F * b.x, 0.25F * a.y + 0.75F * b.y});
        }
        cut.push_back(line.back());
        line = std::move(cut);
    }
    return line;
}

std::string_view strokes_of(char c) {
    constexpr std::string_view box = "0208383202";
    return c >= ' ' && c <= '~' ? glyphs[static_cast<std::size_t>(c - ' ')] : box;
}

float width_of(char c) {
    const std::string_view strokes = strokes_of(c);
    if (strokes.empty()) return 3;
    int right = 0;
    bool is_x = true;
    for (const char digit : strokes) {
        if (digit < '0' || digit > '9') {
            is_x = true;
            continue;
        }
        if (is_x) right = std::max(right, digit - '0');
        is_x = !is_x;
    }
    return static_cast<float>(right) + 2;
}

constexpr float capital_height = 6;  // in units of the glyphs

}  // namespace

void draw_stroke(Image& image, float x0, float y0, float x1, float y1, float width, Color color) {
    const float radius = 0.5F * width;
    const float dx = x1 - x0;
    const float dy = y1 - y0;
    const float squared = dx * dx + dy * dy;
    const auto low = [&](float a, float b) {
        return static_cast<int>(std::floor(std::min(a, b) - radius - 1));
    };
    const auto high = [&](float a, float b) {
        return static_cast<int>(std::ceil(std::max(a, b) + radius + 1));
    };
    for (int y = std::max(0, low(y0, y1)); y <= std::min(image.height - 1, high(y0, y1)); ++y) {
        for (int x = std::max(0, low(x0, x1)); x <= std::min(image.width - 1, high(x0, x1)); ++x) {
            const float px = static_cast<float>(x) + 0.5F - x0;
            const float py = static_cast<float>(y) + 0.5F - y0;
            const float t = squared > 0 ? std::clamp((px * dx + py * dy) / squared, 0.0F, 1.0F) : 0;
            image.blend(x, y, color, radius + 0.5F - std::hypot(px - t * dx, py - t * dy));
        }
    }
}

float draw_text(Image& image, float x, float y, float height, const std::string& text, Color color) {
    const float unit = height / capital_height;
    for (const char c : text) {
        std::string_view strokes = strokes_of(c);
        while (!strokes.empty()) {
            const std::string_view stroke = strokes.substr(0, strokes.find(' '));
            strokes.remove_prefix(std::min(stroke.size() + 1, strokes.size()));
            const bool is_round = stroke[0] == '~';
            std::vector<Point> line;
            for (std::size_t i = is_round ? 1 : 0; i + 1 < stroke.size(); i += 2) {
                line.push_back({x + unit * static_cast<float>(stroke[i] - '0'),
                                y - unit * static_cast<float>(stroke[i + 1] - '2')});
            }
            if (is_round && line.size() > 2) line = rounded(std::move(line));
            for (std::size_t i = 0; i + 1 < line.size(); ++i) {
                draw_stroke(image, line[i].x, line[i].y, line[i + 1].x, line[i + 1].y, 0.8F * unit, color);
            }
        }
        x += unit * width_of(c);
    }
    return x;
}

float text_width(float height, const std::string& text) {
    float width = 0;
    for (const char c : text) width += height / capital_height * width_of(c);
    return width;
}

}  // namespace cli
