// SPDX-License-Identifier: MIT
#include "backends/ldi/volume_of_interest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace defcol {

namespace {

// One way to look along an axis: a near object entirely behind the lower face, a far one before the upper.
struct Choice {
    float lower;
    float upper;
    bool first_is_near;
    bool is_extended;

    float distance() const { return upper - lower; }
    bool is_better_than(const Choice& other) const {
        if (is_extended != other.is_extended) return other.is_extended;
        return distance() < other.distance();
    }
};

Choice best_choice(const Box& a, const Box& b, int axis) {
    // The intersection's own faces, where they are outside faces; else moved out to the box.
    const Choice first_near{a.min[axis], b.max[axis], true,
                            a.min[axis] < b.min[axis] || b.max[axis] > a.max[axis]};
    const Choice second_near{b.min[axis], a.max[axis], false,
                             b.min[axis] < a.min[axis] || a.max[axis] > b.max[axis]};
    return second_near.is_better_than(first_near) ? second_near : first_near;
}

VolumeOfInterest volume_along(const Box& a, const Box& b, uint32_t axis, const Choice& choice) {
    VolumeOfInterest volume;
    for (int i = 0; i < 3; ++i) {
        volume.box.min[i] = std::max(a.min[i], b.min[i]);
        volume.box.max[i] = std::min(a.max[i], b.max[i]);
    }
    volume.box.min[static_cast<int>(axis)] = choice.lower;
    volume.box.max[static_cast<int>(axis)] = choice.upper;
    volume.axis = axis;
    volume.first_is_near = choice.first_is_near;
    return volume;
}

}  // namespace

VolumeOfInterest find_volume_of_interest(const Box& a, const Box& b, uint32_t axis) noexcept {
    return volume_along(a, b, axis, best_choice(a, b, static_cast<int>(axis)));
}

VolumeOfInterest find_volume_of_interest(const Box& a, const Box& b) noexcept {
    uint32_t best_axis = 0;
    Choice best = best_choice(a, b, 0);
    for (uint32_t axis = 1; axis < 3; ++axis) {
        const Choice choice = best_choice(a, b, static_cast<int>(axis));
        if (!choice.is_better_than(best)) continue;
        best = choice;
        best_axis = axis;
    }
    return volume_along(a, b, best_axis, best);
}

VolumeOfInterest whole_volume(const Box& box) noexcept {
    uint32_t thinnest = 0;
    for (uint32_t axis = 1; axis < 3; ++axis) {
        const auto i = static_cast<int>(axis);
        const auto least = static_cast<int>(thinnest);
        if (box.max[i] - box.min[i] < box.max[least] - box.min[least]) thinnest = axis;
    }
    return {box, thinnest, true};
}

LdiView make_view(const VolumeOfInterest& volume, uint32_t resolution) noexcept {
    LdiView view{volume.box.min, volume.box.max, volume.axis, resolution, resolution};
    float largest = 0;
    float magnitude = 0;
    for (int axis = 0; axis < 3; ++axis) {
        largest = std::max(largest, view.max[axis] - view.min[axis]);
        magnitude = std::max({magnitude, std::fabs(view.min[axis]), std::fabs(view.max[axis])});
    }
    // Below 2^-22 of the coordinates floats have no room for pixels.
    const float least = std::max({largest * 0x1p-12F, magnitude * 0x1p-20F, 0x1p-100F});
    for (int axis = 0; axis < 3; ++axis) {
        if (view.max[axis] - view.min[axis] >= least) continue;
        const float middle = view.min[axis] + (view.max[axis] - view.min[axis]) / 2;
        view.min[axis] = middle - least / 2;
        view.max[axis] = middle + least / 2;
    }
    // Surfaces on an outside face are to lie in the volume, not at the depth of what was clamped.
    const auto axis = static_cast<int>(view.axis);
    const float margin = std::max((view.max[axis] - view.min[axis]) * 0x1p-16F, magnitude * 0x1p-22F);
    view.min[axis] -= margin;
    view.max[axis] += margin;
    return view;
}

}  // namespace defcol
