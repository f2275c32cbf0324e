// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "defcol/defcol.h"
#include "world.hpp"

namespace cli {

// What the command line asks of a detector.
struct DetectorSettings {
    int32_t backend = DEFCOL_BACKEND_AUTO;
    uint32_t queries = 0;  // 0: the backend's main one
    uint32_t fields = DEFCOL_FIELD_ALL;
    bool self = true;
    bool between = true;
    bool include_adjacent = false;
    std::vector<std::string> options;  // "key=value"
    uint64_t max_contacts = UINT64_MAX;
    double time_budget_seconds = std::numeric_limits<double>::infinity();
};

// One frame's outcome; the arrays are the detector's until its next frame.
struct FrameView {
    uint64_t frame = 0;
    defcol_status status = DEFCOL_OK;
    uint32_t queries = 0;
    defcol_contacts contacts{};
    defcol_statistics statistics{};
    defcol_volumes volumes{};  // of the query for intersection volumes

    double volume() const;  // the sum of all; 0 without that query
};

// A detector on all meshes of a world.
class DetectorRun {
  public:
    DetectorRun(const World& world, const DetectorSettings& settings);
    ~DetectorRun();
    DetectorRun(const DetectorRun&) = delete;
    DetectorRun& operator=(const DetectorRun&) = delete;

    FrameView detect(uint64_t frame);

    uint32_t queries() const { return queries_; }
    defcol_detector handle() const { return detector_; }

  private:
    void add_meshes(const World& world);
    void set_option(const std::string& text);

    DetectorSettings settings_;
    uint32_t queries_ = 0;
    defcol_detector detector_{};
};

// The queries a detector of these settings will answer for these meshes. Where none was asked for: the
// backend's main one, unless it needs tetrahedra and there are none.
uint32_t effective_queries(const World& world, const DetectorSettings& settings);

}  // namespace cli
