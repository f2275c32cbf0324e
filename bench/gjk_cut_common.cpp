// SPDX-License-Identifier: MIT
#include "gjk_cut_common.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "peers/contestants.hpp"
#include "scenes/data_scenes.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/spheres.hpp"

namespace bench::gjk_cut {

namespace {

class GjkCutVariant final : public Contestant {
  public:
    explicit GjkCutVariant(OptionList options) : options_(std::move(options)) {}
    GjkCutVariant(const GjkCutVariant&) = delete;
    GjkCutVariant& operator=(const GjkCutVariant&) = delete;
    ~GjkCutVariant() override { defcol_context_destroy(context_); }

    void prepare(const Workload& workload, uint32_t threads) override {
        workload_ = &workload;
        defcol_context_desc context_desc;
        check(defcol_context_desc_init(&context_desc, sizeof context_desc));
        context_desc.worker_count = threads;
        check(defcol_context_create(&context_desc, &context_));
        defcol_detector_desc desc;
        check(defcol_detector_desc_init(&desc, sizeof desc));
        desc.backend = DEFCOL_BACKEND_GJK_CUT;
        check(defcol_detector_create(context_, &desc, &detector_));
        for (const auto& [option, value] : options_) {
            if (option == DEFCOL_OPTION_GJK_CUT_THRESHOLD || option == DEFCOL_OPTION_GJK_CUT_STOP_FRACTION) {
                check(defcol_detector_set_option_f64(detector_, option, value));
            } else {
                check(defcol_detector_set_option_i64(detector_, option, static_cast<int64_t>(value)));
            }
        }
        for (std::size_t i = 0; i < workload.meshes.size(); ++i) {
            defcol_mesh_desc mesh_desc;
            check(defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc));
            mesh_desc.vertex_count = workload.meshes[i].vertex_count();
            mesh_desc.positions = workload.frames[0].meshes[i].data();
            mesh_desc.position_scalar = DEFCOL_SCALAR_FLOAT32;
            mesh_desc.triangle_count = workload.meshes[i].triangle_count();
            mesh_desc.triangles = workload.meshes[i].triangles.data();
            meshes_.emplace_back();
            check(defcol_mesh_create(context_, &mesh_desc, &meshes_.back()));
            check(defcol_detector_add_mesh(detector_, meshes_.back(),
                                           workload.self ? DEFCOL_MESH_SELF_COLLISION : 0));
        }
        check(defcol_contacts_init(&contacts_, sizeof contacts_));
    }

    void update(const FramePositions& positions) override {
        for (std::size_t i = 0; i < meshes_.size(); ++i) {
            check(defcol_mesh_set_positions(meshes_[i], positions.meshes[i].data(),
                                            positions.meshes[i].size() / 3, 0, DEFCOL_SCALAR_FLOAT32));
        }
    }

    void detect() override {
        check(defcol_detector_detect(detector_, nullptr));
        check(defcol_detector_contacts(detector_, &contacts_));
        pairs_.clear();
    }

    std::span<const uint64_t> pairs() const override {
        if (pairs_.empty()) {
            for (uint64_t i = 0; i < contacts_.count; ++i) {
                pairs_.push_back(
                    pair_key(workload_->triangle_base[contacts_.mesh_a[i]] + contacts_.primitive_a[i],
                             workload_->triangle_base[contacts_.mesh_b[i]] + contacts_.primitive_b[i]));
            }
        }
        return pairs_;
    }

  private:
    OptionList options_;
    const Workload* workload_ = nullptr;
    defcol_context context_{};
    defcol_detector detector_{};
    std::vector<defcol_mesh> meshes_;
    defcol_contacts contacts_{};
    mutable std::vector<uint64_t> pairs_;
};

}  // namespace

void check(defcol_status status) {
    if (status < 0) throw std::runtime_error(defcol_last_error_message());
}

