// SPDX-License-Identifier: MIT
#include "broadphase/sweep_and_prune.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/radix_sort.hpp"

namespace defcol {
namespace {

// Below this many tests per object more strips cost more than they save.
constexpr uint32_t tests_worth_a_strip = 16;
constexpr uint32_t entries_per_object = 4;
constexpr uint32_t sample_size = 256;
constexpr uint32_t finest_level = 6;  // 64 strips: their numbers fit a byte

// Unsigned numbers in the order of the floats.
uint32_t ordered_bits(float value) {
    const auto bits = std::bit_cast<uint32_t>(value);
    return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}

// Boxes evenly taken from all, along one axis: enough to see where objects are and how far they reach.
struct Sample {
    std::array<float, sample_size> lows;  // ascending
    uint32_t count = 0;
    uint32_t overlap_count = 0;  // ordered pairs (a, b) where b begins inside a
};

Sample take_sample(std::span<const Box> boxes, uint32_t axis) {
    Sample sample;
    std::array<float, sample_size> highs;
    const size_t step = (boxes.size() + sample_size - 1) / sample_size;
    for (size_t i = 0; i < boxes.size(); i += step) {
        if (boxes[i].empty()) continue;
        sample.lows[sample.count] = boxes[i].min[static_cast<int>(axis)];
        highs[sample.count++] = boxes[i].max[static_cast<int>(axis)];
    }
    // The number of pairs follows from the sorted ends alone: each box is joined by those that begin before
    // it ends, less those that begin before it.
    std::sort(sample.lows.begin(), sample.lows.begin() + sample.count);
    std::sort(highs.begin(), highs.begin() + sample.count);
    for (uint32_t ended = 0, begun = 0; ended < sample.count; ++ended) {
        while (begun < sample.count && sample.lows[begun] <= highs[ended]) ++begun;
        sample.overlap_count += begun - ended - 1;
    }
    return sample;
}

// As many halvings as bring that many tests down to what a strip costs.
uint32_t strip_level_for(uint64_t tests_per_object) {
    return std::min(finest_level,
                    static_cast<uint32_t>(std::bit_width(tests_per_object / tests_worth_a_strip)));
}

uint32_t strip_of(float value, const std::array<float, 63>& borders) {
    uint32_t strip = 0;
    for (uint32_t half = 32; half != 0; half /= 2) {
        strip += borders[strip + half - 1] <= value ? half : 0;
    }
    return strip;
}

}  // namespace

std::span<const ObjectPair> SweepAndPrune::find_pairs(std::span<const Box> boxes, Filter filter) {
    pairs_.clear();
    test_count_ = 0;
    if (boxes.size() < 2) return {};
    Plan plan = plan_axes(boxes);
    keep_order(static_cast<uint32_t>(boxes.size()));
    sort_along(boxes, plan.axes[0]);
    deal(boxes, plan);

    keys_.clear();
    uint32_t begin = 0;
    for (uint32_t cell = 0; cell < cell_ends_.size(); ++cell) {
        const uint32_t end = cell_ends_[cell];
        const Strips strips{cell & ((1U << plan.strip_level[0]) - 1), cell >> plan.strip_level[0]};
        sweep(entries_.span().subspan(begin, end - begin), strips, filter);
        begin = end;
    }

    scratch_.resize_uninitialized(keys_.size());
    sort_keys(keys_.span(), scratch_.span());
    pairs_.resize_uninitialized(keys_.size());
    std::transform(keys_.begin(), keys_.end(), pairs_.begin(), [](uint64_t key) {
        return ObjectPair{static_cast<uint32_t>(key >> 32), static_cast<uint32_t>(key)};
    });
    return pairs_.span();
}

SweepAndPrune::Plan SweepAndPrune::plan_axes(std::span<const Box> boxes) {
    const Sample samples[3] = {take_sample(boxes, 0), take_sample(boxes, 1), take_sample(boxes, 2)};
    uint32_t best = axis_;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        // Another axis must be clearly better, because changing it throws the kept order away.
        const uint32_t handicap = best == axis_ ? 2 : 1;
        if (handicap * samples[axis].overlap_count < samples[best].overlap_count) best = axis;
    }
    axis_ = best;

