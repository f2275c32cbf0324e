// SPDX-License-Identifier: MIT
// The comparison: every scene, every contestant, one table per scene.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "harness/comparison.hpp"
#include "harness/options.hpp"
#include "harness/peak_memory.hpp"
#include "harness/plots.hpp"
#include "harness/readme_results.hpp"
#include "harness/regressions.hpp"
#include "harness/report.hpp"
#include "peers/contestants.hpp"
#include "scenes/registry.hpp"

namespace {

using namespace bench;

// Beyond this many primitives, quadratic contestants take part only if asked for by name.
constexpr uint64_t most_quadratic_primitives = 6000;

// A selection that shows every kind of scene once and ends in minutes.
const std::vector<std::string> quick_scenes = {
    "cow_self",        "cloth_ball",      "loop_self", "fold_self",      "armadillo_self",
    "sphere_self_20k", "sphere_self_82k", "cow_pair",  "armadillo_pair", "sphere_pair_1k",
    "sphere_pair_20k", "sphere_pair_82k", "coplanar",  "touching_boxes", "slivers",
    "teschner_a",      "teschner_c",      "teschner_e"};

std::vector<std::string> chosen_scenes(const Options& options) {
    if (!options.scenes.empty()) return options.scenes;
    if (options.quick) return quick_scenes;
    std::vector<std::string> names;
    for (const scenes::SceneInfo& info : scenes::all_of(scenes::Size::full)) names.emplace_back(info.name);
    return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// "cone-bvh" also means its variants, "cone-bvh (cones off)".
bool is_named(const std::vector<std::string>& names, const std::string& contestant) {
    return contains(names, contestant) || contains(names, contestant.substr(0, contestant.find(" (")));
}

std::vector<ContestantInfo> chosen_contestants(const Options& options) {
    std::vector<ContestantInfo> chosen;
    for (ContestantInfo& info : all_contestants()) {
        const bool is_backend = info.role == Role::backend;
        if (is_backend && !options.backends.empty() && !is_named(options.backends, info.name)) continue;
        if (info.role == Role::peer && !options.peers.empty() && !is_named(options.peers, info.name))
            continue;
        if (info.is_quadratic && !is_named(options.backends, info.name)) {
            info.accepts = [accepts = info.accepts](const Workload& workload) {
                return workload.primitive_count() <= most_quadratic_primitives && accepts(workload);
            };
        }
        chosen.push_back(std::move(info));
    }
    return chosen;
}

void list() {
    std::cout << "scenes:\n";
    for (const scenes::SceneInfo& info : scenes::all()) {
        std::cout << "  " << info.name << (info.needs_data ? " (needs DEFCOL_DATA_DIR)" : "") << "\n";
    }
    std::cout << "contestants:\n";
    for (const ContestantInfo& info : all_contestants()) std::cout << "  " << info.name << "\n";
}

Workload load(const std::string& name, uint32_t frames) {
    std::optional<scenes::Scene> scene = scenes::make(name);
    if (!scene) throw std::runtime_error("there is no scene " + name + " here (see --list)");
    return make_workload(std::move(*scene), frames);
}

int print_memory(const Options& options) {
    const Workload workload = load(options.scenes.at(0), options.frames);
    for (const ContestantInfo& info : all_contestants()) {
        if (info.name != options.memory_of) continue;
        std::printf("%.3f\n", measure_peak_memory(info, workload, options.thread_counts.at(0)));
        return 0;
    }
    return 1;
}

void write_results(const Options& options, const std::vector<std::vector<Result>>& results,
                   const Provenance& provenance) {
    if (options.output.empty()) return;
    const std::filesystem::path folder = options.output;
    std::filesystem::create_directories(folder);
    std::ofstream csv(folder / "results.csv");
    write_csv(csv, results, provenance, options.statistic);
    std::ofstream json(folder / "results.json");
    write_json(json, results, provenance, options.statistic);
    write_plots(folder, results, options.statistic);
    if (!csv || !json) throw std::runtime_error("cannot write to " + options.output);
    std::cout << "\nresults.csv, results.json and plots are in " << options.output << "\n";
}

int run(const Options& options, const Provenance& provenance) {
    ComparisonSettings settings;
    settings.seconds_per_scene = options.seconds > 0 ? options.seconds : options.quick ? 4 : 20;
    settings.slowest_frame_seconds = options.quick ? 0.3 : 3;
    if (!options.thread_counts.empty()) settings.thread_counts = options.thread_counts;
    const std::vector<ContestantInfo> contestants = chosen_contestants(options);
    const uint32_t frames = options.frames > 0 ? options.frames : options.quick ? 4 : 8;

    std::cout << provenance.processor << ", " << provenance.cores << " cores, " << provenance.compiler
              << ", commit " << provenance.commit << "\n"
              << "x peer: how many times faster than the best exact peer with as many threads (T)\n"
              << "x bound: how many times the time of streaming all boxes once with as many threads\n"
              << "exact?: or how many pairs are missing (-) and wrong (+) in the worst frame\n"
              << "MB: peak growth of a process of its own, without scene and input\n";
    std::vector<std::vector<Result>> results;
    for (const std::string& name : chosen_scenes(options)) {
        std::optional<scenes::Scene> scene = scenes::make(name);
        if (!scene) {
            std::cout << "\n" << name << ": not here (see --list; some need DEFCOL_DATA_DIR)\n";
            if (contains(options.scenes, name)) return 1;
            continue;
        }
        const Workload workload = make_workload(std::move(*scene), frames);
        std::vector<Result> of_scene = compare(workload, contestants, settings);
        if (options.measures_memory) {
            for (Result& result : of_scene) {
                // A process each: with --quick only for one thread.
                if (result.role == Role::lower_bound || !result.failure.empty()) continue;
                if (options.quick && result.threads != settings.thread_counts.front()) continue;
                result.peak_megabytes =
                    peak_memory_in_own_process(workload.name, result.contestant, result.threads);
            }
        }
        print_table(std::cout, of_scene, options.statistic);
        results.push_back(std::move(of_scene));
    }
    write_results(options, results, provenance);
    if (!options.readme.empty()) {
        replace_results(options.readme, markdown_results(results, provenance, options.statistic));
        std::cout << "\nthe results are in " << options.readme << "\n";
    }
    if (!options.compare_with.empty()) {
        return print_regressions(std::cout, options.compare_with, results, options.statistic);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = read_options(argc, argv);
        if (options.help) {
            std::cout << usage();
            return 0;
        }
        if (options.list) {
            list();
            return 0;
        }
        if (!options.memory_of.empty()) return print_memory(options);
        return run(options, find_provenance(options.commit, argc, argv));
    } catch (const std::exception& error) {
        std::cerr << "defcol_bench: " << error.what() << "\n" << usage();
        return 1;
    }
}
