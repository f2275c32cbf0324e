// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/backend.hpp"
#include "detector/backend_contest.hpp"

namespace defcol {

struct BackendChoice {
    const BackendInfo* info;
    const char* reason;  // why auto chose it; "" where the host did
    uint32_t queries;    // what a mask of 0 came to
    // Auto: all that answer the queries exactly and may be the fastest, `info` first; else `info` alone.
    const BackendInfo* contenders[BackendContest::most_contenders] = {info};
    uint32_t contender_count = 1;
    bool is_automatic = false;
};

// What auto takes for these queries; exactly if any backend can, info is null if none answers them all.
BackendChoice find_automatic_choice(uint32_t queries);

// The backend that a detector of this configuration uses.
// Throws Error: UNSUPPORTED (unknown id, query it cannot answer), BACKEND_UNAVAILABLE.
BackendChoice choose_backend(int32_t backend, uint32_t queries);

}  // namespace defcol
