// SPDX-License-Identifier: MIT
// Tables 1 and 2 of Teschner et al. 2003: setups A to E, 1,000 frames each, beside the paper's own
// milliseconds, the plain version of the paper and the best peer. Contestants take turns frame by frame, so
// that a neighbour on the machine disturbs all alike; ratios are of medians.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "hash_plain.hpp"
#include "peers/contestants.hpp"
#include "scenes/tetrahedra.hpp"

namespace {

using namespace bench;

struct Setup {
    char letter;
    double paper_average, paper_min, paper_max, paper_deviation;
};
constexpr Setup setups[] = {{'A', 4.3, 4.1, 6.5, 0.24},
                            {'B', 12.6, 11.3, 15.0, 0.59},
                            {'C', 30.4, 28.9, 34.4, 1.25},
                            {'D', 70.0, 68.5, 72.1, 0.86},
                            {'E', 172.5, 170.5, 174.6, 1.08}};

struct Entrant {
    std::string name;
    uint32_t threads;
    std::unique_ptr<Contestant> contestant;
    std::vector<double> milliseconds;
    bool agrees = true;

    double median() const {
        std::vector<double> sorted = milliseconds;
        std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2),
                         sorted.end());
        return sorted[sorted.size() / 2];
    }
};

void run_frame(Entrant& entrant, const FramePositions& positions) {
    const auto start = std::chrono::steady_clock::now();
    entrant.contestant->update(positions);
    entrant.contestant->detect();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    entrant.milliseconds.push_back(time.count());
}

std::vector<uint64_t> sorted_pairs(const Entrant& entrant) {
    const auto pairs = entrant.contestant->pairs();
    std::vector<uint64_t> sorted(pairs.begin(), pairs.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

void print_row(const Entrant& entrant, double plain, double peer) {
    double sum = 0;
    double squares = 0;
    for (const double time : entrant.milliseconds) {
        sum += time;
        squares += time * time;
    }
    const auto count = static_cast<double>(entrant.milliseconds.size());
    const auto [low, high] = std::minmax_element(entrant.milliseconds.begin(), entrant.milliseconds.end());
    const double average = sum / count;
    std::printf("  %-20s %u %9.3f %9.3f %9.3f %9.3f %9.3f %9.2f %9.2f  %s\n", entrant.name.c_str(),
                entrant.threads, average, *low, *high,
                std::sqrt(std::max(0.0, squares / count - average * average)), entrant.median(),
                plain / entrant.median(), peer > 0 ? peer / entrant.median() : 0.0,
                entrant.agrees ? "same contacts" : "DIFFERENT CONTACTS");
}

void run_setup(const Setup& setup, uint32_t frame_count) {
    const Workload workload = make_workload(scenes::teschner(setup.letter), 32);
    std::vector<ContestantInfo> infos = all_contestants();
    infos.push_back(plain_hash());
    std::vector<Entrant> entrants;
    for (const uint32_t threads : {1U, 2U}) {
        for (const ContestantInfo& info : infos) {
            const bool takes_part = info.name == "hash" || info.name == "embree-point-query" ||
                                    (info.name == "plain-hash" && threads == 1);
            if (!takes_part) continue;
            entrants.push_back({info.name, threads, info.make(), {}});
            entrants.back().contestant->prepare(workload, threads);
        }
    }
    for (uint32_t frame = 0; frame < frame_count; ++frame) {
        const FramePositions& positions = workload.frames[frame % workload.frames.size()];
        for (Entrant& entrant : entrants) run_frame(entrant, positions);
        if (frame % 100 != 0) continue;
        const std::vector<uint64_t> expected = sorted_pairs(entrants.front());
        for (Entrant& entrant : entrants) entrant.agrees &= sorted_pairs(entrant) == expected;
    }
    std::printf(
        "%c: %zu objects, %llu tetrahedra, %llu vertices; paper %.1f (%.1f to %.1f, deviation %.2f)\n",
        setup.letter, workload.meshes.size(), static_cast<unsigned long long>(workload.tetrahedron_count()),
        static_cast<unsigned long long>(workload.vertex_count()), setup.paper_average, setup.paper_min,
        setup.paper_max, setup.paper_deviation);
    double plain = 0;
    double peer[3] = {};
    for (const Entrant& entrant : entrants) {
        if (entrant.name == "plain-hash") plain = entrant.median();
        if (entrant.name == "embree-point-query") peer[entrant.threads] = entrant.median();
    }
    for (const Entrant& entrant : entrants) print_row(entrant, plain, peer[entrant.threads]);
}

}  // namespace

int main(int argc, char** argv) {
    const uint32_t frames = argc > 1 ? static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10)) : 1000;
    std::printf(
        "set positions + detect + view, ms per frame over %u frames; x plain, x embree: how many times "
        "faster than the plain version on one thread, than Embree on as many\n",
        frames);
    std::printf("  %-20s T %9s %9s %9s %9s %9s %9s %9s\n", "", "average", "min", "max", "dev", "median",
                "x plain", "x embree");
    for (const Setup& setup : setups) run_setup(setup, std::max(frames, 1U));
    return 0;
}
