// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace scenes {

// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). The standard library's distributions differ between
// implementations; these numbers do not.
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t next() {
        state_ += 0x9e3779b97f4a7c15U;
        uint64_t bits = state_;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
        return bits ^ (bits >> 31);
    }
    // In [0, 1), a multiple of 2^-53.
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    // In [0, count); the bias of the remainder is below count / 2^64.
    uint32_t below(uint32_t count) { return static_cast<uint32_t>(next() % count); }

  private:
    uint64_t state_;
};

}  // namespace scenes
