// SPDX-License-Identifier: MIT
// Hatab and Kheddar 2006, figure 2: a list is cut only where its share in the overlap is below a threshold of
// 40 to 100 %; time per frame against the degree of overlap, and how much more than with every cut made
// (100 %).
// Usage: gjk_cut_figure_2 [folder] [seconds per point]
#include <cstdio>
#include <exception>

#include "gjk_cut_common.hpp"

int main(int argc, char** argv) {
    using namespace bench;
    using namespace bench::gjk_cut;
    try {
        const Arguments arguments = read_arguments(argc, argv);
        std::vector<ContestantInfo> contestants;
        SvgPlot plot{.title = "Effect of the threshold on the cut, 2 x 13000 triangles",
                     .x_label = "overlap in percent",
                     .y_label = "ms per frame",
                     .x_is_logarithmic = false,
                     .y_is_logarithmic = false,
                     .series = {}};
        for (const int threshold : {40, 55, 70, 85, 100}) {
            contestants.push_back(variant(std::to_string(threshold) + " %",
                                          {{DEFCOL_OPTION_GJK_CUT_THRESHOLD, threshold / 100.0}}));
            plot.series.push_back({contestants.back().name, {}});
        }
        ComparisonSettings settings;
        settings.seconds_per_scene = arguments.seconds;
        settings.thread_counts = {1};
        for (int percent = 0; percent <= 90; percent += 10) {
            const Workload workload = waving_workload(13000, percent / 100.0, 8);
            const std::vector<Result> results = compare(workload, contestants, settings);
            for (std::size_t i = 0; i < contestants.size(); ++i) {
                plot.series[i].points.emplace_back(percent, milliseconds_of(results, contestants[i].name));
            }
        }
        report(arguments.folder, "gjk_cut_figure_2", plot);
        SvgPlot relative = plot;
        relative.title = "Time for a threshold, in percent of the time when every cut is made";
        relative.y_label = "percent";
        for (SvgPlot::Series& series : relative.series) {
            for (std::size_t i = 0; i < series.points.size(); ++i) {
                series.points[i].second *= 100 / plot.series.back().points[i].second;
            }
        }
        relative.y_is_logarithmic = true;  // so that it does not begin at zero
        report(arguments.folder, "gjk_cut_figure_2_relative", relative);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "gjk_cut_figure_2: %s\n", error.what());
        return 1;
    }
}
