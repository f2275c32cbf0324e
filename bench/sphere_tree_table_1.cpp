// SPDX-License-Identifier: MIT
// Mendoza & O'Sullivan 2005, Table 1: what is in the two lists, and frames per second, when the traversal is
// interrupted after a critical time; and how well deadlines are kept.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "sphere_tree_common.hpp"

namespace {

using bench::NamedMesh;
using bench::SpherePairSession;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct PaperRow {
    double seconds;
    const char* lists;  // dragon, bunny, bunny-dragon: PAIRLIST / COLLISIONLIST, frames per second
};
constexpr PaperRow paper[] = {{0.0001, "3/0 60, 3/0 52, 3/0 56"},
                              {0.001, "17/0 60, 25/0 48, 21/0 51"},
                              {0.01, "30/0 42, 44/0 37, 33/0 42"},
                              {0.1, "41/6 35, 61/11 30, 52/12 33"},
                              {1, "1345/30 25, 1405/36 22, 1387/28 23"}};

const char* paper_row(double seconds) {
    for (const PaperRow& row : paper) {
        if (row.seconds == seconds) return row.lists;
    }
    return "";
}

void print_table(const NamedMesh& a, const NamedMesh& b) {
    SpherePairSession session(a.mesh, b.mesh, DEFCOL_FIELD_NORMALS | DEFCOL_FIELD_FLAGS);
    session.place(0.35, 0.05, 0.1);
    session.detect(HUGE_VAL);
    std::printf("\n%s and %s: %llu spheres, %llu overlapping leaf pairs, %llu tests in all\n", a.name.c_str(),
                b.name.c_str(), static_cast<unsigned long long>(session.statistics().sphere_count),
                static_cast<unsigned long long>(session.statistics().leaf_pair_count),
                static_cast<unsigned long long>(session.statistics().sphere_test_count));
    std::printf("%10s %10s %14s %10s %10s %10s   %s\n", "budget ms", "PAIRLIST", "COLLISIONLIST", "tests",
                "frame ms", "frames/s", "the paper's (Pentium 4): dragons, bunnies, bunny-dragon");
    for (const double budget : {5e-6, 20e-6, 50e-6, 1e-4, 1e-3, 1e-2, 1e-1, 1.0}) {
        std::vector<double> times;
        const int frames = budget > 0.05 ? 3 : 15;
        for (int frame = 0; frame < frames; ++frame) {
            session.place(0.35 + 1e-4 * frame, 0.05, 0.1);  // trees move in every frame
            const double start = now();
            session.detect(budget);
            times.push_back(now() - start);
        }
        std::sort(times.begin(), times.end());
        const double median = times[times.size() / 2];
        const defcol_statistics s = session.statistics();
        std::printf("%10.3f %10llu %14llu %10llu %10.3f %10.0f   %s\n", 1e3 * budget,
                    static_cast<unsigned long long>(s.assumed_pair_count),
                    static_cast<unsigned long long>(s.leaf_pair_count),
                    static_cast<unsigned long long>(s.sphere_test_count), 1e3 * median, 1 / median,
                    paper_row(budget));
    }
}

double percentile(std::vector<double>& values, double part) {
    const auto place =
        values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

// Overrun of the whole call, beside that of a loop that does nothing but look at the clock.
void print_deadlines(const NamedMesh& a, const NamedMesh& b, uint32_t frames) {
    // Positions stay: what a deadline bounds is the search and what follows.
    SpherePairSession session(a.mesh, b.mesh, DEFCOL_FIELD_NORMALS | DEFCOL_FIELD_FLAGS);
    session.place(0.3, 0.05, 0.1);
    session.detect(HUGE_VAL);
    for (const double budget : {1e-4, 1e-3}) {
        const uint32_t count = budget < 5e-4 ? frames : std::max(frames / 5, 1000U);
        std::vector<double> ours;
        std::vector<double> spin;
        uint32_t interrupted = 0;
        for (uint32_t frame = 0; frame < count; ++frame) {
            double start = now();
            session.detect(budget);
            ours.push_back(now() - start - budget);
            interrupted += session.contacts().is_incomplete;
            start = now();
            while (now() - start < budget) {
            }
            spin.push_back(now() - start - budget);
        }
        std::printf("budget %6.3f ms, %u frames, %u interrupted: overrun in microseconds\n", 1e3 * budget,
                    count, interrupted);
        for (const double part : {0.5, 0.99, 0.999}) {
            const double mine = 1e6 * percentile(ours, part);
            const double idle = 1e6 * percentile(spin, part);
            std::printf("  %5.1f %%: %8.2f, empty loop %8.2f, beyond it %8.2f (promised: %.0f)\n", 100 * part,
                        mine, idle, mine - idle, std::max(20.0, 1e4 * budget));
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    uint32_t frames = 2000;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--frames") == 0) frames = static_cast<uint32_t>(std::atoi(argv[i + 1]));
    }
    const std::vector<NamedMesh> meshes = bench::sphere_tree_meshes();
    const std::size_t count = meshes.size();
    if (count > 2) {
        print_table(meshes[0], meshes[0]);
        print_table(meshes[1], meshes[1]);
        print_table(meshes[1], meshes[0]);
    }
    print_table(meshes[count - 2], meshes[count - 2]);
    print_table(meshes[count - 2], meshes[count - 1]);
    std::printf("\nDeadlines, %s twice\n", meshes[0].name.c_str());
    print_deadlines(meshes[0], meshes[0], frames);
    return 0;
}
