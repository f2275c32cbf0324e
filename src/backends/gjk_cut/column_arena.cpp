// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/column_arena.hpp"

#include <algorithm>

namespace defcol {

namespace {

constexpr std::size_t smallest_block = std::size_t{1} << 16;

}  // namespace

float* ColumnArena::take(std::size_t float_count) {
    while (block_ < blocks_.size() && used_ + float_count > blocks_[block_].capacity()) {
        ++block_;
        used_ = 0;
    }
    if (block_ == blocks_.size()) {
        const std::size_t last = blocks_.empty() ? 0 : blocks_.back().capacity();
        Buffer<float> block(*memory_);
        block.reserve(std::max({smallest_block, 2 * last, float_count}));
        blocks_.push_back(std::move(block));
        used_ = 0;
    }
    float* result = blocks_[block_].data() + used_;
    used_ += float_count;
    std::size_t taken = used_;
    for (std::size_t i = 0; i < block_; ++i) taken += blocks_[i].capacity();
    peak_ = std::max(peak_, taken);
    return result;
}

void ColumnArena::reset(std::size_t float_count) {
    block_ = 0;
    used_ = 0;
    if (blocks_.size() <= 1 &&
        (float_count == 0 || (!blocks_.empty() && blocks_[0].capacity() >= float_count)))
        return;
    blocks_.clear();
    Buffer<float> block(*memory_);
    block.reserve(std::max(smallest_block, float_count));
    blocks_.push_back(std::move(block));
}

}  // namespace defcol
