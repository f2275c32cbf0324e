// SPDX-License-Identifier: MIT
#include "harness/plots.hpp"

#include <algorithm>
#include <map>

#include "harness/svg_plot.hpp"

namespace bench {

namespace {

// One line per contestant; only those with two points or more make one.
SvgPlot plot_of(const std::map<std::string, std::vector<std::pair<double, double>>>& lines) {
    SvgPlot plot;
    for (auto [name, points] : lines) {
        if (points.size() < 2) continue;
        std::sort(points.begin(), points.end());
        plot.series.push_back({name, std::move(points)});
    }
    return plot;
}

void plot_size(const std::filesystem::path& folder, const std::vector<std::vector<Result>>& results,
               Statistic statistic, const std::string& family, uint32_t threads) {
    std::map<std::string, std::vector<std::pair<double, double>>> lines;
    for (const std::vector<Result>& scene : results) {
        for (const Result& r : scene) {
            if (r.scene.starts_with(family) && r.threads == threads && r.failure.empty()) {
                lines[r.contestant].emplace_back(static_cast<double>(r.primitives),
                                                 times_of(r, statistic).total);
            }
        }
    }
    SvgPlot plot = plot_of(lines);
    plot.title = family + ": time against size, " + std::to_string(threads) + " thread(s)";
    plot.x_label = "primitives";
    plot.y_label = "ms per frame";
    plot.write(folder / (family + "_size_t" + std::to_string(threads) + ".svg"));
}

void plot_contacts(const std::filesystem::path& folder, const std::vector<std::vector<Result>>& results,
                   Statistic statistic) {
    std::map<std::string, std::vector<std::pair<double, double>>> lines;
    for (const std::vector<Result>& scene : results) {
        for (const Result& r : scene) {
            if (r.threads != 1 || !r.is_exact() || r.contacts < 1) continue;
            lines[r.contestant].emplace_back(
                r.contacts, 1e6 * times_of(r, statistic).total / static_cast<double>(r.primitives));
        }
    }
    SvgPlot plot = plot_of(lines);
    plot.title = "Time per primitive against contacts, all scenes, 1 thread";
    plot.x_label = "contacts per frame";
    plot.y_label = "ns per primitive and frame";
    plot.write(folder / "contacts.svg");
}

void plot_threads(const std::filesystem::path& folder, const std::vector<Result>& scene,
                  Statistic statistic) {
    std::map<std::string, std::vector<std::pair<double, double>>> lines;
    for (const Result& r : scene) {
        if (!r.failure.empty()) continue;
        for (const Result& single : scene) {
            if (single.contestant != r.contestant || single.threads != 1) continue;
            lines[r.contestant].emplace_back(
                r.threads, times_of(single, statistic).total / times_of(r, statistic).total);
        }
    }
    SvgPlot plot = plot_of(lines);
    plot.title = scene.front().scene + ": thread scaling";
    plot.x_label = "threads";
    plot.y_label = "times faster than one thread";
    plot.x_is_logarithmic = false;
    plot.y_is_logarithmic = false;
    plot.write(folder / (scene.front().scene + "_threads.svg"));
}

}  // namespace

void write_plots(const std::filesystem::path& folder, const std::vector<std::vector<Result>>& results,
                 Statistic statistic) {
    for (const char* family : {"sphere_self", "sphere_pair", "teschner"}) {
        for (const uint32_t threads : {1U, 2U}) plot_size(folder, results, statistic, family, threads);
    }
    plot_contacts(folder, results, statistic);
    for (const std::vector<Result>& scene : results) {
        if (!scene.empty()) plot_threads(folder, scene, statistic);
    }
}

}  // namespace bench
