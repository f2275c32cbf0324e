// SPDX-License-Identifier: MIT
#include "shading.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace cli {
namespace {

constexpr float nothing = std::numeric_limits<float>::infinity();

constexpr std::array<Color, 3> mark_colors = {rgb(0x2b0a3d), rgb(0x0b6e4f), rgb(0x6a1b9a)};
constexpr std::array<float, 3> hidden_strength = {0.30F, 0.12F, 0.35F};

uint32_t tag_of(Color color) {
    const auto byte = [](float value) { return static_cast<uint32_t>(value * 255 + 0.5F); };
    return byte(color.r) << 16 | byte(color.g) << 8 | byte(color.b) | 1U << 24;
}

// Two lights and a sky, both sides alike: cloth and cut meshes show their backs.
Color shade(Color color, Vec3 normal) {
    if (normal.z < 0) normal = -1.0 * normal;
    static const Vec3 key = unit({-0.45, 0.65, 0.75});
    static const Vec3 fill = unit({0.8, 0.1, 0.55});
    static const Vec3 half = unit(key + Vec3{0, 0, 1});
    const double diffuse = 0.52 * std::max(0.0, dot(normal, key)) + 0.20 * std::max(0.0, dot(normal, fill));
    const double sky = 0.44 + 0.08 * normal.y;
    const double gloss = 0.16 * std::pow(std::max(0.0, dot(normal, half)), 40);
    // Grazing surfaces are a little darker, which draws the form.
    const double rim = 0.82 + 0.18 * std::min(1.0, 2.2 * normal.z);
    const auto light = static_cast<float>((diffuse + sky) * rim);
    const auto shine = static_cast<float>(gloss);
    return light * color + Color{shine, shine, shine};
}

double side(const Projected& a, const Projected& b, double x, double y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

int first_pixel(double value) {
    return static_cast<int>(std::clamp(std::ceil(value - 0.5), -1e6, 1e6));
}
int last_pixel(double value) {
    return static_cast<int>(std::clamp(std::floor(value - 0.5), -1e6, 1e6));
}

}  // namespace

Stage::Stage(int width, int height)
    : width_(width),
      height_(height),
      depth_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), nothing),
      shaded_(depth_.size()),
      tag_(depth_.size()),
      marks_(depth_.size()) {}

void Stage::add_triangle(const Corner& a, const Corner& b, const Corner& c, Color color, float edges) {
    const Projected& p = a.place;
    const Projected& q = b.place;
    const Projected& r = c.place;
    const double area = side(p, q, r.x, r.y);
    if (area == 0 || !std::isfinite(area)) return;
    const uint32_t tag = tag_of(color);
    // Heights over the sides, in pixels, tell how near a pixel is to a side.
    const std::array<double, 3> heights = {std::abs(area) / std::hypot(r.x - q.x, r.y - q.y),
                                           std::abs(area) / std::hypot(p.x - r.x, p.y - r.y),
                                           std::abs(area) / std::hypot(q.x - p.x, q.y - p.y)};
    const int top = std::max(0, first_pixel(std::min({p.y, q.y, r.y})));
    const int bottom = std::min(height_ - 1, last_pixel(std::max({p.y, q.y, r.y})));
    const int left = std::max(0, first_pixel(std::min({p.x, q.x, r.x})));
    const int right = std::min(width_ - 1, last_pixel(std::max({p.x, q.x, r.x})));
    for (int y = top; y <= bottom; ++y) {
        for (int x = left; x <= right; ++x) {
            const double px = x + 0.5;
            const double py = y + 0.5;
            const double u = side(q, r, px, py) / area;
            const double v = side(r, p, px, py) / area;
            const double w = 1 - u - v;
            if (u < 0 || v < 0 || w < 0) continue;
            const auto depth = static_cast<float>(u * p.depth + v * q.depth + w * r.depth);
            const std::size_t i = index(x, y);
            if (!(depth < depth_[i])) continue;
            depth_[i] = depth;
            tag_[i] = tag;
            Color shown = shade(color, unit(u * a.normal + v * b.normal + w * c.normal));
            if (edges > 0) {
                const double nearest = std::min({u * heights[0], v * heights[1], w * heights[2]});
                const auto strength = static_cast<float>(std::clamp(1.6 - nearest, 0.0, 1.0));
                shown = mix(shown, 0.45F * color, edges * strength);
            }
            shaded_[i] = shown;
        }
    }
}