    Plan plan{.axes = {best, (best + 1) % 3, (best + 2) % 3}, .strip_level = {0, 0}, .borders = {}};
    const uint64_t sampled = std::max(samples[best].count, 1U);
    // Each sampled box met overlap_count / sampled of `sampled` boxes.
    const uint64_t tests_per_object = samples[best].overlap_count * boxes.size() / (sampled * sampled);
    const uint32_t wanted_level = strip_level_for(tests_per_object);
    for (uint32_t other = 0; other < 2; ++other) {
        const Sample& sample = samples[plan.axes[other + 1]];
        plan.strip_level[other] = wanted_level;
        for (uint32_t i = 0; i < 63; ++i) {
            plan.borders[other][i] = sample.count == 0 ? 0 : sample.lows[(i + 1) * sample.count / 64];
        }
    }
    return plan;
}

// Objects are numbered anew when one is removed; the old order is then still a good guess.
void SweepAndPrune::keep_order(uint32_t object_count) {
    order_.reserve(object_count);
    if (order_.size() > object_count) {
        const auto* end = std::remove_if(order_.begin(), order_.end(),
                                         [=](uint32_t object) { return object >= object_count; });
        order_.resize_uninitialized(static_cast<size_t>(end - order_.begin()));
    }
    while (order_.size() < object_count) order_.push_back(static_cast<uint32_t>(order_.size()));
}

void SweepAndPrune::sort_along(std::span<const Box> boxes, uint32_t axis) {
    const size_t count = boxes.size();
    keys_.resize_uninitialized(count);
    scratch_.resize_uninitialized(count);
    filled_count_ = 0;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t object = order_[i];
        const Box& box = boxes[object];
        // Empty boxes go behind all others, infinity included.
        const bool is_empty = box.empty();
        const uint32_t place =
            is_empty ? std::numeric_limits<uint32_t>::max() : ordered_bits(box.min[static_cast<int>(axis)]);
        keys_[i] = uint64_t{place} << 32 | object;
        filled_count_ += is_empty ? 0 : 1;
    }
    size_t moves_left = 4 * count;
    for (size_t i = 1; i < count; ++i) {
        const uint64_t key = keys_[i];
        size_t place = i;
        while (place > 0 && keys_[place - 1] > key && moves_left > 0) {
            keys_[place] = keys_[place - 1];
            --place;
            --moves_left;
        }
        keys_[place] = key;
        if (moves_left == 0) {
            sort_keys(keys_.span(), scratch_.span());
            break;
        }
    }
    for (size_t i = 0; i < count; ++i) order_[i] = static_cast<uint32_t>(keys_[i]);
}

// Entries of every `step`th box if each axis had 2^level strips.
uint64_t SweepAndPrune::entry_count(const uint32_t (&level)[2], size_t step) const {
    const uint32_t shift[2] = {finest_level - level[0], finest_level - level[1]};
    uint64_t total = 0;
    for (size_t i = 0; i < covers_.size(); i += step) {
        const Cover& cover = covers_[i];
        uint64_t cells = 1;
        for (uint32_t other = 0; other < 2; ++other) {
            cells *= (uint32_t{cover.last[other]} >> shift[other]) -
                     (uint32_t{cover.first[other]} >> shift[other]) + 1;
        }
        total += cells;
    }
    return total;
}

// Halves the number of strips on the axis whose borders cut more boxes.
void SweepAndPrune::coarsen(uint32_t (&level)[2]) const {
    const size_t step = covers_.size() / sample_size + 1;
    uint64_t count[2] = {std::numeric_limits<uint64_t>::max(), std::numeric_limits<uint64_t>::max()};
    for (uint32_t other = 0; other < 2; ++other) {
        if (level[other] == 0) continue;
        --level[other];
        count[other] = entry_count(level, step);
        ++level[other];
    }
    --level[count[0] <= count[1] ? 0 : 1];
}

