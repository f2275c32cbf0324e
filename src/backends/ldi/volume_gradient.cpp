// SPDX-License-Identifier: MIT
#include "backends/ldi/volume_gradient.hpp"

#include <algorithm>
#include <cmath>

namespace defcol {

void VolumeGradients::start(const Frame& frame) {
    touched_.clear();
    if (sums_.size() == frame.vertices.size()) return;
    sums_.assign(frame.vertices.size(), Vec3(0.0));
    is_touched_.assign(frame.vertices.size(), 0);
}

void VolumeGradients::add_end(const Frame& frame, const ViewTransform& transform, uint32_t triangle, double x,
                              double y, double area) {
    const auto& corners = frame.triangles[triangle].vertex;
    double px[3];
    double py[3];
    for (int i = 0; i < 3; ++i) {
        const Vec3f position = frame.vertices[corners[i]].position();
        px[i] = position[transform.axis_x()] - x;
        py[i] = position[transform.axis_y()] - y;
    }
    double weights[3];
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        weights[i] = px[j] * py[k] - px[k] * py[j];
        sum += weights[i];
    }
    for (int i = 0; i < 3; ++i) {
        // A triangle whose area rounding took away moves as a whole; a centre just outside is taken inside.
        const double weight = sum != 0 ? std::clamp(weights[i] / sum, 0.0, 1.0) : 1.0 / 3.0;
        const uint32_t vertex = corners[i];
        if (is_touched_[vertex] == 0) {
            touched_.push_back(vertex);
            is_touched_[vertex] = 1;
        }
        sums_[vertex][transform.axis()] += area * weight;
    }
}

void VolumeGradients::add_view(const Frame& frame, std::span<const PixelSpan> spans, const LdiView& view) {
    const ViewTransform transform(view);
    const HostTransform host(frame);
    const double area = host.length(transform.pixel_size(0)) * host.length(transform.pixel_size(1));
    for (const PixelSpan& span : spans) {
        const double x = transform.centre(0, span.pixel % view.width);
        const double y = transform.centre(1, span.pixel / view.width);
        if (span.entry != 0) add_end(frame, transform, span.entry_triangle, x, y, -area);
        if (span.leave != depth_one) add_end(frame, transform, span.leave_triangle, x, y, area);
    }
}

std::span<const VolumeGradient> VolumeGradients::finish(const Frame& frame) {
    std::sort(touched_.begin(), touched_.end());
    result_.clear();
    for (const uint32_t vertex : touched_.span()) {
        const FrameMesh& mesh = frame.meshes[frame.mesh_of_vertex(vertex)];
        result_.push_back({mesh.detector_index, vertex - mesh.vertex_base, sums_[vertex]});
        sums_[vertex] = Vec3(0.0);
        is_touched_[vertex] = 0;
    }
    touched_.clear();
    return result_.span();
}

Vec3 VolumeGradients::sum_over(uint32_t detector_index) const {
    Vec3 sum(0.0);
    for (const VolumeGradient& entry : result_.span()) {
        if (entry.mesh == detector_index) sum += entry.value;
    }
    return sum;
}

}  // namespace defcol
