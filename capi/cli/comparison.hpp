// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "run.hpp"

namespace cli {

// One backend's answer to one query beside the reference.
struct ComparisonRow {
    std::string input;
    int32_t backend = 0;
    uint32_t query = 0;
    bool is_exact = false;  // promises the reference's set
    bool has_reference = false;
    uint64_t contacts = 0;  // over all frames
    uint64_t missing = 0;   // in the reference and not here
    uint64_t extra = 0;
    double volume = 0;
    double update_milliseconds = 0;  // median of the frames: reading moved vertices and the structure
    double search_milliseconds = 0;  // the rest
    double total_milliseconds = 0;
    std::vector<uint64_t> frame_contacts;
    std::vector<double> frame_milliseconds;
    std::string error;  // what the library said, if it could not answer

    bool differs() const { return has_reference && (missing > 0 || extra > 0); }
    std::string agreement() const;
};

struct ComparisonRequest {
    DetectorSettings settings;  // backend is not used
    uint32_t worker_count = 0;
    std::function<void(const ComparisonRow&)> before_row;  // for progress; may be empty
};

// Every available backend and every query of settings.queries (0: those that mean something) it answers.
std::vector<ComparisonRow> compare_backends(const RunSource& source, const ComparisonRequest& request);

std::string comparison_table(const std::vector<ComparisonRow>& rows);
// An array of objects.
void write_comparison(class JsonWriter& json, const std::vector<ComparisonRow>& rows);

}  // namespace cli
