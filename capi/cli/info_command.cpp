// SPDX-License-Identifier: MIT
#include <cstdio>

#include "commands.hpp"
#include "detector_options.hpp"
#include "json_writer.hpp"
#include "mesh_examination.hpp"
#include "mesh_files.hpp"
#include "names.hpp"

namespace cli {
namespace {

constexpr OptionSpec options[] = {
    {"--json", nullptr, "print one JSON object for each mesh, in an array"},
    option::help,
};

constexpr CommandSpec spec = {
    "info",
    "MESH...",
    "what is in a mesh, and what may be wrong with it",
    "Counts the parts of a mesh, says whether it is closed and manifold or where not, what is degenerate,\n"
    "duplicated or inverted, how long its edges are, and suggests a backend.",
    options,
    1,
    SIZE_MAX,
};

struct Suggestion {
    const char* backend;
    std::string arguments;
    const char* reason;
};

// A rule of thumb: what each backend was made for.
Suggestion suggest(const MeshData& mesh, const MeshExamination& found) {
    const auto available = [](int32_t backend) { return capabilities_of(backend).is_available != 0; };
    if (mesh.is_tetrahedral()) {
        return {"hash", "--backend hash --query triangle-pairs,vertex-tetrahedron",
                "a tetrahedral mesh: vertices in tetrahedra, and edges that pass with no vertex inside"};
    }
    const bool has_bad_normals = found.report.degenerate_triangle_count * 10 > found.surface_triangle_count ||
                                 found.report.non_manifold_edge_count * 10 > found.edge_count;
    if (found.surface_triangle_count < 500) {
        return {"brute-force", "--backend brute-force", "so few triangles that nothing needs to be kept"};
    }
    if (has_bad_normals || found.component_count * 20 > found.surface_triangle_count) {
        return {"hash", "--backend hash", "little connected surface: cells need none"};
    }
    if (available(DEFCOL_BACKEND_CONE_BVH)) {
        return {"cone-bvh", "--backend cone-bvh", "a large connected surface: most of it cannot meet itself"};
    }
    return {"hash", "--backend hash", "a general choice"};
}

void print_edge(const char* what, const uint32_t* edge) {
    std::printf("%s, first at edge %u-%u\n", what, edge[0], edge[1]);
}

void print_text(const MeshData& mesh, const MeshExamination& found) {
    const defcol_mesh_report& report = found.report;
    const auto count = [](uint64_t n) { return static_cast<unsigned long long>(n); };
    std::printf("%s\n", mesh.name.c_str());
    std::printf("  vertices            %llu\n", count(report.vertex_count));
    if (mesh.is_tetrahedral()) {
        std::printf("  tetrahedra          %llu\n", count(report.tetrahedron_count));
        std::printf("  surface triangles   %llu\n", count(found.surface_triangle_count));
    } else {
        std::printf("  triangles           %llu\n", count(report.triangle_count));
    }
    std::printf("  components          %llu\n", count(found.component_count));
    std::printf("  closed              ");
    if (report.is_closed != 0) {
        std::printf("yes, volume %.6g\n", found.volume);
    } else {
        std::printf("no, %llu boundary edges", count(report.boundary_edge_count));
        print_edge("", report.first_open_edge);
    }
    std::printf("  manifold            ");
    if (found.is_manifold()) {
        std::printf("yes\n");
    } else {
        std::printf("no\n");
        if (report.non_manifold_edge_count > 0) {
            std::printf("    %llu edges of three or more triangles", count(report.non_manifold_edge_count));
            print_edge("", found.first_non_manifold_edge.data());
        }
        if (found.non_manifold_vertex_count > 0) {
            std::printf("    %llu vertices where separate fans meet, first at vertex %u\n",
                        count(found.non_manifold_vertex_count), found.first_non_manifold_vertex);
        }
    }
    std::printf("  degenerate          %llu triangles, %llu flat tetrahedra\n",
                count(report.degenerate_triangle_count), count(report.flat_tetrahedron_count));
    std::printf("  inverted            %llu tetrahedra\n", count(report.inverted_tetrahedron_count));
    std::printf("  duplicated          %llu elements", count(found.duplicate_element_count));
    if (found.duplicate_element_count > 0) std::printf(" (first: %u)", found.first_duplicate_element);
    std::printf(", %llu vertices\n", count(report.duplicate_vertex_count));
    std::printf("  unused vertices     %llu\n", count(report.unused_vertex_count));
    std::printf("  surface edges       %llu, length %.6g to %.6g, mean %.6g\n", count(found.edge_count),
                found.shortest_edge, found.longest_edge, found.mean_edge);
    std::printf("  surface area        %.6g\n", found.area);
    std::printf("  box                 %.6g %.6g %.6g to %.6g %.6g %.6g\n", report.box_min[0],
                report.box_min[1], report.box_min[2], report.box_max[0], report.box_max[1],
                report.box_max[2]);
    const Suggestion suggestion = suggest(mesh, found);
    std::printf("  suggested           defcol detect %s (%s)\n", suggestion.arguments.c_str(),
                suggestion.reason);
}

void write_ids(JsonWriter& json, const char* name, const uint32_t* ids, int count) {
    if (ids[0] == DEFCOL_NONE) return;
    json.key(name).begin_array();
    for (int i = 0; i < count; ++i) json.value(ids[i]);
    json.end_array();
}

void write_json(JsonWriter& json, const MeshData& mesh, const MeshExamination& found) {
    const defcol_mesh_report& report = found.report;
    json.begin_object();
    json.member("file", mesh.name);
    json.member("vertices", report.vertex_count).member("triangles", report.triangle_count);
    json.member("tetrahedra", report.tetrahedron_count);
    json.member("surface_triangles", found.surface_triangle_count);
    json.member("components", found.component_count);
    json.member("closed", report.is_closed != 0).member("boundary_edges", report.boundary_edge_count);
    write_ids(json, "first_open_edge", report.first_open_edge, 2);
    json.member("manifold", found.is_manifold());
    json.member("non_manifold_edges", report.non_manifold_edge_count);
    write_ids(json, "first_non_manifold_edge", found.first_non_manifold_edge.data(), 2);
    json.member("non_manifold_vertices", found.non_manifold_vertex_count);
    write_ids(json, "first_non_manifold_vertex", &found.first_non_manifold_vertex, 1);
    json.member("degenerate_triangles", report.degenerate_triangle_count);
    json.member("flat_tetrahedra", report.flat_tetrahedron_count);
    json.member("inverted_tetrahedra", report.inverted_tetrahedron_count);
    json.member("duplicate_elements", found.duplicate_element_count);
    json.member("duplicate_vertices", report.duplicate_vertex_count);
    json.member("unused_vertices", report.unused_vertex_count);
    json.key("edge_length").begin_object();
    json.member("shortest", found.shortest_edge).member("mean", found.mean_edge);
    json.member("longest", found.longest_edge).end_object();
    json.member("area", found.area).member("volume", found.volume);
    for (const auto& [name, corner] :
         {std::pair("box_min", report.box_min), std::pair("box_max", report.box_max)}) {
        json.key(name).begin_array().value(corner[0]).value(corner[1]).value(corner[2]).end_array();
    }
    const Suggestion suggestion = suggest(mesh, found);
    json.key("suggested").begin_object();
    json.member("backend", suggestion.backend).member("arguments", suggestion.arguments);
    json.member("reason", suggestion.reason).end_object();
    json.end_object();
}

int run(const Arguments& arguments) {
    World world(1);
    JsonWriter json;
    json.begin_array();
    for (const std::string& path : arguments.operands()) {
        const std::size_t mesh = world.add(read_mesh(path));
        const MeshExamination found = examine(world, mesh);
        if (arguments.has("--json")) {
            write_json(json, world.data(mesh), found);
        } else {
            print_text(world.data(mesh), found);
        }
        world.remove(mesh);
    }
    json.end_array();
    if (arguments.has("--json")) std::printf("%s\n", json.text().c_str());
    return done;
}

}  // namespace

const Command info_command = {&spec, run};

}  // namespace cli
