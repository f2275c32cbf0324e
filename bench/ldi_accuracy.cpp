// SPDX-License-Identifier: MIT
// Error of overlap volumes against analytic bodies at 64, 128, 256 and 512 pixels, with one view and with
// three: a table, and a plot written to the folder given.
//   ldi_accuracy [folder]
#include <cmath>
#include <cstdio>
#include <functional>

#include "backends/ldi_session.hpp"
#include "harness/svg_plot.hpp"
#include "scenes/closed_bodies.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/spheres.hpp"

namespace {

using namespace bench;

struct Body {
    const char* name;
    scenes::Mesh mesh;
};

// Exact for the polyhedron, by the divergence theorem.
double volume_of(const scenes::Mesh& mesh) {
    double sum = 0;
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        sum += dot(position(mesh, mesh.triangles[t]),
                   cross(position(mesh, mesh.triangles[t + 1]), position(mesh, mesh.triangles[t + 2])));
    }
    return sum / 6;
}

scenes::Mesh turned(scenes::Mesh mesh) {
    map_vertices(mesh, [](scenes::Point p) { return turned_about_x(turned_about_z(p, 0.5), 0.7); });
    return mesh;
}

// The body inside a larger sphere, moved through a pixel in steps: root mean square and largest error.
struct Errors {
    double mean;
    double largest;
    double bound;  // relative, largest
};
Errors measure(const scenes::Mesh& body, int64_t resolution, int64_t axes) {
    const double exact = volume_of(body);
    const scenes::Mesh around = stretched(scenes::icosphere(4), {4, 4, 4});
    Errors errors{};
    constexpr int steps = 5;
    for (int i = 0; i < steps; ++i) {
        // The image follows the body's box; another size of the box is another grid.
        const double factor = 1 + 0.003 * i;
        suite::LdiSession session(suite::volume_scene({stretched(body, {factor, 1, 1 / factor}), around}));
        session.set(DEFCOL_OPTION_LDI_RESOLUTION, resolution);
        session.set(DEFCOL_OPTION_LDI_AXES, axes);
        const double error = std::fabs(session.volume() / exact - 1);
        errors.mean += error * error / steps;
        errors.largest = std::max(errors.largest, error);
        errors.bound = std::max(errors.bound, session.volumes().error_bound[0] / exact);
    }
    errors.mean = std::sqrt(errors.mean);
    return errors;
}

}  // namespace

int main(int argc, char** argv) {
    const Body bodies[] = {
        {"sphere", scenes::icosphere(48)},
        {"ellipsoid", turned(stretched(scenes::icosphere(48), {1, 0.6, 0.35}))},
        {"torus", turned(scenes::torus(1, 0.4, 200, 100))},
        {"knot", scenes::knot_tube(3, 7, 0.18, 2000, 24)},
        {"turned box", turned(scenes::solid_box({-0.7, -0.5, -0.4}, {0.7, 0.5, 0.4}, 4))},
    };
    SvgPlot plot;
    plot.title = "Error of overlap volumes";
    plot.x_label = "pixels";
    plot.y_label = "relative error";
    std::printf("%-12s %6s %5s %12s %12s %12s\n", "body", "pixels", "axes", "rms error", "largest", "bound");
    for (const Body& body : bodies) {
        for (const int64_t axes : {1, 3}) {
            SvgPlot::Series series;
            series.name = std::string(body.name) + (axes == 1 ? ", 1 axis" : ", 3 axes");
            for (const int64_t resolution : {64, 128, 256, 512}) {
                const Errors errors = measure(body.mesh, resolution, axes);
                std::printf("%-12s %6d %5d %12.2e %12.2e %12.2e\n", body.name, static_cast<int>(resolution),
                            static_cast<int>(axes), errors.mean, errors.largest, errors.bound);
                series.points.emplace_back(static_cast<double>(resolution), errors.largest);
            }
            plot.series.push_back(series);
        }
    }
    if (argc > 1) {
        const std::string path = std::string(argv[1]) + "/ldi_volume_error.svg";
        if (!plot.write(path)) {
            std::fprintf(stderr, "cannot write %s\n", path.c_str());
            return 1;
        }
        std::printf("%s\n", path.c_str());
    }
    return 0;
}
