// SPDX-License-Identifier: MIT
// Figures 3 to 6 of Teschner et al. 2003: time against table size and against cell size on setups D and A, as
// CSV and plots, with an answer to section 4.3 for today; then sections 4.4 (weights against half-spaces) and
// 7 (one pass against two).
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

#include "geometry/vector.hpp"
#include "harness/svg_plot.hpp"
#include "hash_plain.hpp"
#include "hash_session.hpp"
#include "scenes/tetrahedra.hpp"

namespace {

using namespace bench;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
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
    return median_of(std::move(times));
}

// The library on one thread.
double time_library(HashSession& session, const Workload& workload, const HashSettings& settings,
                    uint32_t frames) {
    session.set(settings);
    std::vector<double> times;
    for (uint32_t frame = 0; frame < frames; ++frame) {
        const auto start = Clock::now();
        session.update(workload.frames[frame % workload.frames.size()]);
        session.detect();
        times.push_back(milliseconds_since(start));
    }
    return median_of(std::move(times));
}

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
    HashSession session({});
    session.prepare(workload, 1);
    // The paper's sizes, and primes near them.
    for (const uint32_t size :
         {99U,   101U,  199U,  211U,  299U,  307U,  499U,   503U,   997U,   999U,   1999U, 2003U,
          2999U, 3001U, 4999U, 5003U, 9973U, 9999U, 19997U, 19999U, 49999U, 99991U, 99999U}) {
        plot.series[0].points.emplace_back(size, time_plain(workload, {.table_size = size}, frames));
        for (const int function : {0, 1, 2}) {
            plot.series[static_cast<std::size_t>(function) + 1].points.emplace_back(
                size, time_library(session, workload, {.table_size = size, .function = function}, frames));
        }
    }
    write(folder, name, plot);
    const auto at = [&](std::size_t series, double size) {
        const auto& points = plot.series[series].points;
        return std::ranges::find(points, size, [](const auto& point) { return point.first; })->second;
    };
    std::printf(
        "%s: table 999: %.3f plain, %.3f hash; 9999: %.3f and %.3f; 99999: %.3f and %.3f; one place per "
        "cell: %.3f ms\n",
        name.c_str(), at(0, 999), at(1, 999), at(0, 9999), at(1, 9999), at(0, 99999), at(1, 99999),
        time_library(session, workload, {}, frames));
}

void sweep_cell_size(const std::filesystem::path& folder, const std::string& name, const Workload& workload,
                     uint32_t table_size, uint32_t frames) {
    SvgPlot plot{.title = "Time against cell size: " + workload.name,
                 .x_label = "cell size / mean edge",
                 .y_label = "ms per frame",
                 .series = {{"plain", {}}, {"hash, table", {}}, {"hash, one place per cell", {}}}};
    HashSession session({});
    session.prepare(workload, 1);
    const double edge = mean_edge(workload);
    std::size_t best[3] = {};
    double at_mean_edge[3] = {};
    std::size_t index = 0;
    for (const double factor : {0.35, 0.5, 0.7, 0.85, 1.0, 1.2, 1.4, 1.7, 2.0, 2.5, 3.0, 4.0, 6.0}) {
        const double times[3] = {
            time_plain(workload, {.table_size = table_size, .cell_factor = factor}, frames),
            time_library(session, workload, {.cell_size = factor * edge, .table_size = table_size}, frames),
            time_library(session, workload, {.cell_size = factor * edge}, frames)};
        for (std::size_t i = 0; i < 3; ++i) {
            plot.series[i].points.emplace_back(factor, times[i]);
            if (times[i] < plot.series[i].points[best[i]].second) best[i] = index;
            if (factor == 1.0) at_mean_edge[i] = times[i];
        }
        ++index;
    }
    write(folder, name, plot);
    std::printf("%s: is the mean edge length still the best cell size?\n", name.c_str());
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& [factor, time] = plot.series[i].points[best[i]];
        const double loss = at_mean_edge[i] / time - 1;
        std::printf("  %-26s %s: %.3f ms at the mean edge, %.3f ms at %.2f of it (%.0f %% more)\n",
                    plot.series[i].name.c_str(), loss < 0.05 ? "yes" : "no ", at_mean_edge[i], time, factor,
                    100 * loss);
    }
}

// A vertex and the tetrahedron whose box it is in.
struct BoxPair {
    defcol::Vec3 point;
    defcol::Vec3 corner[4];
};

