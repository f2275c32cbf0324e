// SPDX-License-Identifier: MIT
// Where the time of a frame goes on setups A to E of Teschner et al. 2003, and what the geometry of the
// contacts costs beside it: features, points, normals and distances, plainly and with consistent depths.
// Usage: hash_stages [frames] [letters of the setups]
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "hash_session.hpp"
#include "scenes/tetrahedra.hpp"

namespace {

using namespace bench;

constexpr std::array stage_names = {"set",    "prepare", "broad",    "cells",
                                    "search", "order",   "geometry", "consistent"};
using Times = std::array<double, stage_names.size()>;
constexpr std::size_t geometry = 6;
constexpr std::size_t consistent = 7;

// Milliseconds of each stage; the last two are the same.
Times run(HashSession& session, const FramePositions& positions) {
    const auto start = std::chrono::steady_clock::now();
    session.update(positions);
    const std::chrono::duration<double, std::milli> set = std::chrono::steady_clock::now() - start;
    session.detect();
    const defcol_statistics s = session.statistics();
    return {set.count(),
            1e3 * s.prepare_seconds,
            1e3 * s.broadphase_seconds,
            1e3 * s.update_seconds,
            1e3 * s.search_seconds,
            1e3 * s.order_seconds,
            1e3 * s.geometry_seconds,
            1e3 * s.geometry_seconds};
}

void run_setup(char letter, uint32_t threads, uint32_t frames) {
    const Workload workload = make_workload(scenes::teschner(letter), 32);
    const uint32_t fields = DEFCOL_FIELD_FEATURES | DEFCOL_FIELD_POINTS | DEFCOL_FIELD_NORMALS;
    HashSession ids({});
    HashSession plain({.fields = fields});
    HashSession agreeing({.fields = fields, .consistent_depth = true});
    for (HashSession* session : {&ids, &plain, &agreeing}) session->prepare(workload, threads);
    std::array<std::vector<double>, stage_names.size()> times;
    for (uint32_t frame = 0; frame < frames; ++frame) {
        const FramePositions& positions = workload.frames[frame % workload.frames.size()];
        Times of_frame = run(ids, positions);
        of_frame[geometry] = run(plain, positions)[geometry];
        of_frame[consistent] = run(agreeing, positions)[consistent];
        for (std::size_t i = 0; i < times.size(); ++i) times[i].push_back(of_frame[i]);
    }
    std::printf("%c %u", letter, threads);
    for (const std::vector<double>& of_stage : times) std::printf(" %10.4f", median_of(of_stage));
    const defcol_statistics s = ids.statistics();
    std::printf(" %10llu %9llu\n", static_cast<unsigned long long>(s.candidate_count),
                static_cast<unsigned long long>(s.contact_count));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const uint32_t wanted = argc > 1 ? static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10)) : 300;
        const uint32_t frames = std::max(wanted, 1U);
        const std::string letters = argc > 2 ? argv[2] : "ABCDE";
        std::printf("ms per frame, medians of %u frames; geometry and consistent only if asked for\n  T",
                    frames);
        for (const char* name : stage_names) std::printf(" %10s", name);
        std::printf(" %10s %9s\n", "candidates", "contacts");
        for (const char letter : letters) {
            for (const uint32_t threads : {1U, 2U}) run_setup(letter, threads, frames);
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hash_stages: %s\n", error.what());
        return 1;
    }
}
