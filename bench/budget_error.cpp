// SPDX-License-Identifier: MIT
// What a time budget costs: the part of the contacts that is missing when a frame is ended early, for every
// exact backend, against the budget in parts of what the frame takes without one. One thread.
// Usage: budget_error [folder] [scene] [frames per point]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "defcol/defcol.h"
#include "harness/svg_plot.hpp"
#include "scenes/registry.hpp"

namespace {

void check(defcol_status status) {
    if (status < 0) throw std::runtime_error(defcol_last_error_message());
}

class Session {
  public:
    Session(const scenes::Scene& scene, int32_t backend) {
        check(defcol_context_create(nullptr, &context_));
        defcol_detector_desc desc;
        check(defcol_detector_desc_init(&desc, sizeof desc));
        desc.backend = backend;
        desc.queries = DEFCOL_QUERY_TRIANGLE_PAIRS;
        check(defcol_detector_create(context_, &desc, &detector_));
        for (const scenes::Mesh& source : scene.meshes) {
            defcol_mesh_desc mesh_desc;
            check(defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc));
            mesh_desc.vertex_count = source.vertex_count();
            mesh_desc.positions = source.positions.data();
            mesh_desc.triangle_count = source.triangle_count();
            mesh_desc.triangles = source.triangles.data();
            check(defcol_mesh_create(context_, &mesh_desc, &meshes_.emplace_back()));
            check(defcol_detector_add_mesh(detector_, meshes_.back(),
                                           scene.self ? DEFCOL_MESH_SELF_COLLISION : 0));
        }
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session() { defcol_context_destroy(context_); }

    // Seconds of the frame; positions are given anew, so that nothing is left out because it did not move.
    double run(const scenes::Scene& scene, const defcol_detect_options* options) {
        for (std::size_t i = 0; i < meshes_.size(); ++i) {
            check(defcol_mesh_set_positions(meshes_[i], scene.meshes[i].positions.data(),
                                            scene.meshes[i].vertex_count(), 0, DEFCOL_SCALAR_FLOAT64));
        }
        check(defcol_detector_detect(detector_, options));
        defcol_statistics statistics;
        check(defcol_statistics_init(&statistics, sizeof statistics));
        check(defcol_detector_get_statistics(detector_, &statistics));
        return statistics.total_seconds;
    }
    uint64_t contact_count() const {
        defcol_contacts contacts;
        check(defcol_contacts_init(&contacts, sizeof contacts));
        check(defcol_detector_contacts(detector_, &contacts));
        return contacts.count;
    }

  private:
    defcol_context context_{};
    defcol_detector detector_{};
    std::vector<defcol_mesh> meshes_;
};

template <class T>
T median_of(std::vector<T> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

bench::SvgPlot::Series measure(const scenes::Scene& scene, const defcol_backend_capabilities& backend,
                               int frames) {
    Session session(scene, backend.backend);
    std::vector<double> whole;
    for (int frame = 0; frame < frames; ++frame) whole.push_back(session.run(scene, nullptr));
    const double seconds = median_of(whole);
    const auto all = static_cast<double>(session.contact_count());
    if (all == 0) throw std::runtime_error("the scene has no contacts");
    bench::SvgPlot::Series series{backend.name, {}};
    for (int percent = 0; percent <= 120; percent += 10) {
        defcol_detect_options options;
        check(defcol_detect_options_init(&options, sizeof options));
        options.time_budget_seconds = seconds * percent / 100;
        std::vector<uint64_t> found;
        for (int frame = 0; frame < frames; ++frame) {
            session.run(scene, &options);
            found.push_back(session.contact_count());
        }
        series.points.emplace_back(percent, 100 * (1 - static_cast<double>(median_of(found)) / all));
    }
    return series;
}

void run(const std::filesystem::path& folder, const std::string& name, int frames) {
    std::optional<scenes::Scene> scene = scenes::make(name);
    if (!scene) throw std::runtime_error("there is no scene " + name + " here");
    scene->advance(0);
    bench::SvgPlot plot{.title = name + ": contacts missing when a time budget ends the frame",
                        .x_label = "budget in percent of the whole frame's time",
                        .y_label = "percent of the contacts missing",
                        .x_is_logarithmic = false,
                        .y_is_logarithmic = false,
                        .series = {}};
    for (int32_t id = 1; id < static_cast<int32_t>(defcol_backend_count()); ++id) {
        defcol_backend_capabilities backend;
        check(defcol_backend_capabilities_init(&backend, sizeof backend));
        check(defcol_backend_get_capabilities(id, &backend));
        if (backend.is_available == 0 || (backend.exact_queries & DEFCOL_QUERY_TRIANGLE_PAIRS) == 0) continue;
        if (id == DEFCOL_BACKEND_BRUTE_FORCE) continue;
        plot.series.push_back(measure(*scene, backend, frames));
    }
    std::ostringstream text;
    text << "budget";
    for (const auto& series : plot.series) text << ',' << series.name;
    for (std::size_t i = 0; i < plot.series.at(0).points.size(); ++i) {
        text << '\n' << plot.series[0].points[i].first;
        for (const auto& series : plot.series) text << ',' << series.points[i].second;
    }
    std::printf("%s\n%s\n", plot.title.c_str(), text.str().c_str());
    if (folder.empty()) return;
    std::filesystem::create_directories(folder);
    std::ofstream csv(folder / "budget_error.csv");
    csv << text.str() << "\n";
    if (!csv || !plot.write((folder / "budget_error.svg").string())) {
        throw std::runtime_error("cannot write to " + folder.string());
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "fold_self", argc > 3 ? std::atoi(argv[3]) : 9);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "budget_error: %s\n", error.what());
        return 1;
    }
}
