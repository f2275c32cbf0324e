// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "camera.hpp"
#include "image.hpp"

namespace cli {

// Triangles and marks, hidden surfaces removed, in software: no graphics driver is needed.
class Stage {
  public:
    Stage(int width, int height);

    struct Corner {
        Projected place;
        Vec3 normal;  // unit, in the viewer's coordinates
    };
    // `edges`: how strongly the sides show, 0 to 1.
    void add_triangle(const Corner& a, const Corner& b, const Corner& c, Color color, float edges);
    // Marks are drawn above what is behind them, and shine through faintly what is before them. `radius` in
    // pixels.
    enum class Mark { contact, normal, volume };
    void add_mark(Projected from, Projected to, double radius, Mark mark);
    // A ball that others may be in or behind, drawn as a ring with a faint fill.
    void add_ring(Projected centre, double radius, Color color);

    // Darkens creases and outlines, then lays the marks over it.
    Image finished(double unit_depth) const;

    // Pixels that show this colour and no other: for choosing a view.
    uint64_t count_pixels(Color color) const;

  private:
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    }
    float occlusion(int x, int y, float unit_depth) const;
    float outline(int x, int y, float unit_depth) const;

    int width_;
    int height_;
    std::vector<float> depth_;  // infinite: nothing there
    std::vector<Color> shaded_;
    std::vector<uint32_t> tag_;  // which colour, exactly
    struct Coverage {
        uint8_t visible[3]{};
        uint8_t hidden[3]{};
    };
    std::vector<Coverage> marks_;
};

}  // namespace cli
