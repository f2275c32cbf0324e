// SPDX-License-Identifier: MIT
// What the choices of backend gjk-cut cost: leaf size, stop rule and number of cuts, split rule, each against
// the others' defaults, on pairs of 13,000 triangles at three degrees of overlap.
// Usage: gjk_cut_tuning [folder] [seconds per point]
#include <cstdio>
#include <exception>

#include "gjk_cut_common.hpp"

namespace {

using namespace bench;
using namespace bench::gjk_cut;

constexpr int overlaps[] = {10, 40, 80};

void sweep(const Arguments& arguments, const std::string& name, const char* label, int32_t option,
           const std::vector<double>& values, bool x_is_logarithmic = false) {
    SvgPlot plot{.title = "Time against " + std::string(label),
                 .x_label = label,
                 .y_label = "ms per frame",
                 .x_is_logarithmic = x_is_logarithmic,
                 .y_is_logarithmic = false,
                 .series = {}};
    std::vector<ContestantInfo> contestants;
    for (const double value : values) {
        contestants.push_back(variant(std::to_string(value), {{option, value}}));
    }
    ComparisonSettings settings;
    settings.seconds_per_scene = arguments.seconds;
    settings.thread_counts = {1};
    for (const int percent : overlaps) {
        plot.series.push_back({"overlap " + std::to_string(percent) + " %", {}});
        const Workload workload = waving_workload(13000, percent / 100.0, 8);
        const std::vector<Result> results = compare(workload, contestants, settings);
        for (std::size_t i = 0; i < values.size(); ++i) {
            plot.series.back().points.emplace_back(values[i], milliseconds_of(results, contestants[i].name));
        }
    }
    report(arguments.folder, name, plot);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Arguments arguments = read_arguments(argc, argv);
        // 1 is the paper's leaf.
        sweep(arguments, "gjk_cut_leaf_size", "leaf size", DEFCOL_OPTION_GJK_CUT_LEAF_SIZE,
              {1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256}, true);
        // 0 is the paper's stop rule: go on while a cut removes anything.
        sweep(arguments, "gjk_cut_stop_fraction", "stop fraction", DEFCOL_OPTION_GJK_CUT_STOP_FRACTION,
              {0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9});
        sweep(arguments, "gjk_cut_most_cuts", "most cuts before a split", DEFCOL_OPTION_GJK_CUT_MOST_CUTS,
              {0, 1, 2, 3, 4, 6, 8, 12, 16});
        // 1 is the paper's: orthogonal to the last cut.
        sweep(arguments, "gjk_cut_split_rule", "split rule", DEFCOL_OPTION_GJK_CUT_SPLIT_RULE, {0, 1});
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "gjk_cut_tuning: %s\n", error.what());
        return 1;
    }
}