// All that the intersection test would get in a frame: the vertex is in the box and no corner.
void collect_box_pairs(const scenes::Mesh& mesh, const std::vector<float>& positions,
                       std::vector<BoxPair>& pairs) {
    const auto at = [&](uint32_t v) {
        const float* p = positions.data() + 3 * std::size_t{v};
        return defcol::Vec3(p[0], p[1], p[2]);
    };
    std::vector<uint32_t> by_x(mesh.vertex_count());
    for (uint32_t v = 0; v < by_x.size(); ++v) by_x[v] = v;
    std::ranges::sort(by_x, {}, [&](uint32_t v) { return at(v).x; });
    for (std::size_t t = 0; t < mesh.tetrahedra.size(); t += 4) {
        const uint32_t* v = mesh.tetrahedra.data() + t;
        BoxPair pair{{}, {at(v[0]), at(v[1]), at(v[2]), at(v[3])}};
        const auto& c = pair.corner;
        const defcol::Vec3 low = glm::min(glm::min(c[0], c[1]), glm::min(c[2], c[3]));
        const defcol::Vec3 high = glm::max(glm::max(c[0], c[1]), glm::max(c[2], c[3]));
        auto next = std::ranges::lower_bound(by_x, low.x, {}, [&](uint32_t vertex) { return at(vertex).x; });
        for (; next != by_x.end() && at(*next).x <= high.x; ++next) {
            pair.point = at(*next);
            const bool is_corner = *next == v[0] || *next == v[1] || *next == v[2] || *next == v[3];
            if (is_corner || glm::any(glm::lessThan(pair.point, low)) ||
                glm::any(glm::greaterThan(pair.point, high))) {
                continue;
            }
            pairs.push_back(pair);
        }
    }
}

bool is_inside_by_weights(const BoxPair& pair) {
    const defcol::Vec3 a = pair.corner[1] - pair.corner[0];
    const defcol::Vec3 b = pair.corner[2] - pair.corner[0];
    const defcol::Vec3 c = pair.corner[3] - pair.corner[0];
    const defcol::Vec3 p = pair.point - pair.corner[0];
    const defcol::Vec3 bc = glm::cross(b, c);
    const double det = glm::dot(a, bc);
    const double w1 = glm::dot(p, bc) / det;
    const double w2 = glm::dot(a, glm::cross(p, c)) / det;
    const double w3 = glm::dot(a, glm::cross(b, p)) / det;
    return w1 >= 0 && w2 >= 0 && w3 >= 0 && w1 + w2 + w3 <= 1;
}

// The scenes' tetrahedra are positively oriented.
bool is_inside_by_half_spaces(const BoxPair& pair) {
    const auto& c = pair.corner;
    const auto is_in_front = [&](const defcol::Vec3& x, const defcol::Vec3& y, const defcol::Vec3& z) {
        return glm::dot(glm::cross(y - x, z - x), pair.point - x) >= 0;
    };
    return is_in_front(c[0], c[2], c[3]) && is_in_front(c[0], c[3], c[1]) && is_in_front(c[0], c[1], c[2]) &&
           is_in_front(c[1], c[3], c[2]);
}

// Section 4.4 in plain double arithmetic, as a paper would write it, on what the test really gets.
void compare_tests(const Workload& workload) {
    std::vector<BoxPair> pairs;
    for (const FramePositions& frame : workload.frames) {
        for (std::size_t i = 0; i < workload.meshes.size(); ++i) {
            collect_box_pairs(workload.meshes[i], frame.meshes[i], pairs);
        }
    }
    uint64_t inside[2] = {};
    std::vector<double> times[2];
    for (int round = 0; round < 40; ++round) {
        const int which = round % 2;
        inside[which] = 0;
        const auto start = Clock::now();
        for (const BoxPair& pair : pairs) {
            inside[which] +=
                (which == 0 ? is_inside_by_weights(pair) : is_inside_by_half_spaces(pair)) ? 1U : 0U;
        }
        times[which].push_back(1e6 * milliseconds_since(start) / static_cast<double>(pairs.size()));
    }
    std::printf(
        "section 4.4, %s: weights %.1f ns, half-spaces %.1f ns per test, on the %zu pairs of %zu frames that "
        "pass "
        "the box test (%llu and %llu inside)\n",
        workload.name.c_str(), median_of(times[0]), median_of(times[1]), pairs.size(), workload.frames.size(),
        static_cast<unsigned long long>(inside[0]), static_cast<unsigned long long>(inside[1]));
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
        compare_tests(a);
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
