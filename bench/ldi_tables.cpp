// SPDX-License-Identifier: MIT
// Tables 1 and 2 and Fig. 9 of Heidelberger, Teschner and Gross 2003 at 128 x 128, for every device of this
// machine, beside the paper's milliseconds (2.8 GHz Pentium 4, GeForce 4 Ti 4600). Least of many runs.
//   ldi_tables [seconds per figure] [resolution]
#include <cstdio>
#include <cstdlib>

#include "backends/ldi/pixel_spans.hpp"
#include "backends/ldi/vertex_test.hpp"
#include "backends/ldi/volume_measure.hpp"
#include "backends/ldi/volume_of_interest.hpp"
#include "ldi_common.hpp"
#include "scenes/closed_bodies.hpp"
#include "scenes/random_numbers.hpp"

namespace {

using namespace bench;
using namespace defcol;
using defcol::testing::LdiBuilder;
using defcol::testing::LdiFrame;

constexpr uint32_t point_count = 100'000;

double seconds_per_figure = 0.5;
uint32_t resolution = 128;

double image_milliseconds(const LdiFrame& frame, std::span<const LdiJob> jobs, LdiDeviceKind kind,
                          uint32_t workers) {
    LdiBuilder builder(workers);
    if (kind != LdiDeviceKind::raster) builder.set_device(make_ldi_device(builder.memory(), kind));
    builder.build(frame, jobs);
    return least_milliseconds(5, seconds_per_figure, [&] { builder.build(frame, jobs); });
}

double point_milliseconds(const LayeredImage& image, const std::vector<Vec3f>& points) {
    volatile uint32_t sink = 0;
    return least_milliseconds(10, seconds_per_figure / 2, [&] {
        const VertexTest test(image, InsideRule::winding);
        uint32_t inside = 0;
        for (const Vec3f& point : points) inside += test.contains(point) ? 1U : 0U;
        sink = inside;
    });
}

std::vector<Vec3f> random_points(const Box& box) {
    scenes::Random random(1);
    std::vector<Vec3f> points(point_count);
    for (Vec3f& point : points) {
        for (int axis = 0; axis < 3; ++axis) {
            point[axis] = static_cast<float>(random.between(box.min[axis], box.max[axis]));
        }
    }
    return points;
}

std::vector<Vec3f> mesh_points(const Frame& frame) {
    std::vector<Vec3f> points(point_count);
    for (uint32_t i = 0; i < point_count; ++i) {
        const auto vertex = static_cast<std::size_t>(uint64_t{i} * frame.vertices.size() / point_count);
        points[i] = 0.98F * frame.vertices[vertex].position();
    }
    return points;
}

void print_table_2() {
    std::printf("\nTable 2: one object, the volume of interest is its box; %u points\n", point_count);
    std::printf("%-8s %7s %6s %9s %8s | %-10s %8s %8s %7s %8s %8s | %9s %9s | %8s %8s\n", "object", "faces",
                "layers", "fragments", "gather", "device", "1T ms", "2T ms", "1T/2T", "paper/1T", "bound %",
                "mesh pts", "rand pts", "paper/m", "paper/r");
    for (const LdiObject& object : ldi_objects) {
        const LdiFrame frame({make_ldi_object(object.faces)});
        const LdiView view = make_view(whole_volume(frame.box(0)), resolution);
        LdiBuilder builder;
        const auto image = builder.build(frame, 0, view);
        const double gather = gather_milliseconds(frame.frame());
        const double mesh_ms = point_milliseconds(*image, mesh_points(frame.frame()));
        const double random_ms = point_milliseconds(*image, random_points(frame.box(0)));
        const auto fragments = static_cast<double>(image->layers.size());
        for (const LdiDeviceEntry& device : ldi_devices()) {
            LayeredImage target(builder.memory());
            const LdiJob job = frame.job(0, view, target);
            const double one = image_milliseconds(frame, {&job, 1}, device.kind, 1);
            const double two = image_milliseconds(frame, {&job, 1}, device.kind, 2);
            const double bound = device.kind == LdiDeviceKind::raster
                                     ? 8 * gather + 40e-6 * fragments
                                     : 100e-6 * object.faces + 50e-6 * fragments;
            std::printf(
                "%-8s %7u %6u %9.0f %8.3f | %-10s %8.3f %8.3f %7.2f %8.1f %8.0f | %9.3f %9.3f | %8.1f "
                "%8.1f\n",
                object.name, object.faces, image->most_layers, fragments, gather, device.name.c_str(), one,
                two, one / two, object.paper_image_ms / one, 100 * one / bound, mesh_ms, random_ms,
                object.paper_points_ms / mesh_ms, object.paper_points_ms / random_ms);
        }
    }
    std::printf("bound: raster 8 gather + 40 ns x fragments; gl 100 ns x faces + 50 ns x fragments\n");
}

struct PairRow {
    const char* name;
    uint32_t faces_a;
    uint32_t faces_b;
    scenes::Point offset;  // simple: corners overlap; complex: deep
    const char* paper_layers;
    double paper_image_ms;
    double paper_spans_ms;
};
constexpr PairRow pair_rows[] = {
    {"Knot/Rabbit, Fig. 7", 12'000, 50'000, {1.4, 1.2, 0.2}, "3/1", 19, 1},
    {"Knot/Rabbit, Fig. 8", 12'000, 50'000, {0.6, 0.3, 0.2}, "4/6", 56, 1},
    {"Rabbit/Rept., Fig. 7", 50'000, 110'000, {1.4, 1.2, 0.2}, "7/5", 36, 1},
    {"Rabbit/Rept., Fig. 8", 50'000, 110'000, {0.6, 0.3, 0.2}, "4/2", 48, 1},
    {"Rept./Santa, Fig. 7", 110'000, 150'000, {1.4, 1.2, 0.2}, "1/3", 25, 1},
    {"Rept./Santa, Fig. 8", 110'000, 150'000, {0.6, 0.3, 0.2}, "8/6", 114, 1},
    {"Knot/Dragon, Fig. 9", 12'000, 520'000, {0.5, 0.3, 0.1}, "7/8", 256, 0},
};

void print_table_1() {
    std::printf("\nTable 1: intersection volume of two objects (stage 3a: spans, volume, centroid, bound)\n");
    std::printf("%-22s %8s %8s %8s %-10s %9s %9s %9s %9s %8s %8s\n", "objects", "paper", "layers", "spans",
                "device", "1+2 ms", "2T ms", "3a ms", "paper 1+2", "paper/1T", "paper 3a");
    for (const PairRow& row : pair_rows) {
        const LdiFrame frame({make_ldi_object(row.faces_a), moved(make_ldi_object(row.faces_b), row.offset)});
        const LdiView view = make_view(find_volume_of_interest(frame.box(0), frame.box(1)), resolution);
        LdiBuilder builder;
        LayeredImage a(builder.memory());
        LayeredImage b(builder.memory());
        const LdiJob jobs[2] = {frame.job(0, view, a), frame.job(1, view, b)};
        Buffer<PixelSpan> spans(builder.memory());
        Buffer<uint32_t> lengths(builder.memory());
        for (const LdiDeviceEntry& device : ldi_devices()) {
            const double one = image_milliseconds(frame, jobs, device.kind, 1);
            const double two = image_milliseconds(frame, jobs, device.kind, 2);
            const double spans_ms = least_milliseconds(10, seconds_per_figure / 2, [&] {
                spans.clear();
                intersect_images(a, b, InsideRule::winding, spans);
                if (!spans.empty()) measure_volume(spans.span(), view, HostTransform(frame.frame()), lengths);
            });
            char layers[32];
            std::snprintf(layers, sizeof layers, "%u/%u", a.most_layers, b.most_layers);
            std::printf("%-22s %8s %8s %8zu %-10s %9.3f %9.3f %9.4f %9.0f %8.1f %8.0f\n", row.name,
                        row.paper_layers, layers, spans.size(), device.name.c_str(), one, two, spans_ms,
                        row.paper_image_ms, row.paper_image_ms / one, row.paper_spans_ms);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) seconds_per_figure = std::atof(argv[1]);
    if (argc > 2) resolution = static_cast<uint32_t>(std::atoi(argv[2]));
    const GlReport& gl = gl_report();
    std::printf("OpenGL: %s\n", gl.is_available ? gl.renderer : gl.reason);
    print_table_2();
    print_table_1();
    return 0;
}
