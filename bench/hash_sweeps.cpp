// SPDX-License-Identifier: MIT
// Figures 3 to 6 of Teschner et al. 2003: time against table size and against cell size on setups D and A, as
// CSV and plots; then sections 4.4 (weights against half-spaces) and 7 (one pass against two).
// Usage: hash_sweeps [folder] [frames per point]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "defcol/defcol.h"
#include "geometry/vector.hpp"
#include "harness/svg_plot.hpp"
#include "hash_plain.hpp"
#include "scenes/tetrahedra.hpp"

namespace {

using namespace bench;
using Clock = std::chrono::steady_clock;

void check(defcol_status status) {
    if (status < 0) throw std::runtime_error(defcol_last_error_message());
}

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double median(std::vector<double>& times) {
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2),
                     times.end());
    return times[times.size() / 2];
}

double time_plain(const Workload& workload, const PlainHashSettings& settings, uint32_t frames) {
    const auto contestant = plain_hash(settings).make();
    contestant->prepare(workload, 1);
    std::vector<double> times;
    for (uint32_t frame = 0; frame < frames; ++frame) {
        const auto start = Clock::now();
        contestant->update(workload.frames[frame % workload.frames.size()]);
        contestant->detect();
        times.push_back(milliseconds_since(start));
    }
    return median(times);
}

// The library with given options, one thread.
class Library {
  public:
    explicit Library(const Workload& workload) : workload_(workload) {
        check(defcol_context_create(nullptr, &context_));
        defcol_detector_desc desc;
        check(defcol_detector_desc_init(&desc, sizeof desc));
        desc.backend = DEFCOL_BACKEND_HASH;
        check(defcol_detector_create(context_, &desc, &detector_));
        for (std::size_t i = 0; i < workload.meshes.size(); ++i) {
            defcol_mesh_desc mesh_desc;
            check(defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc));
            mesh_desc.vertex_count = workload.meshes[i].vertex_count();
            mesh_desc.positions = workload.frames[0].meshes[i].data();
            mesh_desc.position_scalar = DEFCOL_SCALAR_FLOAT32;
            mesh_desc.tetrahedron_count = workload.meshes[i].tetrahedron_count();
            mesh_desc.tetrahedra = workload.meshes[i].tetrahedra.data();
            meshes_.emplace_back();
            check(defcol_mesh_create(context_, &mesh_desc, &meshes_.back()));
            check(defcol_detector_add_mesh(detector_, meshes_.back(),
                                           workload.self ? DEFCOL_MESH_SELF_COLLISION : 0));
        }
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    ~Library() { defcol_context_destroy(context_); }

    double time(double cell_size, int64_t table_size, int64_t function, uint32_t frames) {
        check(defcol_detector_set_option_f64(detector_, DEFCOL_OPTION_HASH_CELL_SIZE, cell_size));
        check(defcol_detector_set_option_i64(detector_, DEFCOL_OPTION_HASH_TABLE_SIZE, table_size));
        check(defcol_detector_set_option_i64(detector_, DEFCOL_OPTION_HASH_FUNCTION, function));
        std::vector<double> times;
        for (uint32_t frame = 0; frame < frames; ++frame) {
            const FramePositions& positions = workload_.frames[frame % workload_.frames.size()];
            const auto start = Clock::now();
            for (std::size_t i = 0; i < meshes_.size(); ++i) {
                check(defcol_mesh_set_positions(meshes_[i], positions.meshes[i].data(),
                                                positions.meshes[i].size() / 3, 0, DEFCOL_SCALAR_FLOAT32));
            }
            check(defcol_detector_detect(detector_, nullptr));
            times.push_back(milliseconds_since(start));
        }
        return median(times);
    }

  private:
    const Workload& workload_;
    defcol_context context_{};
    defcol_detector detector_{};
    std::vector<defcol_mesh> meshes_;
};

