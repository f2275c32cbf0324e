// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/backend.hpp"

namespace defcol {

struct BackendChoice {
    const BackendInfo* info;
    const char* reason;  // why auto chose it; "" where the host did
    uint32_t queries;    // what a mask of 0 came to
};

// What auto takes for these queries; exactly if any backend can, info is null if none answers them all.
BackendChoice find_automatic_choice(uint32_t queries);

// The backend that a detector of this configuration uses.
// Throws Error: UNSUPPORTED (unknown id, query it cannot answer), BACKEND_UNAVAILABLE.
BackendChoice choose_backend(int32_t backend, uint32_t queries);

}  // namespace defcol
