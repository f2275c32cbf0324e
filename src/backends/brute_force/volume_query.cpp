// SPDX-License-Identifier: MIT
#include "backends/brute_force/volume_query.hpp"

#include <limits>

#include "geometry/nearest_point.hpp"
#include "geometry/ray_crossing.hpp"

namespace defcol {

bool vertex_is_in_volume(const Frame& frame, const BoxColumns& triangle_boxes, uint32_t vertex,
                         const FrameMesh& volume, bool parity) {
    const Vec3& point = frame.exact_position(vertex);
    // The ray along +z, as wide as rounding makes it.
    Box ray;
    ray.grow(frame.vertices[vertex].position());
    ray = ray.rounded_outward();
    ray.max.z = std::numeric_limits<float>::infinity();
    int winding = 0;
    uint32_t crossings = 0;
    bool on_surface = false;
    triangle_boxes.for_each_overlap(ray, volume.triangle_base, volume.triangle_base + volume.triangle_count,
                                    [&](uint32_t triangle) {
                                        if (on_surface) return;
                                        Vec3 corners[3];
                                        frame.exact_corners(frame.triangles[triangle], corners);
                                        const RayCrossing found = ray_crossing(corners, point);
                                        on_surface = found.on_triangle;
                                        winding += found.crossing;
                                        crossings += found.crossing != 0 ? 1 : 0;
                                    });
    if (on_surface) return true;
    return parity ? crossings % 2 != 0 : winding != 0;
}

VolumeContact nearest_way_out(const Frame& frame, uint32_t vertex, const FrameMesh& volume) {
    const Vec3& point = frame.exact_position(vertex);
    double least = std::numeric_limits<double>::infinity();
    VolumeContact contact{point, Vec3(0.0), 0.0, no_index};
    for (uint32_t i = 0; i < volume.triangle_count; ++i) {
        const uint32_t triangle = volume.triangle_base + i;
        if (!frame.triangle_is_usable(triangle)) continue;
        Vec3 corners[3];
        frame.exact_corners(frame.triangles[triangle], corners);
        const Vec3 nearest = nearest_point_of_triangle(corners, point);
        const Vec3 way = nearest - point;
        const double squared = glm::dot(way, way);
        if (squared >= least) continue;
        least = squared;
        contact.point = nearest;
        contact.triangle = triangle;
    }
    if (contact.triangle == no_index) return contact;
    const Vec3 way = contact.point - point;
    contact.depth = glm::length(way);
    if (contact.depth > 0) {
        contact.outward = way / contact.depth;
        return contact;
    }
    Vec3 corners[3];
    frame.exact_corners(frame.triangles[contact.triangle], corners);
    const Vec3 normal = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
    const double length = glm::length(normal);
    if (length > 0) contact.outward = normal / length;
    return contact;
}

}  // namespace defcol
