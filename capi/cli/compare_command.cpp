// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>

#include "capture_run.hpp"
#include "commands.hpp"
#include "comparison.hpp"
#include "detector_options.hpp"
#include "json_writer.hpp"
#include "names.hpp"
#include "progress.hpp"

namespace cli {
namespace {

constexpr OptionSpec options[] = {
    option::query,
    option::self,
    option::no_self,
    option::between,
    option::no_between,
    option::include_adjacent,
    option::threads,
    option::frames,
    {"--repeat", "N", "play the frames N times for the times (default 3)"},
    option::json,
    option::help,
};

constexpr CommandSpec spec = {
    "compare",
    "MESH...|CAPTURE...",
    "the same meshes through every backend",
    "Gives the same input, mesh files or captures, to every backend that can answer, for each query that "
    "means something for it (or\n"
    "those of --query), and prints the number of contacts, the differences from brute-force and the times:\n"
    "the median of the frames, `update` for reading the moved vertices and keeping the backend's structure,\n"
    "`detect` for the search.\n\n"
    "Exit status: 0 done, 1 if a backend that promises the exact set differs, 2 bad usage or input.",
    options,
    1,
    SIZE_MAX,
};

int run(const Arguments& arguments) {
    ComparisonRequest request;
    request.settings = read_detector_settings(arguments);
    request.worker_count = read_worker_count(arguments);
    const uint64_t repetitions = arguments.whole_number("--repeat", 1000).value_or(3);
    std::vector<std::unique_ptr<RunSource>> sources;
    if (CaptureFile::is_capture(arguments.operands()[0])) {
        for (const std::string& path : arguments.operands())
            sources.push_back(std::make_unique<CaptureSource>(path, 0));
    } else {
        sources.push_back(open_mesh_files(arguments.operands(), arguments.all("--frames"),
                                          std::max<uint64_t>(repetitions, 1)));
    }
    Progress progress("", defcol_backend_count());
    uint64_t row_count = 0;
    request.before_row = [&](const ComparisonRow& row) {
        progress.say(std::string(capabilities_of(row.backend).name) + ", " + names_of_queries(row.query));
        progress.advance(row_count++ % defcol_backend_count());
    };
    std::vector<ComparisonRow> rows;
    for (const auto& source : sources) {
        for (ComparisonRow& row : compare_backends(*source, request)) rows.push_back(std::move(row));
    }
    if (arguments.has("--json")) {
        JsonWriter json;
        json.begin_object().key("rows");
        write_comparison(json, rows);
        json.end_object();
        std::printf("%s\n", json.text().c_str());
    } else {
        std::fputs(comparison_table(rows).c_str(), stdout);
    }
    const bool differs = std::any_of(rows.begin(), rows.end(),
                                     [](const ComparisonRow& row) { return row.is_exact && row.differs(); });
    return differs ? found_contacts : done;
}

}  // namespace

const Command compare_command = {&spec, run};

}  // namespace cli
