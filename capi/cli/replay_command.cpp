// SPDX-License-Identifier: MIT
#include <cstdio>

#include "capture_run.hpp"
#include "commands.hpp"
#include "detector_options.hpp"
#include "errors.hpp"
#include "frame_sink.hpp"
#include "json_writer.hpp"
#include "names.hpp"
#include "progress.hpp"
#include "run_summary.hpp"

namespace cli {
namespace {

constexpr OptionSpec options[] = {
    {"--backend", "NAME", "another backend than the recorded one"},
    {"--query", "NAME", "other queries than the recorded ones, with commas"},
    {"--detector", "N", "which detector of the capture, counted from 0 (the default)"},
    {"--frame", "N", "write output and picture of this frame only, counted from 0"},
    option::threads,
    option::budget,
    option::max_contacts,
    option::output,
    option::image,
    option::view,
    option::up,
    option::size,
    option::json,
    option::help,
};

constexpr CommandSpec spec = {
    "replay",
    "CAPTURE",
    "run a recorded program's frames again",
    "Runs the frames of a capture again, with the recorded backend or another, and compares the contacts "
    "with\n"
    "the recorded ones where both sides answer exactly. A capture is made by defcol_context_capture_start, "
    "or\n"
    "by running any program that uses the library with DEFCOL_CAPTURE=FILE.\n\n"
    "Exit status: 0 the same, 1 some frame differs, 2 bad usage or input.",
    options,
    1,
    1,
};

struct Line {
    uint64_t recorded_total;
    double recorded_milliseconds;
    const char* outcome;
};

void print_table(const std::vector<FrameView>& views, const std::vector<Line>& lines) {
    std::printf("frame    contacts    update     detect   total ms   recorded ms  hash\n");
    for (std::size_t i = 0; i < views.size(); ++i) {
        const defcol_statistics& times = views[i].statistics;
        const double update = times.prepare_seconds + times.broadphase_seconds + times.update_seconds;
        std::printf("%5llu %11llu %9.3f  %9.3f  %9.3f  %12.3f  %s\n",
                    static_cast<unsigned long long>(views[i].frame),
                    static_cast<unsigned long long>(views[i].contacts.total), 1e3 * update,
                    1e3 * (times.total_seconds - update), 1e3 * times.total_seconds,
                    lines[i].recorded_milliseconds, lines[i].outcome);
    }
}

void print_json(const RunSummary& summary, const std::vector<Line>& lines, uint64_t different) {
    JsonWriter json;
    json.begin_object();
    summary.write_members(json);
    json.member("different_frames", different);
    json.key("recorded").begin_array();
    for (const Line& line : lines) {
        json.begin_object();
        json.member("total", line.recorded_total).member("milliseconds", line.recorded_milliseconds);
        json.member("hash", line.outcome).end_object();
    }
    json.end_array().end_object();
    std::printf("%s\n", json.text().c_str());
}

int run(const Arguments& arguments) {
    DetectorSettings settings = read_detector_settings(arguments);
    const uint32_t worker_count = read_worker_count(arguments);
    const auto detector =
        static_cast<uint32_t>(arguments.whole_number("--detector", UINT32_MAX - 1).value_or(0));
    const std::optional<uint64_t> only_frame = arguments.whole_number("--frame", UINT64_MAX - 1);
    const CaptureSource source(arguments.operands()[0], detector);
    const std::vector<std::unique_ptr<FrameSink>> sinks =
        make_sinks(arguments, source.frame_count() > 1 && !only_frame);
    if (sinks.empty()) settings.fields = 0;
    if (only_frame && *only_frame >= source.frame_count()) {
        throw Failure(source.name() + ": has no frame " + std::to_string(*only_frame) + ", it has " +
                      std::to_string(source.frame_count()));
    }
    const std::unique_ptr<CaptureRun> frames = source.open_capture(settings, worker_count);
    RunSummary summary;
    std::vector<FrameView> views;
    std::vector<Line> lines;
    uint64_t different = 0;
    Progress progress("frames", source.frame_count());
    FrameView view;
    while (frames->next(view)) {
        for (const auto& sink : sinks) {
            if (!only_frame || *only_frame == view.frame) sink->add(frames->world(), view);
        }
        summary.add(view);
        views.push_back(view);
        const RecordedFrame& recorded = frames->recorded();
        const bool differs = recorded.can_compare && !recorded.is_same;
        different += differs ? 1 : 0;
        lines.push_back({recorded.record.contact_total, 1e3 * recorded.record.seconds[6],
                         !recorded.can_compare ? "not comparable" : (differs ? "DIFFERENT" : "same")});
        progress.advance(view.frame + 1);
    }
    for (const auto& sink : sinks) sink->finish();
    if (arguments.has("--json")) {
        print_json(summary, lines, different);
    } else {
        if (!views.empty()) {
            std::printf("%s: %llu frames, recorded with %s, replayed with %s\nquery: %s\n\n",
                        source.name().c_str(), static_cast<unsigned long long>(views.size()),
                        capabilities_of(source.recorded_backend()).name, backend_text(views[0]).c_str(),
                        names_of_queries(views[0].queries).c_str());
        }
        print_table(views, lines);
        if (source.detector_count() > 1) {
            std::printf("\nThe capture has %u detectors; this was number %u (--detector).\n",
                        source.detector_count(), detector);
        }
        if (different > 0) {
            std::printf("\n%llu frames differ from the recorded contacts.\n",
                        static_cast<unsigned long long>(different));
        }
        for (const auto& sink : sinks) {
            for (const std::string& file : sink->files()) std::printf("wrote %s\n", file.c_str());
        }
    }
    if (!frames->remark().empty()) std::fprintf(stderr, "defcol: %s\n", frames->remark().c_str());
    return different > 0 ? found_contacts : done;
}

}  // namespace

const Command replay_command = {&spec, run};

}  // namespace cli
