// SPDX-License-Identifier: MIT
// Hatab and Kheddar 2006, figure 4: two objects of 13,000 triangles deep in each other stand still while
// triangles are removed at random until none is left; time of choosing the triangles, setting positions and
// detecting against the number of triangles left.
// Usage: gjk_cut_figure_4 [folder] [seconds]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>

#include "gjk_cut_common.hpp"
#include "scenes/random_numbers.hpp"

namespace {

using namespace bench;
using namespace bench::gjk_cut;
using Clock = std::chrono::steady_clock;

constexpr std::size_t step_count = 65;

// All triangles of the mesh in an order in which they are removed, the last one first.
std::vector<uint32_t> shuffled(const scenes::Mesh& mesh, uint64_t seed) {
    scenes::Random random(seed);
    std::vector<uint32_t> order(mesh.triangle_count());
    for (uint32_t i = 0; i < order.size(); ++i) {
        const uint32_t other = random.below(i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    return order;
}

void run(const Arguments& arguments) {
    const scenes::Scene scene = waving_pair(13000, 0.7);
    defcol_context context;
    check(defcol_context_create(nullptr, &context));
    defcol_detector_desc desc;
    check(defcol_detector_desc_init(&desc, sizeof desc));
    desc.backend = DEFCOL_BACKEND_GJK_CUT;
    defcol_detector detector;
    check(defcol_detector_create(context, &desc, &detector));
    std::vector<defcol_mesh> meshes(scene.meshes.size());
    std::vector<std::vector<uint32_t>> order;
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        const scenes::Mesh& mesh = scene.meshes[m];
        defcol_mesh_desc mesh_desc;
        check(defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc));
        mesh_desc.vertex_count = mesh.vertex_count();
        mesh_desc.positions = mesh.positions.data();
        mesh_desc.triangle_count = mesh.triangle_count();
        mesh_desc.triangles = mesh.triangles.data();
        check(defcol_mesh_create(context, &mesh_desc, &meshes[m]));
        check(defcol_detector_add_mesh(detector, meshes[m], 0));
        order.push_back(shuffled(mesh, m + 1));
    }
    SvgPlot plot{.title = "Random removal of triangles",
                 .x_label = "triangles left",
                 .y_label = "ms per frame",
                 .x_is_logarithmic = false,
                 .y_is_logarithmic = false,
                 .series = {{"gjk-cut", {}}, {"contacts / 1000", {}}}};
    std::vector<std::vector<double>> times(step_count + 1);
    std::vector<uint64_t> contact_count(step_count + 1);
    std::vector<std::size_t> left(step_count + 1);
    const auto start_of_all = Clock::now();
    do {
        for (std::size_t step = 0; step <= step_count; ++step) {
            left[step] = 0;
            defcol_contacts contacts;
            check(defcol_contacts_init(&contacts, sizeof contacts));
            const auto start = Clock::now();
            for (std::size_t m = 0; m < meshes.size(); ++m) {
                const std::size_t count = order[m].size() * (step_count - step) / step_count;
                left[step] += count;
                check(defcol_mesh_set_active_triangles(meshes[m], order[m].data(), count));
                check(defcol_mesh_set_positions(meshes[m], scene.meshes[m].positions.data(),
                                                scene.meshes[m].vertex_count(), 0, DEFCOL_SCALAR_FLOAT64));
            }
            check(defcol_detector_detect(detector, nullptr));
            check(defcol_detector_contacts(detector, &contacts));
            times[step].push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
            contact_count[step] = contacts.count;
        }
    } while (std::chrono::duration<double>(Clock::now() - start_of_all).count() < 5 * arguments.seconds);
    for (std::size_t step = 0; step <= step_count; ++step) {
        const auto x = static_cast<double>(left[step]);
        // The fastest of many rounds: other programs only ever add time.
        plot.series[0].points.emplace_back(x, *std::min_element(times[step].begin(), times[step].end()));
        plot.series[1].points.emplace_back(x, static_cast<double>(contact_count[step]) / 1000);
    }
    report(arguments.folder, "gjk_cut_figure_4", plot);
    check(defcol_context_destroy(context));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(read_arguments(argc, argv));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "gjk_cut_figure_4: %s\n", error.what());
        return 1;
    }
}
