// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "backends/ldi/layered_image.hpp"
#include "geometry/vector.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// From local coordinates to the host's.
struct HostTransform {
    Vec3 origin;
    double scale;

    explicit HostTransform(const Frame& frame) : origin(frame.origin), scale(frame.scale) {}

    double length(double local) const { return local / scale; }
    double coordinate(int axis, double local) const { return local / scale + origin[axis]; }
};

// A point in a view: the pixel whose centre is nearest to it, and its depth.
struct PixelPoint {
    uint32_t pixel;
    uint32_t depth;
};

// From local coordinates to pixels and depth.
class ViewTransform {
  public:
    explicit ViewTransform(const LdiView& view) : view_(view) {
        axes_[0] = static_cast<int>(view.axis_x());
        axes_[1] = static_cast<int>(view.axis_y());
        axes_[2] = static_cast<int>(view.axis);
        const float counts[3] = {static_cast<float>(view.width), static_cast<float>(view.height),
                                 static_cast<float>(depth_one)};
        for (int i = 0; i < 3; ++i) scale_[i] = counts[i] / (view.max[axes_[i]] - view.min[axes_[i]]);
    }

    bool contains(const Vec3f& point) const {
        return (point.x >= view_.min.x) & (point.x <= view_.max.x) & (point.y >= view_.min.y) &
               (point.y <= view_.max.y) & (point.z >= view_.min.z) & (point.z <= view_.max.z);
    }
    // For points in the view.
    PixelPoint locate(const Vec3f& point) const {
        const float x = (point[axes_[0]] - view_.min[axes_[0]]) * scale_[0];
        const float y = (point[axes_[1]] - view_.min[axes_[1]]) * scale_[1];
        const float z = (point[axes_[2]] - view_.min[axes_[2]]) * scale_[2];
        const uint32_t column = std::min(static_cast<uint32_t>(x), view_.width - 1);
        const uint32_t row = std::min(static_cast<uint32_t>(y), view_.height - 1);
        return {row * view_.width + column, std::min(static_cast<uint32_t>(z + 0.5F), depth_one)};
    }

    double pixel_size(int i) const {
        return (double{view_.max[axes_[i]]} - double{view_.min[axes_[i]]}) /
               (i == 0 ? view_.width : view_.height);
    }
    // The centre of a pixel along the image's x (0) or y (1), local.
    double centre(int i, uint32_t number) const {
        return view_.min[axes_[i]] + (number + 0.5) * pixel_size(i);
    }
    double depth_unit() const {
        return (double{view_.max[axes_[2]]} - double{view_.min[axes_[2]]}) / double{depth_one};
    }
    double depth_coordinate(double depth) const { return view_.min[axes_[2]] + depth * depth_unit(); }

    int axis_x() const { return axes_[0]; }
    int axis_y() const { return axes_[1]; }
    int axis() const { return axes_[2]; }
    const LdiView& view() const { return view_; }

  private:
    LdiView view_;
    int axes_[3];
    float scale_[3];
};

}  // namespace defcol
