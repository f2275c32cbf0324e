// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "defcol/defcol.h"
#include "harness/comparison.hpp"
#include "harness/contestant.hpp"
#include "harness/svg_plot.hpp"

// What the measurements of Hatab and Kheddar 2006 share.
namespace bench::gjk_cut {

// Backend gjk-cut with options that are not the default: (option, value).
using OptionList = std::vector<std::pair<int32_t, double>>;
ContestantInfo variant(std::string name, OptionList options);

// A tree of boxes built once and refitted every frame, as van den Bergen 1997 describes it and as the paper
// compared with; one thread.
ContestantInfo box_tree();

// Two equal objects of about this many triangles under a wave that changes every frame. `overlap` is how far
// one reaches into the other: 0 apart, 1 in the same place. Real meshes where they are, spheres otherwise.
scenes::Scene waving_pair(uint32_t triangle_count, double overlap);
Workload waving_workload(uint32_t triangle_count, double overlap, uint32_t frame_count);

// Those of all contestants with these names.
std::vector<ContestantInfo> contestants_named(const std::vector<std::string>& names);

// The mean over the frames of the fastest round of each: other programs only ever add time.
double milliseconds_of(const std::vector<Result>& results, const std::string& contestant);

// Prints a table and writes name.csv and name.svg into the folder, unless that is empty.
void report(const std::filesystem::path& folder, const std::string& name, const SvgPlot& plot);

// The folder given as first argument, and the seconds per point given as second.
struct Arguments {
    std::filesystem::path folder;
    double seconds = 1;
};
Arguments read_arguments(int argc, char** argv);

double median_of(std::vector<double> values);
void check(defcol_status status);

}  // namespace bench::gjk_cut
