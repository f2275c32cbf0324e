// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "defcol/defcol.h"
#include "harness/contestant.hpp"

namespace bench {

struct HashSettings {
    double cell_size = 0;
    int64_t table_size = 0;  // above 0: the time-stamped hash table instead of one place per cell
    int64_t function = 0;
    uint32_t fields = 0;
    bool consistent_depth = false;
};

// Backend hash of the library with options of its own, as a host runs it; new options count from the next
// frame on.
class HashSession final : public Contestant {
  public:
    explicit HashSession(const HashSettings& settings) : settings_(settings) {}
    HashSession(const HashSession&) = delete;
    HashSession& operator=(const HashSession&) = delete;
    ~HashSession() override { defcol_context_destroy(context_); }

    void prepare(const Workload& workload, uint32_t threads) override;
    void set(const HashSettings& settings);
    void update(const FramePositions& positions) override;
    void detect() override;
    std::span<const uint64_t> pairs() const override;

    defcol_statistics statistics() const;

  private:
    HashSettings settings_;
    const Workload* workload_ = nullptr;
    defcol_context context_{};
    defcol_detector detector_{};
    std::vector<defcol_mesh> meshes_;
    defcol_contacts contacts_{};
    mutable std::vector<uint64_t> pairs_;
};

ContestantInfo hash_with(std::string name, const HashSettings& settings);

double median_of(std::vector<double> values);

}  // namespace bench
