// SPDX-License-Identifier: MIT
// Volino & Magnenat-Thalmann 1994, section 3: the calls and elementary tests of Tables 1 and 2, and the times
// of section 3.3. Mode `boxes` is the same tree without normals: the paper's classical algorithm.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "defcol/defcol.h"
#include "harness/svg_plot.hpp"
#include "scenes/sheets.hpp"
#include "scenes/spheres.hpp"

namespace {

void check(defcol_status status) {
    if (status >= 0) return;
    std::fprintf(stderr, "%s\n", defcol_last_error_message());
    std::exit(1);
}

struct Measured {
    defcol_statistics counts{};  // of the last frame
    uint64_t colliding_triangles = 0;
    double refit_ms = 1e30;  // minima over all frames
    double search_ms = 1e30;
};

// Triangles of the first mesh that are part of any contact of it with itself.
uint64_t count_colliding_triangles(defcol_detector detector) {
    defcol_contacts contacts;
    check(defcol_contacts_init(&contacts, sizeof contacts));
    check(defcol_detector_contacts(detector, &contacts));
    std::vector<uint32_t> ids(contacts.primitive_a, contacts.primitive_a + contacts.count);
    ids.insert(ids.end(), contacts.primitive_b, contacts.primitive_b + contacts.count);
    std::sort(ids.begin(), ids.end());
    return static_cast<uint64_t>(std::unique(ids.begin(), ids.end()) - ids.begin());
}

enum class Pairs { self_of_first, between };

Measured measure(scenes::Scene scene, int64_t mode, Pairs pairs, uint32_t frames) {
    defcol_context context;
    check(defcol_context_create(nullptr, &context));
    defcol_detector_desc desc;
    check(defcol_detector_desc_init(&desc, sizeof desc));
    desc.backend = DEFCOL_BACKEND_CONE_BVH;
    defcol_detector detector;
    check(defcol_detector_create(context, &desc, &detector));
    check(defcol_detector_set_option_i64(detector, DEFCOL_OPTION_CONE_BVH_MODE, mode));
    std::vector<defcol_mesh> meshes;
    for (const scenes::Mesh& mesh : scene.meshes) {
        if (pairs == Pairs::self_of_first && !meshes.empty()) break;
        defcol_mesh_desc md;
        check(defcol_mesh_desc_init(&md, sizeof md));
        md.vertex_count = mesh.vertex_count();
        md.positions = mesh.positions.data();
        md.triangle_count = mesh.triangle_count();
        md.triangles = mesh.triangles.data();
        defcol_mesh handle;
        check(defcol_mesh_create(context, &md, &handle));
        check(defcol_detector_add_mesh(detector, handle,
                                       pairs == Pairs::self_of_first ? DEFCOL_MESH_SELF_COLLISION : 0));
        meshes.push_back(handle);
    }
    Measured result;
    for (uint32_t frame = 0; frame < frames; ++frame) {
        scene.advance(frame);
        for (std::size_t i = 0; i < meshes.size(); ++i) {
            check(defcol_mesh_set_positions(meshes[i], scene.meshes[i].positions.data(),
                                            scene.meshes[i].vertex_count(), 0, DEFCOL_SCALAR_FLOAT64));
        }
        check(defcol_detector_detect(detector, nullptr));
        check(defcol_statistics_init(&result.counts, sizeof result.counts));
        check(defcol_detector_get_statistics(detector, &result.counts));
        if (frame == 0) continue;  // the tree is built in the first
        result.refit_ms = std::min(result.refit_ms, 1e3 * result.counts.update_seconds);
        result.search_ms = std::min(result.search_ms, 1e3 * result.counts.search_seconds);
    }
    result.colliding_triangles = count_colliding_triangles(detector);
    check(defcol_context_destroy(context));
    return result;
}

const char* name_of(int64_t mode) {
    return mode == DEFCOL_CONE_BVH_SOUND ? "sound" : mode == DEFCOL_CONE_BVH_FAST ? "fast" : "boxes";
}

void print_row(uint64_t triangles, const char* mode, const Measured& m) {
    std::printf("%10llu %-6s %9llu %10llu %8llu %9llu %9llu %9llu %9.3f %9.3f\n",
                static_cast<unsigned long long>(triangles), mode,
                static_cast<unsigned long long>(m.counts.region_call_count),
                static_cast<unsigned long long>(m.counts.box_test_count),
                static_cast<unsigned long long>(m.counts.cone_cull_count),
                static_cast<unsigned long long>(m.counts.contour_test_count),
                static_cast<unsigned long long>(m.counts.candidate_count),
                static_cast<unsigned long long>(m.counts.contact_count), m.refit_ms, m.search_ms);
}

void print_head(const char* title) {
    std::printf("\n%s\n%10s %-6s %9s %10s %8s %9s %9s %9s %9s %9s\n", title, "triangles", "mode", "calls",
                "box tests", "culls", "contours", "elem.", "contacts", "refit ms", "search ms");
}

using Points = std::vector<std::pair<double, double>>;

void write_plot(const std::string& folder, const std::string& name, const std::string& title,
                const std::string& x_label, std::vector<bench::SvgPlot::Series> series) {
    if (folder.empty()) return;
    bench::SvgPlot plot;
    plot.title = title;
    plot.x_label = x_label;
    plot.y_label = "calls or elementary tests per frame";
    plot.series = std::move(series);
    if (!plot.write(folder + "/" + name)) std::fprintf(stderr, "cannot write %s\n", name.c_str());
}

// Elementary tests are 0 and calls bounded with the contour test; both grow with the triangles without.
void table_1(const std::string& folder, uint32_t largest_frequency) {
    print_head("Table 1: a sphere (the paper: about 300 calls and no elementary test, whatever the number)");
    std::vector<bench::SvgPlot::Series> series = {
        {"sound: calls", {}}, {"boxes: calls", {}}, {"boxes: tests", {}}};
    for (uint32_t frequency = 8; frequency <= largest_frequency; frequency *= 2) {
        const scenes::Scene scene = scenes::sphere_self(frequency);
        const auto triangles = static_cast<double>(scene.triangle_count());
        for (const int64_t mode : {DEFCOL_CONE_BVH_SOUND, DEFCOL_CONE_BVH_FAST, DEFCOL_CONE_BVH_BOXES}) {
            const Measured m = measure(scene, mode, Pairs::self_of_first, 6);
            print_row(scene.triangle_count(), name_of(mode), m);
            const auto calls = static_cast<double>(m.counts.region_call_count);
            if (mode == DEFCOL_CONE_BVH_SOUND) series[0].points.emplace_back(triangles, calls);
            if (mode == DEFCOL_CONE_BVH_BOXES) {
                series[1].points.emplace_back(triangles, calls);
                series[2].points.emplace_back(triangles, static_cast<double>(m.counts.candidate_count));
            }
        }
    }
    write_plot(folder, "cone_bvh_table_1.svg", "Sphere: cost against triangles", "triangles", series);
}

// Calls and elementary tests follow the colliding triangles (the paper: 20 and 3 for each).
void table_2(const std::string& folder, uint32_t largest_rows) {
    print_head(
        "Table 2: a self-crossing loop (the paper: 20 calls and 3 elementary tests per colliding triangle)");
    std::vector<bench::SvgPlot::Series> series = {
        {"sound: calls", {}}, {"sound: tests", {}}, {"boxes: calls", {}}};
    for (uint32_t rows = 16; rows <= largest_rows; rows *= 2) {
        const scenes::Scene scene = scenes::crossing_loop(3 * rows, rows);
        for (const int64_t mode : {DEFCOL_CONE_BVH_SOUND, DEFCOL_CONE_BVH_FAST, DEFCOL_CONE_BVH_BOXES}) {
            const Measured m = measure(scene, mode, Pairs::self_of_first, 5);
            print_row(scene.triangle_count(), name_of(mode), m);
            const auto colliding = static_cast<double>(m.colliding_triangles);
            const auto calls = static_cast<double>(m.counts.region_call_count);
            if (colliding == 0) continue;
            const auto tests = static_cast<double>(m.counts.candidate_count);
            std::printf("%17s per colliding triangle (%.0f): %.1f calls, %.1f elementary tests\n", "",
                        colliding, calls / colliding, tests / colliding);
            if (mode == DEFCOL_CONE_BVH_SOUND) {
                series[0].points.emplace_back(colliding, calls);
                series[1].points.emplace_back(colliding, tests);
            }
            if (mode == DEFCOL_CONE_BVH_BOXES) series[2].points.emplace_back(colliding, calls);
        }
    }
    write_plot(folder, "cone_bvh_table_2.svg", "Self-crossing loop: cost against colliding triangles",
               "colliding triangles", series);
}

void body_and_cloth() {
    std::printf("\nSection 3.3: cloth on a body, ms; the paper's seconds of 1994 below each row\n");
    std::printf("%10s %10s %12s %12s %13s %12s %12s\n", "cloth", "body", "refit", "body-cloth",
                "cloth: boxes", "cloth: sound", "cloth: fast");
    struct Row {
        uint32_t cells, frequency;
        const char* paper;
    };
    const Row rows[] = {
        {44, 29, "      3800      17200        0.4 s        0.4 s         0.7 s                     0.1 s"},
        {168, 75, "     56400     111000        5.0 s        6.0 s        10.0 s                     0.5 s"}};
    for (const Row& row : rows) {
        const scenes::Scene scene = scenes::draped_cloth(row.cells, row.frequency);
        const Measured between = measure(scene, DEFCOL_CONE_BVH_SOUND, Pairs::between, 8);
        const Measured boxes = measure(scene, DEFCOL_CONE_BVH_BOXES, Pairs::self_of_first, 8);
        const Measured sound = measure(scene, DEFCOL_CONE_BVH_SOUND, Pairs::self_of_first, 8);
        const Measured fast = measure(scene, DEFCOL_CONE_BVH_FAST, Pairs::self_of_first, 8);
        std::printf("%10llu %10llu %12.3f %12.3f %13.3f %12.3f %12.3f\n%s\n",
                    static_cast<unsigned long long>(scene.meshes[0].triangle_count()),
                    static_cast<unsigned long long>(scene.meshes[1].triangle_count()),
                    between.refit_ms + sound.refit_ms, between.search_ms, boxes.search_ms, sound.search_ms,
                    fast.search_ms, row.paper);
    }
}

}  // namespace

// cone_bvh_tables [--quick] [FOLDER FOR PLOTS]
int main(int argc, char** argv) {
    bool quick = false;
    std::string folder;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--quick") {
            quick = true;
        } else {
            folder = argument;
        }
    }
    table_1(folder, quick ? 64 : 256);
    table_2(folder, quick ? 64 : 256);
    body_and_cloth();
    return 0;
}
