// SPDX-License-Identifier: MIT
#include "base/radix_sort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/workers.hpp"

namespace defcol {
namespace {

// Below this a comparison sort beats the fixed cost of counting.
constexpr std::size_t fewest_for_radix = 128;
constexpr std::size_t fewest_for_workers = std::size_t{1} << 15;

constexpr uint32_t digit_bits = 8;
constexpr uint32_t digit_values = 1u << digit_bits;
constexpr uint32_t most_digits = 64 / digit_bits;

struct KeySummary {
    uint64_t varying_bits = 0;
    bool is_sorted = true;
};

KeySummary summarize(std::span<const uint64_t> keys) {
    uint64_t varying = 0;
    bool sorted = true;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        varying |= keys[i] ^ keys[0];
        sorted &= keys[i - 1] <= keys[i];
    }
    return {varying, sorted};
}

// Positions of the digits that cover the varying bits, lowest first. Digits start where bits vary
// rather than at multiples of eight, so two short numbers in one key need fewer passes.
struct DigitPlan {
    std::array<uint32_t, most_digits> shifts{};
    uint32_t count = 0;
};

DigitPlan plan_digits(uint64_t varying_bits) {
    DigitPlan plan;
    while (varying_bits != 0) {
        const auto shift = static_cast<uint32_t>(std::countr_zero(varying_bits));
        plan.shifts[plan.count++] = shift;
        if (shift + digit_bits >= 64) break;
        varying_bits &= ~uint64_t{0} << (shift + digit_bits);
    }
    return plan;
}

constexpr uint32_t digit_at(uint64_t key, uint32_t shift) {
    return static_cast<uint32_t>(key >> shift) & (digit_values - 1);
}

// Least significant digit first (Knuth, TAOCP volume 3, section 5.2.5). Sorts what is in `source`,
// using `other` of the same size, and returns whichever of the two holds the result.
uint64_t* sort_digits(uint64_t* source, uint64_t* other, std::size_t count, const DigitPlan& plan) {
    std::size_t counts[most_digits][digit_values];
    std::memset(counts, 0, sizeof counts[0] * plan.count);
    for (std::size_t i = 0; i < count; ++i) {
        for (uint32_t digit = 0; digit < plan.count; ++digit) {
            ++counts[digit][digit_at(source[i], plan.shifts[digit])];
        }
    }
    for (uint32_t digit = 0; digit < plan.count; ++digit) {
        std::size_t* next = counts[digit];
        std::size_t sum = 0;
        for (uint32_t value = 0; value < digit_values; ++value) sum += std::exchange(next[value], sum);
        const uint32_t shift = plan.shifts[digit];
        for (std::size_t i = 0; i < count; ++i) other[next[digit_at(source[i], shift)]++] = source[i];
        std::swap(source, other);
    }
    return source;
}

// Sorts what is in `source` and leaves the result in `target`; both are overwritten.
void sort_into(uint64_t* source, uint64_t* target, std::size_t count) {
    const KeySummary summary = summarize({source, count});
    uint64_t* result = source;
    if (!summary.is_sorted) {
        if (count < fewest_for_radix) {
            std::sort(source, source + count);
        } else {
            result = sort_digits(source, target, count, plan_digits(summary.varying_bits));
        }
    }
    if (result != target && count != 0) std::memcpy(target, result, count * sizeof(uint64_t));
}

}  // namespace

void sort_keys(std::span<uint64_t> keys, std::span<uint64_t> scratch) {
    const KeySummary summary = summarize(keys);
    if (summary.is_sorted) return;
    if (keys.size() < fewest_for_radix) {
        std::sort(keys.begin(), keys.end());
        return;
    }
    const uint64_t* result =
        sort_digits(keys.data(), scratch.data(), keys.size(), plan_digits(summary.varying_bits));
    if (result != keys.data()) std::memcpy(keys.data(), result, keys.size_bytes());
}

// One pass by the highest digit into scratch, shared by blocks; then each of its values is a short
// array of its own that is sorted back into its place. With keys that crowd into few values of that
// digit the second step is shared badly, but never wrong.
void sort_keys(std::span<uint64_t> keys, std::span<uint64_t> scratch, Workers& workers) {
    constexpr uint32_t most_blocks = 16;
    if (workers.worker_count() == 1 || keys.size() < fewest_for_workers) return sort_keys(keys, scratch);
    const KeySummary summary = summarize(keys);
    if (summary.is_sorted) return;
    const auto width = static_cast<uint32_t>(std::bit_width(summary.varying_bits));
    const uint32_t shift = width > digit_bits ? width - digit_bits : 0;

    const uint32_t block_count = std::min(workers.worker_count(), most_blocks);
    const std::size_t block_size = keys.size() / block_count + 1;
    const auto block = [&](uint32_t index) {
        const std::size_t begin = std::min(index * block_size, keys.size());
        return keys.subspan(begin, std::min(block_size, keys.size() - begin));
    };
    std::size_t next[most_blocks][digit_values];
    workers.run(block_count, [&](uint32_t index, uint32_t) {
        std::memset(next[index], 0, sizeof next[index]);
        for (const uint64_t key : block(index)) ++next[index][digit_at(key, shift)];
    });
    std::size_t starts[digit_values + 1];
    std::size_t sum = 0;
    for (uint32_t value = 0; value < digit_values; ++value) {
        starts[value] = sum;
        for (uint32_t index = 0; index < block_count; ++index) sum += std::exchange(next[index][value], sum);
    }
    starts[digit_values] = sum;
    workers.run(block_count, [&](uint32_t index, uint32_t) {
        for (const uint64_t key : block(index)) scratch[next[index][digit_at(key, shift)]++] = key;
    });
    workers.run(digit_values, [&](uint32_t value, uint32_t) {
        const std::size_t begin = starts[value];
        sort_into(scratch.data() + begin, keys.data() + begin, starts[value + 1] - begin);
    });
}

}  // namespace defcol