// Copies every box into the cells it lies in. Cells keep the order of the sweep.
void SweepAndPrune::deal(std::span<const Box> boxes, Plan& plan) {
    uint32_t(&level)[2] = plan.strip_level;
    const auto low = [&](uint32_t object, uint32_t i) {
        return boxes[object].min[static_cast<int>(plan.axes[i])];
    };
    const auto high = [&](uint32_t object, uint32_t i) {
        return boxes[object].max[static_cast<int>(plan.axes[i])];
    };

    // Reserved for the worst this number of objects can ask for: boxes that drift over a border never
    // allocate.
    const uint64_t most = uint64_t{entries_per_object} * boxes.size();
    covers_.reserve(boxes.size());
    entries_.reserve(most);
    cell_ends_.reserve(size_t{1} << (2 * strip_level_for(boxes.size())));

    covers_.resize_uninitialized(filled_count_);
    for (uint32_t i = 0; i < filled_count_; ++i) {
        for (uint32_t other = 0; other < 2; ++other) {
            const bool divided = level[0] != 0;
            const auto strip = [&](float value) {
                return static_cast<uint8_t>(divided ? strip_of(value, plan.borders[other]) : 0);
            };
            covers_[i].first[other] = strip(low(order_[i], other + 1));
            covers_[i].last[other] = strip(high(order_[i], other + 1));
        }
    }
    while (level[0] + level[1] != 0 && entry_count(level, 1) > most) coarsen(level);

    const uint32_t shift[2] = {finest_level - level[0], finest_level - level[1]};
    const auto for_each_cell = [&](const Cover& cover, auto action) {
        for (uint32_t b = uint32_t{cover.first[1]} >> shift[1]; b <= uint32_t{cover.last[1]} >> shift[1];
             ++b) {
            for (uint32_t a = uint32_t{cover.first[0]} >> shift[0]; a <= uint32_t{cover.last[0]} >> shift[0];
                 ++a) {
                action(b << level[0] | a);
            }
        }
    };
    cell_ends_.assign(size_t{1} << (level[0] + level[1]), 0);
    for (const Cover& cover : covers_) for_each_cell(cover, [&](uint32_t cell) { ++cell_ends_[cell]; });
    uint32_t total = 0;
    for (uint32_t& end : cell_ends_) {
        const uint32_t size = end;
        end = total;  // for now where the cell begins
        total += size;
    }
    entries_.resize_uninitialized(total);
    for (uint32_t i = 0; i < filled_count_; ++i) {
        const uint32_t object = order_[i];
        const Cover& cover = covers_[i];
        const Entry entry{{low(object, 0), low(object, 1), low(object, 2)},
                          {high(object, 0), high(object, 1), high(object, 2)},
                          object,
                          {static_cast<uint8_t>(uint32_t{cover.first[0]} >> shift[0]),
                           static_cast<uint8_t>(uint32_t{cover.first[1]} >> shift[1])},
                          {}};
        for_each_cell(cover, [&](uint32_t cell) { entries_[cell_ends_[cell]++] = entry; });
    }
}

void SweepAndPrune::sweep(std::span<const Entry> cell, Strips strips, Filter filter) {
    for (size_t i = 0; i < cell.size(); ++i) {
        const Entry& a = cell[i];
        size_t j = i + 1;
        for (; j < cell.size() && cell[j].low[0] <= a.high[0]; ++j) {
            const Entry& b = cell[j];
            const bool meet = (a.low[1] <= b.high[1]) & (b.low[1] <= a.high[1]) & (a.low[2] <= b.high[2]) &
                              (b.low[2] <= a.high[2]);
            // Two boxes may share several cells; they are reported in the cell where their intersection
            // begins.
            if (meet && std::max(a.first_strip[0], b.first_strip[0]) == strips.first &&
                std::max(a.first_strip[1], b.first_strip[1]) == strips.second) {
                const uint32_t lower = std::min(a.object, b.object);
                const uint32_t higher = std::max(a.object, b.object);
                if (filter.wants(filter.object, lower, higher))
                    keys_.push_back(uint64_t{lower} << 32 | higher);
            }
        }
        test_count_ += j - i - 1;
    }
}

}  // namespace defcol
