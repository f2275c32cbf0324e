// SPDX-License-Identifier: MIT
#include "backends/brute_force/box_columns.hpp"

#include <bit>
#include <cstring>

namespace defcol {

void BoxColumns::resize(uint32_t count) {
    // A whole block may be read from any box on.
    const std::size_t stride = std::size_t{count} + block_size;
    values_.assign(6 * stride, 0.0F);
    stride_ = stride;
}

void BoxColumns::set(uint32_t index, const Box& box) noexcept {
    float* value = values_.data() + index;
    for (int axis = 0; axis < 3; ++axis) {
        value[static_cast<std::size_t>(2 * axis) * stride_] = box.min[axis];
        value[static_cast<std::size_t>(2 * axis + 1) * stride_] = box.max[axis];
    }
}

Box BoxColumns::get(uint32_t index) const noexcept {
    Box box;
    for (int axis = 0; axis < 3; ++axis) {
        box.min[axis] = column(static_cast<uint32_t>(2 * axis))[index];
        box.max[axis] = column(static_cast<uint32_t>(2 * axis + 1))[index];
    }
    return box;
}

uint64_t BoxColumns::overlap_bits(const Box& box, uint32_t block, uint32_t count) const noexcept {
    const float* min_x = column(0) + block;
    const float* max_x = column(1) + block;
    const float* min_y = column(2) + block;
    const float* max_y = column(3) + block;
    const float* min_z = column(4) + block;
    const float* max_z = column(5) + block;
    const Box b = box;
    uint32_t hit[block_size];
    for (uint32_t i = 0; i < block_size; ++i) {
        hit[i] = static_cast<uint32_t>((min_x[i] <= b.max.x) & (b.min.x <= max_x[i]) & (min_y[i] <= b.max.y) &
                                       (b.min.y <= max_y[i]) & (min_z[i] <= b.max.z) & (b.min.z <= max_z[i]));
    }
    uint32_t any = 0;
    for (const uint32_t overlaps : hit) any |= overlaps;
    if (any == 0) return 0;
    uint64_t bits = 0;
    for (uint32_t i = 0; i < count; ++i) bits |= uint64_t{hit[i]} << i;
    return bits;
}

}  // namespace defcol
