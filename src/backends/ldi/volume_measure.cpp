// SPDX-License-Identifier: MIT
#include "backends/ldi/volume_measure.hpp"

#include <algorithm>
#include <cmath>

namespace defcol {

namespace {

uint64_t difference(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

// Of the lengths by pixel, between neighbours in rows and in columns.
uint64_t total_variation(const uint32_t* lengths, uint32_t width, uint32_t height) {
    uint64_t sum = 0;
    for (uint32_t y = 0; y < height; ++y) {
        const uint32_t* row = lengths + std::size_t{y} * width;
        for (uint32_t x = 0; x + 1 < width; ++x) sum += difference(row[x], row[x + 1]);
        if (y + 1 == height) break;
        for (uint32_t x = 0; x < width; ++x) sum += difference(row[x], row[x + width]);
    }
    return sum;
}

}  // namespace

VolumeMeasure measure_volume(std::span<const PixelSpan> spans, const LdiView& view, const HostTransform& host,
                             Buffer<uint32_t>& lengths) {
    const ViewTransform transform(view);
    lengths.assign(view.pixel_count(), 0);
    // Whole numbers: the sums do not depend on any order. Lengths of one pixel stay below 2^31.
    uint64_t length_sum = 0;
    uint64_t moment_x = 0;
    uint64_t moment_y = 0;
    double moment_depth = 0;
    uint32_t x_min = UINT32_MAX;
    uint32_t x_max = 0;
    uint32_t y_min = UINT32_MAX;
    uint32_t y_max = 0;
    uint32_t depth_min = UINT32_MAX;
    uint32_t depth_max = 0;
    for (const PixelSpan& span : spans) {
        const uint32_t x = span.pixel % view.width;
        const uint32_t y = span.pixel / view.width;
        const uint64_t length = span.leave - span.entry;
        lengths[span.pixel] += static_cast<uint32_t>(length);
        length_sum += length;
        moment_x += length * x;
        moment_y += length * y;
        moment_depth += static_cast<double>(length) * 0.5 *
                        (static_cast<double>(span.entry) + static_cast<double>(span.leave));
        x_min = std::min(x_min, x);
        x_max = std::max(x_max, x);
        y_min = std::min(y_min, y);
        y_max = std::max(y_max, y);
        depth_min = std::min(depth_min, span.entry);
        depth_max = std::max(depth_max, span.leave);
    }
    const auto total = static_cast<double>(length_sum);
    const double cell = host.length(transform.pixel_size(0)) * host.length(transform.pixel_size(1)) *
                        host.length(transform.depth_unit());
    const auto variation = static_cast<double>(total_variation(lengths.data(), view.width, view.height));

    VolumeMeasure measure;
    measure.volume = total * cell;
    // Coordinates were rounded to floats, here and in the view: that moves both ends of a span and the sides.
    double magnitude = 0;
    for (int i = 0; i < 3; ++i) {
        magnitude = std::max({magnitude, std::fabs(double{view.min[i]}), std::fabs(double{view.max[i]})});
    }
    const double shift = 2 * 0x1p-21 * magnitude;
    const double rounded_ends =
        static_cast<double>(spans.size()) * (shift / transform.depth_unit() + 0x1p-22 * double{depth_one});
    const double rounded_sides = total * (shift / (view.width * transform.pixel_size(0)) +
                                          shift / (view.height * transform.pixel_size(1)));
    measure.error_bound = (0.5 * variation + rounded_ends + rounded_sides) * cell;
    const int axis_x = transform.axis_x();
    const int axis_y = transform.axis_y();
    const int axis = transform.axis();
    const double step_x = transform.pixel_size(0);
    const double step_y = transform.pixel_size(1);
    measure.centroid[axis_x] =
        host.coordinate(axis_x, transform.centre(0, 0) + step_x * (static_cast<double>(moment_x) / total));
    measure.centroid[axis_y] =
        host.coordinate(axis_y, transform.centre(1, 0) + step_y * (static_cast<double>(moment_y) / total));
    measure.centroid[axis] = host.coordinate(axis, transform.depth_coordinate(moment_depth / total));
    measure.box_min[axis_x] = host.coordinate(axis_x, transform.centre(0, x_min) - 0.5 * step_x);
    measure.box_max[axis_x] = host.coordinate(axis_x, transform.centre(0, x_max) + 0.5 * step_x);
    measure.box_min[axis_y] = host.coordinate(axis_y, transform.centre(1, y_min) - 0.5 * step_y);
    measure.box_max[axis_y] = host.coordinate(axis_y, transform.centre(1, y_max) + 0.5 * step_y);
    measure.box_min[axis] = host.coordinate(axis, transform.depth_coordinate(depth_min));
    measure.box_max[axis] = host.coordinate(axis, transform.depth_coordinate(depth_max));
    return measure;
}

}  // namespace defcol
