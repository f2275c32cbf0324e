// SPDX-License-Identifier: MIT
#include "camera.hpp"

#include <algorithm>

namespace cli {

Camera::Camera(Vec3 centre, double radius, Vec3 direction, Vec3 up)
    : centre_(centre), distance_(radius > 0 ? 5 * radius : 1), backward_(unit(direction)) {
    right_ = unit(cross(up, backward_));
    up_ = cross(backward_, right_);
}

void Camera::fit(std::span<const double> positions, const Rectangle& target) {
    zoom_ = 1;
    offset_x_ = 0;
    offset_y_ = 0;
    double left = HUGE_VAL;
    double right = -HUGE_VAL;
    double top = HUGE_VAL;
    double bottom = -HUGE_VAL;
    for (std::size_t i = 0; i + 3 <= positions.size(); i += 3) {
        if (!std::isfinite(positions[i] + positions[i + 1] + positions[i + 2])) continue;
        const Projected p = project({positions[i], positions[i + 1], positions[i + 2]});
        left = std::min(left, p.x);
        right = std::max(right, p.x);
        top = std::min(top, p.y);
        bottom = std::max(bottom, p.y);
    }
    if (!(right >= left)) left = right = top = bottom = 0;
    const double across = std::max(right - left, 1e-300);
    const double down = std::max(bottom - top, 1e-300);
    zoom_ = std::min((target.right - target.left) / across, (target.bottom - target.top) / down);
    // A single point has no size to scale by.
    if (!std::isfinite(zoom_) || (right == left && bottom == top)) zoom_ = 1;
    offset_x_ = 0.5 * (target.left + target.right) - zoom_ * 0.5 * (left + right);
    offset_y_ = 0.5 * (target.top + target.bottom) - zoom_ * 0.5 * (top + bottom);
}

}  // namespace cli