void Stage::add_mark(Projected from, Projected to, double radius, Mark mark) {
    const auto kind = static_cast<std::size_t>(mark);
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    const double squared = dx * dx + dy * dy;
    if (!std::isfinite(squared) || !std::isfinite(from.x + from.y)) return;
    const int top = std::max(0, first_pixel(std::min(from.y, to.y) - radius - 1));
    const int bottom = std::min(height_ - 1, last_pixel(std::max(from.y, to.y) + radius + 1));
    const int left = std::max(0, first_pixel(std::min(from.x, to.x) - radius - 1));
    const int right = std::min(width_ - 1, last_pixel(std::max(from.x, to.x) + radius + 1));
    for (int y = top; y <= bottom; ++y) {
        for (int x = left; x <= right; ++x) {
            const double px = x + 0.5 - from.x;
            const double py = y + 0.5 - from.y;
            const double t = squared > 0 ? std::clamp((px * dx + py * dy) / squared, 0.0, 1.0) : 0;
            const double covered = std::clamp(radius + 0.5 - std::hypot(px - t * dx, py - t * dy), 0.0, 1.0);
            if (covered <= 0) continue;
            const std::size_t i = index(x, y);
            const double depth = from.depth + t * (to.depth - from.depth);
            // Contacts lie in the surface: a little tolerance keeps them from drowning in it.
            const bool is_visible = depth * (1 - 2e-3) <= static_cast<double>(depth_[i]);
            uint8_t& coverage = is_visible ? marks_[i].visible[kind] : marks_[i].hidden[kind];
            coverage = std::max(coverage, static_cast<uint8_t>(255 * covered));
        }
    }
}

void Stage::add_ring(Projected centre, double radius, Color color) {
    if (!std::isfinite(centre.x + centre.y + radius)) return;
    const int top = std::max(0, first_pixel(centre.y - radius - 2));
    const int bottom = std::min(height_ - 1, last_pixel(centre.y + radius + 2));
    const int left = std::max(0, first_pixel(centre.x - radius - 2));
    const int right = std::min(width_ - 1, last_pixel(centre.x + radius + 2));
    for (int y = top; y <= bottom; ++y) {
        for (int x = left; x <= right; ++x) {
            const double distance = std::hypot(x + 0.5 - centre.x, y + 0.5 - centre.y);
            const double fill = 0.06 * std::clamp(radius - distance, 0.0, 1.0);
            const double ring = 0.55 * std::clamp(2.0 - std::abs(distance - radius), 0.0, 1.0);
            const std::size_t i = index(x, y);
            if (depth_[i] == nothing) {
                // Give the background a place to hold the ring, behind everything.
                shaded_[i] = Color{1, 1, 1};
                depth_[i] = std::numeric_limits<float>::max();
            }
            shaded_[i] = mix(shaded_[i], color, static_cast<float>(std::max(fill, ring)));
        }
    }
}

