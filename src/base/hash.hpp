// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace defcol {

// The SplitMix64 finaliser (Steele, Lea and Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014, figure 17; constants: Stafford's variant 13). A bijection on 64 bits,
// the same on every platform.
constexpr uint64_t mix_bits(uint64_t bits) noexcept {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
}

// A hash over a sequence of integers whose value may be stored and compared between runs: contact
// ids are made of it. Order matters; it depends on values only, never on addresses.
class StableHash {
  public:
    constexpr StableHash& add(uint64_t value) noexcept {
        state_ = mix_bits(state_ + golden_gamma + mix_bits(value));
        return *this;
    }
    constexpr uint64_t value() const noexcept { return state_; }

  private:
    // 2^64 divided by the golden ratio, made odd: the increment of the same generator.
    static constexpr uint64_t golden_gamma = 0x9e3779b97f4a7c15u;
    uint64_t state_ = 0;
};

}  // namespace defcol