ContestantInfo variant(std::string name, OptionList options) {
    ContestantInfo info;
    info.name = std::move(name);
    info.role = Role::backend;
    info.is_threaded = true;
    info.accepts = asks_for_triangle_pairs;
    info.make = [options = std::move(options)] { return std::make_unique<GjkCutVariant>(options); };
    return info;
}

scenes::Scene waving_pair(uint32_t triangle_count, double overlap) {
    const std::optional<scenes::Mesh> cow =
        triangle_count > 6000 ? scenes::data_mesh("cow.off") : std::nullopt;
    const auto frequency = static_cast<uint32_t>(std::lround(std::sqrt(triangle_count / 20.0)));
    const scenes::Mesh mesh = cow ? scenes::refined_to(scenes::unit_sized(*cow), triangle_count)
                                  : scenes::unit_sized(scenes::icosphere(frequency));
    // Where the first triangles touch: spheres of diameter 1, with the wave; cows are long, but turned.
    const double apart = cow ? 0.6 : 1.05;
    const double shift = apart * (1 - overlap);
    return scenes::moved_from_rest(
        cow ? "cows" : "spheres", {mesh, mesh}, false,
        [shift](uint32_t frame, uint32_t index, scenes::Point p) {
            const double amplitude = index == 0 ? 0.04 : 0.03;
            const double k = index == 0 ? 9 : 8;
            const double phase = 0.2 * scenes::forth_and_back(frame);
            const scenes::Point waved = {p.x + 0.3 * amplitude * std::sin(k * p.y + phase),
                                         p.y + amplitude * std::sin(k * p.x - phase),
                                         p.z + 0.7 * amplitude * std::sin(k * p.x + 1.3 * phase + 0.5)};
            if (index == 0) return waved;
            return scenes::turned_about_y(waved, 0.7) + scenes::Point{shift, 0.03, 0.1};
        });
}

Workload waving_workload(uint32_t triangle_count, double overlap, uint32_t frame_count) {
    return make_workload(waving_pair(triangle_count, overlap), frame_count);
}

std::vector<ContestantInfo> contestants_named(const std::vector<std::string>& names) {
    std::vector<ContestantInfo> result;
    for (ContestantInfo& info : all_contestants()) {
        if (std::find(names.begin(), names.end(), info.name) != names.end()) {
            result.push_back(std::move(info));
        }
    }
    return result;
}

double milliseconds_of(const std::vector<Result>& results, const std::string& contestant) {
    for (const Result& result : results) {
        if (result.contestant != contestant) continue;
        if (!result.failure.empty()) throw std::runtime_error(contestant + ": " + result.failure);
        if (result.role == Role::backend && !result.is_exact()) {
            throw std::runtime_error(contestant + " is not exact");
        }
        return result.minimum.total;
    }
    throw std::runtime_error("nothing was measured for " + contestant);
}

void report(const std::filesystem::path& folder, const std::string& name, const SvgPlot& plot) {
    std::string text = plot.x_label;
    for (const SvgPlot::Series& series : plot.series) text += "," + series.name;
    text += "\n";
    for (std::size_t i = 0; i < plot.series[0].points.size(); ++i) {
        char number[32];
        std::snprintf(number, sizeof number, "%g", plot.series[0].points[i].first);
        text += number;
        for (const SvgPlot::Series& series : plot.series) {
            std::snprintf(number, sizeof number, ",%.4f", series.points[i].second);
            text += number;
        }
        text += "\n";
    }
    std::printf("\n%s (%s)\n%s", plot.title.c_str(), plot.y_label.c_str(), text.c_str());
    if (folder.empty()) return;
    std::filesystem::create_directories(folder);
    std::ofstream csv(folder / (name + ".csv"));
    csv << text;
    if (!csv || !plot.write((folder / (name + ".svg")).string())) {
        throw std::runtime_error("cannot write to " + folder.string());
    }
}

Arguments read_arguments(int argc, char** argv) {
    Arguments arguments;
    if (argc > 1) arguments.folder = argv[1];
    if (argc > 2) arguments.seconds = std::atof(argv[2]);
    return arguments;
}

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace bench::gjk_cut