// How much of the surroundings stands before this pixel: sampled on two circles in the picture, counting what
// is nearer by less than a part of the scene's size.
float Stage::occlusion(int x, int y, float unit_depth) const {
    static constexpr std::array<std::array<float, 2>, 8> directions = {
        {{1, 0}, {0.7F, 0.7F}, {0, 1}, {-0.7F, 0.7F}, {-1, 0}, {-0.7F, -0.7F}, {0, -1}, {0.7F, -0.7F}}};
    const float here = depth_[index(x, y)];
    const float reach = static_cast<float>(width_) * 0.012F;
    float sum = 0;
    for (int ring = 1; ring <= 3; ++ring) {
        const float radius = reach * static_cast<float>(ring) / 3;
        for (std::size_t k = 0; k < directions.size(); ++k) {
            const auto& direction = directions[k];
            const int sx = x + static_cast<int>(radius * direction[0]);
            const int sy = y + static_cast<int>(radius * direction[1]);
            const int ox = 2 * x - sx;
            const int oy = 2 * y - sy;
            if (sx < 0 || sy < 0 || sx >= width_ || sy >= height_) continue;
            const float there = depth_[index(sx, sy)];
            if (there == nothing) continue;
            // Against the slope of the surface: the opposite sample tells where a plane would be.
            float expected = here;
            if (ox >= 0 && oy >= 0 && ox < width_ && oy < height_ && depth_[index(ox, oy)] != nothing) {
                const float slope =
                    std::clamp(depth_[index(ox, oy)] - here, -0.02F * unit_depth, 0.02F * unit_depth);
                expected = here - slope;
            }
            const float nearer = (expected - there) / (0.05F * unit_depth);
            if (nearer > 0.02F)
                sum += std::clamp(nearer * 3, 0.0F, 1.0F) * std::clamp(2.5F - nearer, 0.0F, 1.0F);
        }
    }
    return sum / 24;
}

float Stage::outline(int x, int y, float unit_depth) const {
    const float here = depth_[index(x, y)];
    float step = 0;
    for (const auto& [dx, dy] : {std::pair(1, 0), std::pair(-1, 0), std::pair(0, 1), std::pair(0, -1)}) {
        const int sx = x + 2 * dx;
        const int sy = y + 2 * dy;
        if (sx < 0 || sy < 0 || sx >= width_ || sy >= height_) continue;
        const float there = depth_[index(sx, sy)];
        if (there == nothing) {
            step = 1;
            continue;
        }
        // Against the slope on the other side: a surface seen along its plane is steep, but has no edge here.
        const int ox = x - 2 * dx;
        const int oy = y - 2 * dy;
        const bool has_other = ox >= 0 && oy >= 0 && ox < width_ && oy < height_;
        const float other = has_other ? depth_[index(ox, oy)] : nothing;
        const float slope = other == nothing ? 0 : std::max(0.0F, here - other);
        step = std::max(step, (there - here - slope) / (0.08F * unit_depth));
    }
    return std::clamp(step - 0.25F, 0.0F, 0.75F);
}

Image Stage::finished(double unit_depth) const {
    Image image(width_, height_);
    const auto unit_size = static_cast<float>(unit_depth);
    for (int y = 0; y < height_; ++y) {
        // A backdrop a little darker towards the ground.
        const float t = static_cast<float>(y) / static_cast<float>(height_);
        const Color backdrop = mix(rgb(0xffffff), rgb(0xe9edf2), t * t);
        for (int x = 0; x < width_; ++x) {
            const std::size_t i = index(x, y);
            Color color = backdrop;
            if (depth_[i] == std::numeric_limits<float>::max()) {
                color = shaded_[i] + (-1.0F * rgb(0xffffff)) + backdrop;
            } else if (depth_[i] != nothing) {
                color = (1 - 0.7F * occlusion(x, y, unit_size)) * shaded_[i];
                color = mix(color, rgb(0x1d2733), outline(x, y, unit_size));
            }
            const Coverage& marks = marks_[i];
            for (std::size_t kind = 0; kind < 3; ++kind) {
                const float hidden = static_cast<float>(marks.hidden[kind]) / 255;
                const float visible = static_cast<float>(marks.visible[kind]) / 255;
                color = mix(color, mark_colors[kind], hidden_strength[kind] * hidden);
                color = mix(color, mark_colors[kind], visible);
            }
            image.at(x, y) = color;
        }
    }
    return image;
}

uint64_t Stage::count_pixels(Color color) const {
    return static_cast<uint64_t>(std::count(tag_.begin(), tag_.end(), tag_of(color)));
}

}  // namespace cli
