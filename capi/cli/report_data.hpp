// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "capture_run.hpp"
#include "comparison.hpp"

namespace cli {

// The page, with the text @DATA@ where the data belong.
extern const char* const report_page;

struct ReportSettings {
    uint32_t worker_count = 0;
    bool z_is_up = false;
};

// The capture's frames and every backend's times, as JSON without the characters that end a script.
std::string report_data(const CaptureSource& source, const ReportSettings& settings,
                        const ComparisonRequest& request);

}  // namespace cli
