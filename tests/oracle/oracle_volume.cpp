// SPDX-License-Identifier: MIT
// Volumes according to CGAL: surfaces must be closed, manifold and free of self-intersections.
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>

#include "oracle/oracle.hpp"

namespace oracle {

namespace {

template <class Kernel>
CGAL::Surface_mesh<typename Kernel::Point_3> surface_of(std::span<const double> positions,
                                                        std::span<const std::uint32_t> triangles) {
    using Surface = CGAL::Surface_mesh<typename Kernel::Point_3>;
    Surface surface;
    for (std::size_t i = 0; i + 2 < positions.size(); i += 3) {
        surface.add_vertex(typename Kernel::Point_3(positions[i], positions[i + 1], positions[i + 2]));
    }
    for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
        surface.add_face(typename Surface::Vertex_index(triangles[i]),
                         typename Surface::Vertex_index(triangles[i + 1]),
                         typename Surface::Vertex_index(triangles[i + 2]));
    }
    return surface;
}

}  // namespace

std::vector<std::uint32_t> points_in_volume(std::span<const double> points, std::span<const double> positions,
                                            std::span<const std::uint32_t> triangles) {
    using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
    const auto surface = surface_of<Kernel>(positions, triangles);
    const CGAL::Side_of_triangle_mesh<CGAL::Surface_mesh<Kernel::Point_3>, Kernel> side(surface);
    std::vector<std::uint32_t> inside;
    for (std::size_t i = 0; i + 2 < points.size(); i += 3) {
        if (side(Kernel::Point_3(points[i], points[i + 1], points[i + 2])) != CGAL::ON_UNBOUNDED_SIDE) {
            inside.push_back(static_cast<std::uint32_t>(i / 3));
        }
    }
    return inside;
}

double intersection_volume(std::span<const double> positions_a, std::span<const std::uint32_t> triangles_a,
                           std::span<const double> positions_b, std::span<const std::uint32_t> triangles_b) {
    using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
    auto a = surface_of<Kernel>(positions_a, triangles_a);
    auto b = surface_of<Kernel>(positions_b, triangles_b);
    CGAL::Surface_mesh<Kernel::Point_3> both;
    if (!CGAL::Polygon_mesh_processing::corefine_and_compute_intersection(a, b, both)) return -1;
    return both.number_of_faces() == 0 ? 0 : CGAL::to_double(CGAL::Polygon_mesh_processing::volume(both));
}

}  // namespace oracle
