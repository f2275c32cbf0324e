// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/contestant.hpp"

namespace bench {

// Megabytes by which the resident memory of this process grew at its peak while the contestant was prepared
// and ran two frames: without program, scene and input. For a process that does nothing else.
double measure_peak_memory(const ContestantInfo& info, const Workload& workload, uint32_t threads);

// Starts this program again to measure one contestant; 0 if that failed. A fork would not do: the peers'
// threads do not survive it.
double peak_memory_in_own_process(const std::string& scene, const std::string& contestant, uint32_t threads);

}  // namespace bench
