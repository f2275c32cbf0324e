// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/directions.hpp"

#include <cmath>

namespace defcol {

namespace {

struct UnitAxis {
    float x, y, z;
};

struct UnitAxes {
    UnitAxis axis[axis_count];
};

constexpr float square_root(float value) {
    float root = value;
    for (int i = 0; i < 20; ++i) root = 0.5F * (root + value / root);
    return root;
}

constexpr UnitAxes make_unit_axes() {
    UnitAxes result{};
    for (uint32_t i = 0; i < axis_count; ++i) {
        const float x = axes[i].component(0);
        const float y = axes[i].component(1);
        const float z = axes[i].component(2);
        const float length = square_root(x * x + y * y + z * z);
        result.axis[i] = {x / length, y / length, z / length};
    }
    return result;
}

constexpr UnitAxes unit_axes = make_unit_axes();

}  // namespace

uint32_t middle_direction(DirectionBits set) noexcept {
    float x = 0;
    float y = 0;
    float z = 0;
    for (DirectionBits rest = set; rest != 0; rest &= rest - 1) {
        const auto direction = static_cast<uint32_t>(std::countr_zero(rest));
        const UnitAxis& axis = unit_axes.axis[direction % axis_count];
        const float sign = direction < axis_count ? 1.0F : -1.0F;
        x += sign * axis.x;
        y += sign * axis.y;
        z += sign * axis.z;
    }
    uint32_t best = 0;
    float best_dot = -HUGE_VALF;
    for (DirectionBits rest = set; rest != 0; rest &= rest - 1) {
        const auto direction = static_cast<uint32_t>(std::countr_zero(rest));
        const UnitAxis& axis = unit_axes.axis[direction % axis_count];
        const float dot = x * axis.x + y * axis.y + z * axis.z;
        const float value = direction < axis_count ? dot : -dot;
        if (value > best_dot) {
            best_dot = value;
            best = direction;
        }
    }
    return best;
}

}  // namespace defcol