double mean_edge(const Workload& workload) {
    double sum = 0;
    for (const scenes::Mesh& mesh : workload.meshes) {
        for (std::size_t t = 0; t < mesh.tetrahedra.size(); t += 4) {
            for (std::size_t a = 0; a < 4; ++a) {
                for (std::size_t b = a + 1; b < 4; ++b) {
                    const double* p = mesh.positions.data() + 3 * std::size_t{mesh.tetrahedra[t + a]};
                    const double* q = mesh.positions.data() + 3 * std::size_t{mesh.tetrahedra[t + b]};
                    sum += glm::distance(defcol::Vec3(p[0], p[1], p[2]), defcol::Vec3(q[0], q[1], q[2]));
                }
            }
        }
    }
    return sum / (6.0 * static_cast<double>(workload.tetrahedron_count()));
}

void write(const std::filesystem::path& folder, const std::string& name, const SvgPlot& plot) {
    std::ofstream csv(folder / (name + ".csv"));
    csv << plot.x_label;
    for (const SvgPlot::Series& series : plot.series) csv << "," << series.name;
    csv << "\n";
    for (std::size_t i = 0; i < plot.series[0].points.size(); ++i) {
        csv << plot.series[0].points[i].first;
        for (const SvgPlot::Series& series : plot.series) csv << "," << series.points[i].second;
        csv << "\n";
    }
    if (!csv || !plot.write((folder / (name + ".svg")).string())) {
        throw std::runtime_error("cannot write to " + folder.string());
    }
}

void sweep_table_size(const std::filesystem::path& folder, const std::string& name, const Workload& workload,
                      uint32_t frames) {
    SvgPlot plot{
        .title = "Time against table size: " + workload.name,
        .x_label = "table size",
        .y_label = "ms per frame",
        .series = {{"plain", {}}, {"hash, primes", {}}, {"hash, additive", {}}, {"hash, rotating", {}}}};
    Library library(workload);
    // The paper's sizes, and primes near them.
    for (const uint32_t size : {99U, 101U, 199U, 299U, 499U, 499U + 4, 999U, 997U, 1999U, 2999U, 4999U, 9973U,
                                9999U, 19999U, 49999U, 99999U}) {
        plot.series[0].points.emplace_back(size, time_plain(workload, {.table_size = size}, frames));
        for (const int function : {0, 1, 2}) {
            plot.series[static_cast<std::size_t>(function) + 1].points.emplace_back(
                size, library.time(0, size, function, frames));
        }
    }
    for (SvgPlot::Series& series : plot.series) std::sort(series.points.begin(), series.points.end());
    write(folder, name, plot);
    std::printf("%s: table 999: %.3f plain, %.3f hash; 99999: %.3f and %.3f; one place per cell: %.3f ms\n",
                name.c_str(), plot.series[0].points[7].second, plot.series[1].points[7].second,
                plot.series[0].points.back().second, plot.series[1].points.back().second,
                library.time(0, 0, 0, frames));
}

void sweep_cell_size(const std::filesystem::path& folder, const std::string& name, const Workload& workload,
                     uint32_t table_size, uint32_t frames) {
    SvgPlot plot{.title = "Time against cell size: " + workload.name,
                 .x_label = "cell size / mean edge",
                 .y_label = "ms per frame",
                 .series = {{"plain", {}}, {"hash, table", {}}, {"hash, one place per cell", {}}}};
    Library library(workload);
    const double edge = mean_edge(workload);
    std::size_t best[3] = {};
    std::size_t index = 0;
    for (const double factor : {0.35, 0.5, 0.7, 0.85, 1.0, 1.2, 1.4, 1.7, 2.0, 2.5, 3.0, 4.0, 6.0}) {
        const double times[3] = {
            time_plain(workload, {.table_size = table_size, .cell_factor = factor}, frames),
            library.time(factor * edge, table_size, 0, frames), library.time(factor * edge, 0, 0, frames)};
        for (std::size_t i = 0; i < 3; ++i) {
            plot.series[i].points.emplace_back(factor, times[i]);
            if (times[i] < plot.series[i].points[best[i]].second) best[i] = index;
        }
        ++index;
    }
    write(folder, name, plot);
    std::printf("%s: fastest at", name.c_str());
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& [factor, time] = plot.series[i].points[best[i]];
        std::printf(" %.2f mean edges (%s, %.3f ms)%s", factor, plot.series[i].name.c_str(), time,
                    i < 2 ? "," : "\n");
    }
}

