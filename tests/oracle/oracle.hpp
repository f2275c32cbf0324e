// SPDX-License-Identifier: MIT
#pragma once

// What is true, according to CGAL's exact kernels. Plain doubles only, and nothing of the library's own code:
// points are three doubles, triangles nine, tetrahedra twelve.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace oracle {

// The sign of ((b - a) x (c - a)) . (d - a).
int orient3d(const double a[3], const double b[3], const double c[3], const double d[3]);
// The sign of (b - a) x (c - a).
int orient2d(const double a[2], const double b[2], const double c[2]);

// Closed point sets; a triangle of zero area is the segment or point of its vertices.
bool triangles_intersect(const double a[9], const double b[9]);

// Shared vertices as (corner of a, corner of b), with different positions or not. The intersection is
// constructed with rational numbers and compared with the simplex of the shared vertices. Three shared:
// false.
bool triangles_intersect_beyond_shared(const double a[9], const double b[9],
                                       std::span<const std::pair<int, int>> shared);

bool tetrahedron_is_flat(const double tetrahedron[12]);
// Closed, whatever the orientation; a flat tetrahedron contains nothing.
bool tetrahedron_contains(const double tetrahedron[12], const double point[3]);

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Whole meshes: positions are x, y, z of each vertex, elements are vertex indices. Sorted results.
Pairs triangle_pairs(std::span<const double> positions_a, std::span<const std::uint32_t> triangles_a,
                     std::span<const double> positions_b, std::span<const std::uint32_t> triangles_b);
// Pairs (i, j) with i < j. Triangles that share vertex indices only if include_adjacent, and then only if
// their intersection is larger than the simplex of the shared vertices.
Pairs self_triangle_pairs(std::span<const double> positions, std::span<const std::uint32_t> triangles,
                          bool include_adjacent);
// Pairs (point, tetrahedron). same_mesh: the points are the tetrahedra's own vertices, corners are left out.
Pairs vertices_in_tetrahedra(std::span<const double> points, std::span<const double> positions,
                             std::span<const std::uint32_t> tetrahedra, bool same_mesh);

// The points in the closed volume of a surface, rising. Surfaces must be closed, manifold and free of
// self-intersections.
std::vector<std::uint32_t> points_in_volume(std::span<const double> points, std::span<const double> positions,
                                            std::span<const std::uint32_t> triangles);
// The volume that two such surfaces share; negative where CGAL cannot tell.
double intersection_volume(std::span<const double> positions_a, std::span<const std::uint32_t> triangles_a,
                           std::span<const double> positions_b, std::span<const std::uint32_t> triangles_b);

// For benchmarks: CGAL's do_intersect with its exact-predicates kernel over prepared triangles.
class TrianglePairSet {
  public:
    // 18 doubles a pair.
    explicit TrianglePairSet(std::span<const double> pairs);
    ~TrianglePairSet();
    TrianglePairSet(const TrianglePairSet&) = delete;
    TrianglePairSet& operator=(const TrianglePairSet&) = delete;

    std::size_t count_intersecting() const;

  private:
    struct Triangles;
    std::unique_ptr<Triangles> triangles_;
};

}  // namespace oracle
