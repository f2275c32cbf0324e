// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/workload.hpp"

namespace bench {

// Who takes part in a comparison: a backend of the library, a peer, or a lower bound. The task is the same
// for all: new positions in, all pairs out, ids only.
class Contestant {
  public:
    virtual ~Contestant() = default;

    // Everything that is done once. The workload outlives the contestant; its first frame may be used.
    virtual void prepare(const Workload& workload, uint32_t threads) = 0;

    // Both are timed. The positions stay readable until the next update: who can use them in place may.
    virtual void update(const FramePositions& positions) = 0;
    virtual void detect() = 0;

    // What the last detect found, in any order: see pair_key.
    virtual std::span<const uint64_t> pairs() const = 0;
};

enum class Role { backend, peer, lower_bound };

struct ContestantInfo {
    std::string name;
    Role role = Role::peer;
    bool is_threaded = false;   // knows more than one thread
    bool is_quadratic = false;  // left out of large scenes unless asked for by name
    std::function<bool(const Workload&)> accepts;
    std::function<std::unique_ptr<Contestant>()> make;
};

}  // namespace bench
