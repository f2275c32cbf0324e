// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/option_values.hpp"

namespace defcol {

// How a split chooses its direction.
enum class SplitRule : int64_t { longest_axis = 0, orthogonal_to_cut = 1 };

// The options of the backend, read once per frame.
struct CutSettings {
    int64_t target;       // of Highway
    uint64_t leaf_pairs;  // lists with no more pairs than this are tested pair by pair
    float
        cut_threshold;  // a list is cut only where its share in the overlap is below this; 1 or more: always
    float stop_fraction;  // of the triangles: a cut that removes no more is the last one
    uint32_t most_cuts;
    SplitRule split_rule;

    explicit CutSettings(const OptionValues& values);
};

}  // namespace defcol
