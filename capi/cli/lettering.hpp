// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "image.hpp"

namespace cli {

// Text in a small font of our own, drawn as round strokes so that any size is smooth.
// `height`: of a capital letter, in pixels; (x, y): the left end of the base line. Bytes that are no
// printable ASCII are drawn as boxes. Returns where the next letter would begin.
float draw_text(Image& image, float x, float y, float height, const std::string& text, Color color);
float text_width(float height, const std::string& text);

// A stroke with round ends.
void draw_stroke(Image& image, float x0, float y0, float x1, float y1, float width, Color color);

}  // namespace cli
