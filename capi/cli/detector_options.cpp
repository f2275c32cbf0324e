// SPDX-License-Identifier: MIT
#include "detector_options.hpp"

#include "errors.hpp"
#include "names.hpp"
#include "picture.hpp"

namespace cli {
namespace {

bool read_switch(const Arguments& arguments, const char* on, const char* off) {
    if (arguments.has(on) && arguments.has(off)) {
        throw Failure(std::string(on) + " and " + off + " contradict each other");
    }
    return !arguments.has(off);
}

}  // namespace

DetectorSettings read_detector_settings(const Arguments& arguments) {
    DetectorSettings settings;
    settings.backend = backend_of_name(arguments.text("--backend", "auto"));
    if (arguments.has("--query")) settings.queries = queries_of_names(arguments.text("--query"));
    settings.self = read_switch(arguments, "--self", "--no-self");
    settings.between = read_switch(arguments, "--between", "--no-between");
    settings.include_adjacent = arguments.has("--include-adjacent");
    settings.options = arguments.all("--option");
    settings.max_contacts = arguments.whole_number("--max-contacts", UINT64_MAX).value_or(UINT64_MAX);
    if (const auto budget = arguments.whole_number("--budget-us", uint64_t{1} << 50)) {
        settings.time_budget_seconds = 1e-6 * static_cast<double>(*budget);
    }
    return settings;
}

std::vector<std::unique_ptr<FrameSink>> make_sinks(const Arguments& arguments, bool is_series) {
    std::vector<std::unique_ptr<FrameSink>> sinks;
    if (arguments.has("--output")) sinks.push_back(make_contact_sink(arguments.text("--output"), is_series));
    PictureSettings settings;
    if (arguments.has("--view")) read_view(arguments.text("--view"), settings);
    if (arguments.has("--size")) read_size(arguments.text("--size"), settings);
    const std::string up = arguments.text("--up", "y");
    if (up != "y" && up != "z") throw Failure("--up takes y or z");
    settings.z_is_up = up == "z";
    if (arguments.has("--image")) {
        sinks.push_back(make_picture_sink(arguments.text("--image"), is_series, settings));
    }
    return sinks;
}

uint32_t read_worker_count(const Arguments& arguments) {
    return static_cast<uint32_t>(arguments.whole_number("--threads", 256).value_or(0));
}

}  // namespace cli
