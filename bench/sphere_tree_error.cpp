// SPDX-License-Identifier: MIT
// How quickly the penetration estimate of an interrupted traversal approaches the exact one. Penetration is
// how far the second object must move along x until nothing collides: exactly, by bisection with the exact
// triangle test; estimated, until no reported pair of spheres overlaps.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "harness/svg_plot.hpp"
#include "sphere_tree_common.hpp"

namespace {

using bench::NamedMesh;
using bench::SpherePairSession;

constexpr double start_x = 0.35;

bool meet(const SpherePairSession& exact, double x) {
    exact.place(x, 0.05, 0.1);
    exact.detect(HUGE_VAL);
    return exact.contacts().count > 0;
}

// The largest shift at which they meet: from outside inwards, then by bisection.
double exact_penetration(const NamedMesh& a, const NamedMesh& b) {
    const SpherePairSession exact(a.mesh, b.mesh, 0, DEFCOL_QUERY_TRIANGLE_PAIRS);
    double apart = 1.5;
    while (apart > start_x && !meet(exact, apart)) apart -= 0.02;
    double touching = apart;
    apart += 0.02;
    for (int i = 0; i < 20; ++i) {
        const double middle = 0.5 * (touching + apart);
        (meet(exact, middle) ? touching : apart) = middle;
    }
    return apart - start_x;
}

const double* sphere(const std::vector<defcol_sphere_level>& levels, uint32_t level, uint32_t id) {
    return levels[level].spheres + 4 * (id - levels[level].first_sphere);
}

std::vector<defcol_sphere_level> levels_of(const SpherePairSession& session, int mesh) {
    std::vector<defcol_sphere_level> levels;
    uint32_t count = 1;
    for (uint32_t i = 0; i < count; ++i) {
        defcol_sphere_level level;
        bench::check(defcol_sphere_level_init(&level, sizeof level));
        bench::check(defcol_detector_get_sphere_level(session.detector(), session.mesh(mesh), i, &level));
        count = level.level_count;
        levels.push_back(level);
    }
    return levels;
}

double estimated_penetration(const SpherePairSession& session) {
    const auto levels_a = levels_of(session, 0);
    const auto levels_b = levels_of(session, 1);
    const defcol_contacts contacts = session.contacts();
    double shift = 0;
    for (uint64_t i = 0; i < contacts.count; ++i) {
        const double* a =
            sphere(levels_a, DEFCOL_CONTACT_LEVEL_A(contacts.flags[i]), contacts.primitive_a[i]);
        const double* b =
            sphere(levels_b, DEFCOL_CONTACT_LEVEL_B(contacts.flags[i]), contacts.primitive_b[i]);
        const double reach = a[3] + b[3];
        const double y = b[1] - a[1];
        const double z = b[2] - a[2];
        const double room = reach * reach - y * y - z * z;
        if (room > 0) shift = std::max(shift, std::sqrt(room) - (b[0] - a[0]));
    }
    return shift;
}

bench::SvgPlot::Series measure(const NamedMesh& a, const NamedMesh& b) {
    const double exact = exact_penetration(a, b);
    SpherePairSession session(a.mesh, b.mesh, DEFCOL_FIELD_FLAGS);
    session.place(start_x, 0.05, 0.1);
    session.detect(HUGE_VAL);
    std::printf("\n%s and %s: exact penetration along x %.5f\n%12s %12s %12s %12s %10s %10s\n",
                a.name.c_str(), b.name.c_str(), exact, "tests", "search ms", "estimate", "error", "assumed",
                "leaf pairs");
    bench::SvgPlot::Series series{a.name + " - " + b.name, {}};
    for (uint64_t budget = 1; budget < (uint64_t{1} << 26); budget *= 4) {
        double seconds = HUGE_VAL;
        for (int i = 0; i < 3; ++i) {
            session.detect(HUGE_VAL, budget);
            seconds = std::min(seconds, session.statistics().search_seconds);
        }
        const double estimate = estimated_penetration(session);
        const defcol_statistics s = session.statistics();
        std::printf("%12llu %12.4f %12.5f %12.5f %10llu %10llu\n",
                    static_cast<unsigned long long>(s.sphere_test_count), 1e3 * seconds, estimate,
                    estimate - exact, static_cast<unsigned long long>(s.assumed_pair_count),
                    static_cast<unsigned long long>(s.leaf_pair_count));
        series.points.emplace_back(1e3 * seconds, std::fabs(estimate - exact));
        if (session.contacts().is_incomplete == 0) break;
    }
    return series;
}

}  // namespace

int main(int argc, char** argv) {
    std::string folder;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--plots") == 0) folder = argv[i + 1];
    }
    const std::vector<NamedMesh> meshes = bench::sphere_tree_meshes();
    bench::SvgPlot plot;
    plot.title = "Error of the penetration estimate against search time";
    plot.x_label = "search time, ms";
    plot.y_label = "|estimate - exact|, longest side = 1";
    for (const NamedMesh& mesh : meshes) plot.series.push_back(measure(mesh, mesh));
    if (meshes.size() > 3) plot.series.push_back(measure(meshes[1], meshes[0]));
    if (!folder.empty() && !plot.write(folder + "/sphere_tree_error.svg")) {
        std::fprintf(stderr, "cannot write the plot\n");
    }
    return 0;
}
