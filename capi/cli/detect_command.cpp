// SPDX-License-Identifier: MIT
#include <cstdio>

#include "commands.hpp"
#include "detector_options.hpp"
#include "frame_sink.hpp"
#include "names.hpp"
#include "progress.hpp"
#include "run.hpp"
#include "run_summary.hpp"

namespace cli {
namespace {

constexpr OptionSpec options[] = {
    option::backend,
    option::query,
    option::self,
    option::no_self,
    option::between,
    option::no_between,
    option::include_adjacent,
    option::threads,
    option::budget,
    option::max_contacts,
    option::frames,
    option::set,
    option::output,
    option::image,
    option::view,
    option::up,
    option::size,
    option::json,
    {"--fail-on-contact", nullptr, "end with status 1 if there is a contact"},
    option::help,
};

constexpr CommandSpec spec = {
    "detect",
    "MESH...",
    "find what collides in and between meshes",
    "Finds the collisions in and between the meshes of the files: .obj, .ply, .off, .stl, .mesh (MEDIT),\n"
    ".msh (Gmsh, ASCII 2.2 and 4.1) and .vtk (legacy). Polygons are cut into triangles; ids count from 0 in\n"
    "the order of the file.\n\n"
    "Exit status: 0 done, 1 with --fail-on-contact and contacts, 2 bad usage or input.",
    options,
    1,
    SIZE_MAX,
};

void print_heading(const World& world, const FrameView& first) {
    for (std::size_t i = 0; i < world.mesh_count(); ++i) {
        const MeshData& data = world.data(i);
        std::printf("mesh %zu: %s, %llu vertices, %llu %s\n", i, data.name.c_str(),
                    static_cast<unsigned long long>(data.vertex_count()),
                    static_cast<unsigned long long>(data.is_tetrahedral() ? data.tetrahedron_count()
                                                                          : data.triangle_count()),
                    data.is_tetrahedral() ? "tetrahedra" : "triangles");
    }
    std::printf("backend: %s\nquery: %s, %u %s\n\n", backend_text(first).c_str(),
                names_of_queries(first.queries).c_str(), world.worker_count(),
                world.worker_count() == 1 ? "thread" : "threads");
}

int run(const Arguments& arguments) {
    DetectorSettings settings = read_detector_settings(arguments);
    const std::vector<std::string> later_frames = arguments.all("--frames");
    const uint32_t worker_count = read_worker_count(arguments);
    const bool is_json = arguments.has("--json");
    const std::vector<std::unique_ptr<FrameSink>> sinks = make_sinks(arguments, !later_frames.empty());
    if (sinks.empty()) settings.fields = 0;

    const std::unique_ptr<RunSource> source = open_mesh_files(arguments.operands(), later_frames);
    const std::unique_ptr<Run> frames = source->open(settings, worker_count);
    RunSummary summary;
    Progress progress("frames", source->frame_count());
    FrameView view;
    while (frames->next(view)) {
        if (summary.is_empty() && !is_json) print_heading(frames->world(), view);
        for (const auto& sink : sinks) sink->add(frames->world(), view);
        summary.add(view);
        progress.advance(view.frame + 1);
    }
    for (const auto& sink : sinks) sink->finish();
    if (is_json) {
        JsonWriter json;
        json.begin_object();
        summary.write_members(json);
        json.end_object();
        std::printf("%s\n", json.text().c_str());
    } else {
        std::fputs(summary.table().c_str(), stdout);
        for (const auto& sink : sinks) {
            for (const std::string& file : sink->files()) std::printf("wrote %s\n", file.c_str());
        }
    }
    return arguments.has("--fail-on-contact") && summary.has_contacts() ? found_contacts : done;
}

}  // namespace

const Command detect_command = {&spec, run};

}  // namespace cli