// Section 4.4 in plain double arithmetic, as a paper would write it: the point by three weights, or by four
// half-spaces. Every tetrahedron of D with its first 64 neighbours in memory.
void compare_tests(const Workload& workload) {
    using defcol::Vec3;
    const scenes::Mesh& mesh = workload.meshes[0];
    const auto at = [&](uint32_t v) {
        return Vec3(mesh.positions[3 * std::size_t{v}], mesh.positions[3 * std::size_t{v} + 1],
                    mesh.positions[3 * std::size_t{v} + 2]);
    };
    uint64_t inside[2] = {};
    double times[2] = {};
    for (int round = 0; round < 6; ++round) {
        const int which = round % 2;
        inside[which] = 0;
        const auto start = Clock::now();
        for (std::size_t t = 0; t < mesh.tetrahedra.size(); t += 4) {
            const uint32_t* v = mesh.tetrahedra.data() + t;
            const Vec3 x0 = at(v[0]);
            const Vec3 a = at(v[1]) - x0;
            const Vec3 b = at(v[2]) - x0;
            const Vec3 c = at(v[3]) - x0;
            for (uint32_t k = 0; k < 64; ++k) {
                const auto vertex = static_cast<uint32_t>((v[0] + k) % mesh.vertex_count());
                if (vertex == v[0] || vertex == v[1] || vertex == v[2] || vertex == v[3]) continue;
                const Vec3 p = at(vertex) - x0;
                if (which == 0) {
                    const Vec3 bc = glm::cross(b, c);
                    const double det = glm::dot(a, bc);
                    const double w1 = glm::dot(p, bc) / det;
                    const double w2 = glm::dot(a, glm::cross(p, c)) / det;
                    const double w3 = glm::dot(a, glm::cross(b, p)) / det;
                    inside[0] += w1 >= 0 && w2 >= 0 && w3 >= 0 && w1 + w2 + w3 <= 1 ? 1 : 0;
                } else {
                    const bool in =
                        glm::dot(glm::cross(b, c), p) >= 0 && glm::dot(glm::cross(c, a), p) >= 0 &&
                        glm::dot(glm::cross(a, b), p) >= 0 && glm::dot(glm::cross(c - a, b - a), p - a) >= 0;
                    inside[1] += in ? 1 : 0;
                }
            }
        }
        const double time = milliseconds_since(start);
        times[which] = round < 2 ? time : std::min(times[which], time);
    }
    const double tests = 64.0 * static_cast<double>(mesh.tetrahedron_count());
    std::printf("section 4.4: weights %.1f ns, half-spaces %.1f ns per test (%llu and %llu inside)\n",
                1e6 * times[0] / tests, 1e6 * times[1] / tests, static_cast<unsigned long long>(inside[0]),
                static_cast<unsigned long long>(inside[1]));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::filesystem::path folder = argc > 1 ? argv[1] : "hash_sweeps";
        const uint32_t frames = argc > 2 ? static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10)) : 25;
        std::filesystem::create_directories(folder);
        const Workload d = make_workload(scenes::teschner('D'), 8);
        const Workload a = make_workload(scenes::teschner('A'), 8);
        sweep_table_size(folder, "figure_3_table_size_d", d, frames);
        sweep_table_size(folder, "figure_4_table_size_a", a, frames);
        sweep_cell_size(folder, "figure_5_cell_size_d", d, 9973, frames);
        sweep_cell_size(folder, "figure_6_cell_size_a", a, 4999, frames);
        compare_tests(d);
        for (const Workload* workload : {&d, &a}) {
            std::printf("section 7, %s: two passes %.3f ms, one pass %.3f ms\n", workload->name.c_str(),
                        time_plain(*workload, {}, frames), time_plain(*workload, {.one_pass = true}, frames));
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hash_sweeps: %s\n", error.what());
        return 1;
    }
}
