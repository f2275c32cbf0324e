// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "geometry/box.hpp"

namespace defcol {

// Triangles as columns: the nine coordinates of their corners, then their global id. Below the first cut a
// triangle carries its corners: three contiguous dot products cost less than three gathered ones.
//
// A column has room for list_padding elements after the last, so that whole vectors may be read and written
// at any place of the list.
struct TriangleList {
    static constexpr std::size_t column_count = 10;
    static constexpr std::size_t id_column = 9;
    static constexpr uint32_t padding = 16;

    float* data = nullptr;
    std::size_t stride = 0;
    uint32_t count = 0;
    Box box;  // of the local coordinates as they are, not rounded

    static std::size_t stride_for(uint32_t capacity) {
        return (std::size_t{capacity} + std::size_t{2} * padding - 1) / padding * padding;
    }

    // Column 3 * corner + axis.
    float* column(std::size_t index) const { return data + index * stride; }
    uint32_t id(uint32_t index) const { return std::bit_cast<uint32_t>(column(id_column)[index]); }
    Vec3f corner(uint32_t index, std::size_t which) const {
        return {column(3 * which)[index], column(3 * which + 1)[index], column(3 * which + 2)[index]};
    }
};

// A bound for raw coordinates of another list, such that what lies strictly beyond it is apart. A local value
// l stands for an exact one within u |l| + c, u = 2^-24, c = 2^-126. Let r be the bound computed for b: r <=
// b - 7 u |b| - 2^-123. Where a < r, the greatest exact value for a is below r + u |r| + c (the map grows
// with a), which is below b - u |b| - c, the least exact value for b. Likewise upward.
inline Box widened_for_raw(const Box& box) {
    const auto margin = [](float value) { return std::fabs(value) * 0x8p-24F + 0x1p-122F; };
    Box result;
    for (int axis = 0; axis < 3; ++axis) {
        result.min[axis] = box.min[axis] - margin(box.min[axis]);
        result.max[axis] = box.max[axis] + margin(box.max[axis]);
    }
    return result;
}

}  // namespace defcol
