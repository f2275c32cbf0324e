// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "vector.hpp"

namespace cli {

struct Rectangle {
    double left;
    double top;
    double right;
    double bottom;
};

// A point on the picture; depth grows away from the viewer.
struct Projected {
    double x;
    double y;
    double depth;
};

// A view with slight perspective onto everything inside a sphere.
class Camera {
  public:
    // Looks at the sphere's centre from that direction (to the viewer); `up` is up in the picture.
    Camera(Vec3 centre, double radius, Vec3 direction, Vec3 up);

    // Scales and shifts the picture so that the points fill the rectangle, in pixels.
    void fit(std::span<const double> positions, const Rectangle& target);

    Projected project(Vec3 point) const {
        const Vec3 p = point - centre_;
        const double depth = distance_ - dot(p, backward_);
        const double scale = distance_ / depth;
        return {offset_x_ + zoom_ * scale * dot(p, right_), offset_y_ - zoom_ * scale * dot(p, up_), depth};
    }
    // In the viewer's coordinates: right, up, to the viewer.
    Vec3 turned(Vec3 direction) const {
        return {dot(direction, right_), dot(direction, up_), dot(direction, backward_)};
    }
    double pixels_per_unit() const { return zoom_; }  // at the centre

  private:
    Vec3 centre_;
    double distance_;
    Vec3 backward_;
    Vec3 right_;
    Vec3 up_;
    double zoom_ = 1;
    double offset_x_ = 0;
    double offset_y_ = 0;
};

}  // namespace cli
