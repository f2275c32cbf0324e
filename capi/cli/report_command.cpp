// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstring>

#include "commands.hpp"
#include "detector_options.hpp"
#include "errors.hpp"
#include "names.hpp"
#include "output_file.hpp"
#include "printable.hpp"
#include "progress.hpp"
#include "report_data.hpp"

namespace cli {
namespace {

constexpr OptionSpec options[] = {
    {"--detector", "N", "which detector of the capture, counted from 0 (the default)"},
    {"--query", "NAME", "queries to compare the backends by; the default is what means something"},
    option::threads,
    option::up,
    option::help,
};

constexpr CommandSpec spec = {
    "report",
    "CAPTURE FILE.html",
    "a page to look at a capture in any browser",
    "Writes one page that needs nothing else, no network either: the recorded frames to turn, zoom and step\n"
    "through, their contacts listed and highlighted, times and counts of each frame, and all backends side "
    "by\n"
    "side.",
    options,
    2,
    2,
};

int run(const Arguments& arguments) {
    const std::string& path = arguments.operands()[1];
    if (path.size() < 5 || path.compare(path.size() - 5, 5, ".html") != 0) {
        throw Failure(printable(path) + ": the name of the page must end in .html");
    }
    ReportSettings settings;
    settings.worker_count = read_worker_count(arguments);
    settings.z_is_up = arguments.text("--up", "y") == "z";
    ComparisonRequest request;
    request.worker_count = settings.worker_count;
    if (arguments.has("--query")) request.settings.queries = queries_of_names(arguments.text("--query"));
    const auto detector =
        static_cast<uint32_t>(arguments.whole_number("--detector", UINT32_MAX - 1).value_or(0));
    const CaptureSource source(arguments.operands()[0], detector);
    if (source.frame_count() == 0) throw Failure(source.name() + ": has no frame");
    OutputFile file(path);
    Progress progress("", defcol_backend_count());
    uint64_t row_count = 0;
    request.before_row = [&](const ComparisonRow& row) {
        progress.say(std::string(capabilities_of(row.backend).name) + ", " + names_of_queries(row.query));
        progress.advance(row_count++ % defcol_backend_count());
    };
    constexpr const char* place = "@DATA@";
    const char* const found = std::strstr(report_page, place);
    file.write({report_page, static_cast<std::size_t>(found - report_page)});
    file.write(report_data(source, settings, request));
    file.write(found + std::strlen(place));
    file.commit();
    std::printf("wrote %s\n", file.name().c_str());
    return done;
}

}  // namespace

const Command report_command = {&spec, run};

}  // namespace cli
