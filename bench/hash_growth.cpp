// SPDX-License-Identifier: MIT
// Section 5 of Teschner et al. 2003: time per primitive (tetrahedron or vertex) from 10^3 to 10^6 tetrahedra,
// and for the same cubes as one object up to a thousand; bytes per primitive, over many frames.
// Usage: hash_growth [frames of the memory check]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "hash_session.hpp"
#include "scenes/tetrahedra.hpp"

namespace {

using namespace bench;

double primitive_count(const Workload& workload) {
    return static_cast<double>(workload.tetrahedron_count() + workload.vertex_count());
}

// Nanoseconds per primitive, the least of some frames.
double measure(scenes::Scene scene) {
    const Workload workload = make_workload(std::move(scene), 4);
    HashSession session({});
    session.prepare(workload, 1);
    double least = HUGE_VAL;
    const uint32_t frames = workload.tetrahedron_count() > 200000 ? 9 : 60;
    for (uint32_t frame = 0; frame < frames; ++frame) {
        const auto start = std::chrono::steady_clock::now();
        session.update(workload.frames[frame % workload.frames.size()]);
        session.detect();
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        if (frame > 0) least = std::min(least, time.count());
    }
    const double per_primitive = 1e6 * least / primitive_count(workload);
    const defcol_statistics s = session.statistics();
    std::printf("%8zu %10llu %10llu %10.3f %10.1f %14.1f %9llu %12.1f\n", workload.meshes.size(),
                static_cast<unsigned long long>(workload.tetrahedron_count()),
                static_cast<unsigned long long>(workload.vertex_count()), least, per_primitive,
                1e6 * least / static_cast<double>(workload.tetrahedron_count()),
                static_cast<unsigned long long>(s.contact_count),
                static_cast<double>(s.detector_bytes) / primitive_count(workload));
    return per_primitive;
}

void print_spread(const char* what, const std::vector<double>& values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    std::printf("time per primitive, %s: largest / smallest %.2f\n", what, *high / *low);
}

void check_memory(uint64_t frames) {
    const Workload workload = make_workload(scenes::teschner('A'), 64);
    HashSession session({});
    session.prepare(workload, 1);
    uint64_t first = 0;
    uint64_t most = 0;
    for (uint64_t frame = 0; frame < frames; ++frame) {
        session.update(workload.frames[frame % workload.frames.size()]);
        session.detect();
        const uint64_t bytes = session.statistics().detector_bytes;
        if (frame == 63) first = bytes;
        most = std::max(most, bytes);
    }
    std::printf(
        "setup A over %llu frames: %.1f bytes per primitive after 64, %.1f at most: %s\n",
        static_cast<unsigned long long>(frames), static_cast<double>(first) / primitive_count(workload),
        static_cast<double>(most) / primitive_count(workload), most <= first ? "constant" : "GROWING");
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const uint64_t frames = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100000;
        std::printf("%8s %10s %10s %10s %10s %14s %9s %12s\n", "objects", "tetrahedra", "vertices", "ms",
                    "ns / prim.", "ns / tetrah.", "contacts", "bytes / prim.");
        std::vector<double> by_size;
        for (const uint32_t objects : {13U, 40U, 125U, 400U, 1250U, 4000U, 12500U}) {
            by_size.push_back(measure(scenes::tetrahedral_crowd(objects, 4, 1)));
        }
        print_spread("10^3 to 10^6 tetrahedra", by_size);
        std::vector<double> by_objects;
        for (const uint32_t cells : {20U, 10U, 5U, 4U, 2U}) {
            by_objects.push_back(
                measure(scenes::tetrahedral_cubes(8000 / (cells * cells * cells), cells, 1)));
        }
        print_spread("1 to 1,000 objects", by_objects);
        check_memory(frames);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hash_growth: %s\n", error.what());
        return 1;
    }
}
