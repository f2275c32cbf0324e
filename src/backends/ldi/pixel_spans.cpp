// SPDX-License-Identifier: MIT
#include "backends/ldi/pixel_spans.hpp"

namespace defcol {

namespace {

// Along one line: +1 at an entry, -1 at a leave; or, for parity, 1 and 0 in turn.
template <InsideRule rule>
void pass(int32_t& state, uint32_t key) {
    if constexpr (rule == InsideRule::parity) {
        state ^= 1;
    } else {
        state += 1 - 2 * static_cast<int32_t>(key & 1);
    }
}

template <InsideRule rule>
void intersect(const LayeredImage& a, const LayeredImage& b, Buffer<PixelSpan>& spans) {
    const uint32_t pixel_count = a.view.pixel_count();
    for (uint32_t pixel = 0; pixel < pixel_count; ++pixel) {
        const Layer* next_a = a.layers.data() + a.offsets[pixel];
        const Layer* next_b = b.layers.data() + b.offsets[pixel];
        const Layer* const end_a = a.layers.data() + a.offsets[pixel + 1];
        const Layer* const end_b = b.layers.data() + b.offsets[pixel + 1];
        if (next_a == end_a || next_b == end_b) continue;
        int32_t state_a = 0;
        int32_t state_b = 0;
        bool inside = false;
        PixelSpan span{};
        span.pixel = pixel;
        while (next_a != end_a || next_b != end_b) {
            const bool from_a = next_b == end_b || (next_a != end_a && *next_a <= *next_b);
            const Layer layer = from_a ? *next_a++ : *next_b++;
            const uint32_t key = layer_key(layer);
            pass<rule>(from_a ? state_a : state_b, key);
            const bool now_inside = state_a != 0 && state_b != 0;
            if (now_inside == inside) continue;
            inside = now_inside;
            if (inside) {
                span.entry = key_depth(key);
                span.entry_triangle = layer_triangle(layer);
            } else {
                span.leave = key_depth(key);
                span.leave_triangle = layer_triangle(layer);
                if (span.leave > span.entry) spans.push_back(span);
            }
        }
    }
}

}  // namespace

void intersect_images(const LayeredImage& a, const LayeredImage& b, InsideRule rule,
                      Buffer<PixelSpan>& spans) {
    if (rule == InsideRule::parity) {
        intersect<InsideRule::parity>(a, b, spans);
    } else {
        intersect<InsideRule::winding>(a, b, spans);
    }
}

void find_self_overlaps(const LayeredImage& image, Buffer<PixelSpan>& spans) {
    const uint32_t pixel_count = image.view.pixel_count();
    for (uint32_t pixel = 0; pixel < pixel_count; ++pixel) {
        int32_t winding = 0;
        bool wrong = false;
        PixelSpan span{};
        span.pixel = pixel;
        for (const Layer layer : image.layers_of(pixel)) {
            const uint32_t key = layer_key(layer);
            pass<InsideRule::winding>(winding, key);
            const bool now_wrong = winding > 1 || winding < 0;
            if (now_wrong == wrong) continue;
            wrong = now_wrong;
            if (wrong) {
                span.entry = key_depth(key);
                span.entry_triangle = layer_triangle(layer);
            } else {
                span.leave = key_depth(key);
                span.leave_triangle = layer_triangle(layer);
                if (span.leave - span.entry > least_self_length) spans.push_back(span);
            }
        }
    }
}

}  // namespace defcol
