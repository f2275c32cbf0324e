// SPDX-License-Identifier: MIT
// Hatab and Kheddar 2006, figures 5 and 6: time per frame against the degree of overlap for two deforming
// objects of 1,500 and of 13,000 triangles each, beside refitted trees of boxes. One thread.
// Usage: gjk_cut_figures_5_6 [folder] [seconds per point]
#include <cstdio>
#include <exception>

#include "gjk_cut_common.hpp"

namespace {

using namespace bench;
using namespace bench::gjk_cut;

void measure(const Arguments& arguments, const char* name, uint32_t triangle_count) {
    std::vector<ContestantInfo> contestants = contestants_named({"fcl-aabb-exact", "embree-refit"});
    contestants.insert(contestants.begin(), box_tree());
    contestants.insert(contestants.begin(), variant("gjk-cut", {}));
    SvgPlot plot{.title = "Two deforming objects of " + std::to_string(triangle_count) + " triangles",
                 .x_label = "overlap in percent",
                 .y_label = "ms per frame",
                 .x_is_logarithmic = false,
                 .y_is_logarithmic = true,
                 .series = {}};
    for (const ContestantInfo& info : contestants) plot.series.push_back({info.name, {}});
    plot.series.push_back({"contacts", {}});
    ComparisonSettings settings;
    settings.seconds_per_scene = arguments.seconds;
    settings.thread_counts = {1};
    for (int percent = 0; percent <= 90; percent += 10) {
        const Workload workload = waving_workload(triangle_count, percent / 100.0, 8);
        const std::vector<Result> results = compare(workload, contestants, settings);
        for (std::size_t i = 0; i < contestants.size(); ++i) {
            plot.series[i].points.emplace_back(percent, milliseconds_of(results, contestants[i].name));
        }
        plot.series.back().points.emplace_back(percent, results[0].contacts);
    }
    report({}, name, plot);  // with the contacts; the plot is of times only
    plot.series.pop_back();
    if (!arguments.folder.empty()) report(arguments.folder, name, plot);
    std::printf("gjk-cut is faster than");
    for (std::size_t i = 1; i < contestants.size(); ++i) {
        double worst = 1e300;
        double best = 0;
        // Light to medium: up to half of the way in.
        for (std::size_t p = 1; p <= 5; ++p) {
            const double ratio = plot.series[i].points[p].second / plot.series[0].points[p].second;
            worst = ratio < worst ? ratio : worst;
            best = ratio > best ? ratio : best;
        }
        std::printf(" %s %.2f to %.2f times%s", contestants[i].name.c_str(), worst, best,
                    i + 1 < contestants.size() ? "," : " (overlap 10 to 50 %)\n");
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Arguments arguments = read_arguments(argc, argv);
        measure(arguments, "gjk_cut_figure_5", 1500);
        measure(arguments, "gjk_cut_figure_6", 13000);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "gjk_cut_figures_5_6: %s\n", error.what());
        return 1;
    }
}
