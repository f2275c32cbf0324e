// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/contestant.hpp"

namespace bench {

struct ComparisonSettings {
    double seconds_per_scene = 15;  // of measured rounds; at least min_rounds, at most max_rounds are made
    uint32_t min_rounds = 3;
    uint32_t max_rounds = 40;
    std::vector<uint32_t> thread_counts = {1, 2};
    double slowest_frame_seconds = 3;  // who needs longer is measured once and not again
};

// Milliseconds, averaged over the frames of the scene: of each frame the median or the minimum over all
// rounds.
struct Milliseconds {
    double update = 0;
    double detect = 0;
    double total = 0;
};

struct Result {
    std::string scene;
    uint64_t primitives = 0;
    std::string contestant;
    Role role = Role::peer;
    uint32_t threads = 1;
    uint32_t rounds = 0;
    Milliseconds median;
    Milliseconds minimum;
    double contacts = 0;   // per frame, on average
    uint64_t missing = 0;  // worst frame, against the exact set
    uint64_t extra = 0;    // worst frame; a pair reported twice counts
    double peak_megabytes = 0;
    std::string failure;  // why it could not run

    bool is_exact() const { return role != Role::lower_bound && failure.empty() && missing + extra == 0; }
};

// Everyone who accepts the workload, at each thread count it knows. Contacts are checked against the exact
// set in a pass of its own before anything is timed.
std::vector<Result> compare(const Workload& workload, const std::vector<ContestantInfo>& contestants,
                            const ComparisonSettings& settings);

}  // namespace bench
