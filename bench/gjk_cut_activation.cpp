// SPDX-License-Identifier: MIT
// What it costs to choose other triangles of a large pool: each frame another 1,000 of a mesh are made active
// by a list of ids, beside a small mesh that stays; the meshes do not move. Time of choosing and detecting
// against the size of the pool. Flat: changing the set costs no more than the set is long.
// Usage: gjk_cut_activation [folder] [seconds per point]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <limits>

#include "gjk_cut_common.hpp"
#include "scenes/spheres.hpp"

namespace {

using namespace bench;
using namespace bench::gjk_cut;
using Clock = std::chrono::steady_clock;

constexpr uint32_t active_count = 1000;

defcol_mesh add_mesh(defcol_context context, defcol_detector detector, const scenes::Mesh& source) {
    defcol_mesh_desc desc;
    check(defcol_mesh_desc_init(&desc, sizeof desc));
    desc.vertex_count = source.vertex_count();
    desc.positions = source.positions.data();
    desc.triangle_count = source.triangle_count();
    desc.triangles = source.triangles.data();
    defcol_mesh mesh;
    check(defcol_mesh_create(context, &desc, &mesh));
    check(defcol_detector_add_mesh(detector, mesh, 0));
    return mesh;
}

struct Point {
    double pool;
    double microseconds;
};

Point measure(uint32_t frequency, double seconds) {
    const scenes::Mesh pool = scenes::icosphere(frequency);
    scenes::Mesh probe = scenes::icosphere(2);
    for (std::size_t i = 0; i < probe.positions.size(); i += 3) probe.positions[i] += 1.5;
    defcol_context context;
    check(defcol_context_create(nullptr, &context));
    defcol_detector_desc desc;
    check(defcol_detector_desc_init(&desc, sizeof desc));
    desc.backend = DEFCOL_BACKEND_GJK_CUT;
    defcol_detector detector;
    check(defcol_detector_create(context, &desc, &detector));
    const defcol_mesh mesh = add_mesh(context, detector, pool);
    add_mesh(context, detector, probe);

    std::vector<uint32_t> active(active_count);
    uint32_t first = 0;
    double best = std::numeric_limits<double>::infinity();
    const auto start_of_all = Clock::now();
    do {
        for (uint32_t& id : active) id = first++ % static_cast<uint32_t>(pool.triangle_count());
        defcol_contacts contacts;
        check(defcol_contacts_init(&contacts, sizeof contacts));
        const auto start = Clock::now();
        check(defcol_mesh_set_active_triangles(mesh, active.data(), active.size()));
        check(defcol_detector_detect(detector, nullptr));
        check(defcol_detector_contacts(detector, &contacts));
        best = std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    } while (std::chrono::duration<double>(Clock::now() - start_of_all).count() < seconds);
    check(defcol_context_destroy(context));
    return {static_cast<double>(pool.triangle_count()), best};
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Arguments arguments = read_arguments(argc, argv);
        SvgPlot plot{.title = "Another 1000 active triangles every frame",
                     .x_label = "triangles in the pool",
                     .y_label = "microseconds per frame",
                     .x_is_logarithmic = true,
                     .y_is_logarithmic = false,
                     .series = {{"gjk-cut", {}}}};
        for (const uint32_t frequency : {8U, 16U, 32U, 64U, 128U, 224U}) {
            const Point point = measure(frequency, arguments.seconds);
            plot.series[0].points.emplace_back(point.pool, point.microseconds);
        }
        report(arguments.folder, "gjk_cut_activation", plot);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "gjk_cut_activation: %s\n", error.what());
        return 1;
    }
}
