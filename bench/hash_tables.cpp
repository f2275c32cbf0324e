// SPDX-License-Identifier: MIT
// Tables 1 and 2 of Teschner et al. 2003: setups A to E, 1,000 frames each, beside the paper's own
// milliseconds, the plain version of the paper and the best peer; then triangle pairs on real cloth, where
// DEFCOL_DATA_DIR is set. Contestants take turns frame by frame, so that a neighbour on the machine disturbs
// all alike; ratios are of medians.
//
// What limits hash on two threads in the smaller setups: what runs before the search on one thread (reading
// positions, broad phase, most of the sort into cells) is a sixth of B's frame. The search itself spends two
// fifths of its time comparing boxes, where loads are the limit: runs hold about 8 vertices of 16 lanes.
// Usage: hash_tables [frames] [letters of the setups, T for triangles]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hash_plain.hpp"
#include "hash_session.hpp"
#include "peers/contestants.hpp"
#include "scenes/data_scenes.hpp"
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
    const double median = median_of(entrant.milliseconds);
    std::printf("  %-20s %u %9.3f %9.3f %9.3f %9.3f %9.3f %9.2f %9.2f  %s\n", entrant.name.c_str(),
                entrant.threads, average, *low, *high,
                std::sqrt(std::max(0.0, squares / count - average * average)), median, plain / median,
                peer / median, entrant.agrees ? "same contacts" : "DIFFERENT CONTACTS");
}

// The peer is compared at the same number of threads, the plain version on its one.
void compete(const Workload& workload, const std::vector<ContestantInfo>& infos, const std::string& peer_name,
             uint32_t frame_count) {
    std::vector<Entrant> entrants;
    for (const uint32_t threads : {1U, 2U}) {
        for (const ContestantInfo& info : infos) {
            if (threads > 1 && !info.is_threaded) continue;
            entrants.push_back({info.name, threads, info.make(), {}});
            entrants.back().contestant->prepare(workload, threads);
        }
    }
    for (uint32_t frame = 0; frame < frame_count; ++frame) {
        const FramePositions& positions = workload.frames[frame % workload.frames.size()];
        const FramePositions& last =
            workload.frames[(frame + workload.frames.size() - 1) % workload.frames.size()];
        for (Entrant& entrant : entrants) {
            // Untimed, so that everyone starts with their own data in the caches and not their predecessor's.
            entrant.contestant->update(last);
            entrant.contestant->detect();
            run_frame(entrant, positions);
        }
        if (frame % 100 != 0) continue;
        const std::vector<uint64_t> expected = sorted_pairs(entrants.front());
        for (Entrant& entrant : entrants) entrant.agrees &= sorted_pairs(entrant) == expected;
    }
    double plain = 0;
    double peer[3] = {};
    for (const Entrant& entrant : entrants) {
        if (entrant.name == "plain-hash") plain = median_of(entrant.milliseconds);
        if (entrant.name == peer_name) peer[entrant.threads] = median_of(entrant.milliseconds);
    }
    for (const Entrant& entrant : entrants) print_row(entrant, plain, peer[entrant.threads]);
}

std::vector<ContestantInfo> named(const std::vector<std::string>& names) {
    std::vector<ContestantInfo> result;
    for (ContestantInfo& info : all_contestants()) {
        if (std::ranges::find(names, info.name) != names.end()) result.push_back(std::move(info));
    }
    return result;
}

void run_setup(const Setup& setup, uint32_t frame_count) {
    const Workload workload = make_workload(scenes::teschner(setup.letter), 32);
    std::printf(
        "%c: %zu objects, %llu tetrahedra, %llu vertices; paper %.1f (%.1f to %.1f, deviation %.2f)\n",
        setup.letter, workload.meshes.size(), static_cast<unsigned long long>(workload.tetrahedron_count()),
        static_cast<unsigned long long>(workload.vertex_count()), setup.paper_average, setup.paper_min,
        setup.paper_max, setup.paper_deviation);
    std::vector<ContestantInfo> infos = named({"hash", "embree-point-query"});
    infos.push_back(hash_with("hash, time stamps",
                              {.table_size = static_cast<int64_t>(2 * workload.vertex_count() + 1)}));
    infos.push_back(plain_hash());
    compete(workload, infos, "embree-point-query", frame_count);
}

void run_cloth(uint32_t frame_count) {
    std::optional<scenes::Scene> scene = scenes::cloth_ball();
    if (!scene) {
        std::printf("cloth: left out, cloth_ball92.ply is found through DEFCOL_DATA_DIR\n");
        return;
    }
    const Workload workload = make_workload(std::move(*scene), 8);
    std::printf("cloth_ball92 to 93, self: %llu triangles, pairs\n",
                static_cast<unsigned long long>(workload.triangle_count()));
    compete(workload, named({"hash", "embree-refit"}), "embree-refit", std::max(frame_count / 25, 9U));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const uint32_t wanted = argc > 1 ? static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10)) : 1000;
        const uint32_t frames = std::max(wanted, 1U);
        const std::string letters = argc > 2 ? argv[2] : "ABCDET";
        std::printf(
            "set positions + detect + view, ids only, ms per frame over %u frames; x plain, x embree: how "
            "many "
            "times faster than the plain version on one thread, than Embree on as many.\n"
            "hash: one place per cell, sorted anew each frame; hash, time stamps: the paper's table, which "
            "is "
            "never cleared.\n",
            frames);
        std::printf("  %-20s T %9s %9s %9s %9s %9s %9s %9s\n", "", "average", "min", "max", "dev", "median",
                    "x plain", "x embree");
        for (const Setup& setup : setups) {
            if (letters.find(setup.letter) != std::string::npos) run_setup(setup, frames);
        }
        if (letters.find('T') != std::string::npos) run_cloth(frames);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hash_tables: %s\n", error.what());
        return 1;
    }
}
