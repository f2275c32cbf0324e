// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/aligned_buffer.hpp"
#include "base/workers.hpp"
#include "detector/contact_store.hpp"
#include "geometry/vector.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// Depth and direction of vertices in tetrahedra that agree with their neighbours', so that deep vertices are
// pushed out the way they came in (Heidelberger, Teschner, Keiser, Müller and Gross, "Consistent Penetration
// Depth Estimation for Deformable Collision Response", VMV 2004). The nearest surface face of the tetrahedron
// says little about a vertex deep inside.
//
// For each pair of a mesh and the mesh its vertices are in: where edges of the surface between a colliding
// and a free vertex cross the other surface, the colliding end gets the average of (x - p) . n and of n over
// those points x with face normals n, weighted by 1 / |x - p|^2; from there depth and direction spread
// breadth-first along the edges of the mesh. Vertices that no such edge leads to (a mesh all inside) keep
// what they have.
//
// Runs on the calling thread in a fixed order: the same numbers for any number of workers.
class PenetrationDepth {
  public:
    explicit PenetrationDepth(std::pmr::memory_resource& memory) noexcept;

    // Replaces normals, distances and second points in the contacts, those of vertices in tetrahedra.
    void apply(const Frame& frame, ContactStore& contacts, Workers& workers);

  private:
    struct Estimate {
        uint32_t vertex;
        uint32_t round;  // of the breadth-first search; no_index: not reached
        Vec3 direction;  // out of the other mesh, unit
        double depth;
    };
    struct BoxedTriangle {
        float min_x;
        uint32_t triangle;
        Box box;
    };

    void collect_groups(const ContactStore& contacts, const Frame& frame, Workers& workers);
    void collect_edges(const Frame& frame, const FrameMesh& mesh, Workers& workers);
    void add_edge(Buffer<uint64_t>& edges, uint32_t a, uint32_t b);
    void sort_edges(Buffer<uint64_t>& edges, Workers& workers);
    void find_surface_near(const Frame& frame, const FrameMesh& other);
    void start_at_crossings(const Frame& frame);
    bool find_crossing(const Frame& frame, uint32_t inside, uint32_t outside, Vec3& point,
                       Vec3& normal) const;
    void spread(const Frame& frame);
    std::span<const uint64_t> edges_of(const Buffer<uint64_t>& edges, uint32_t vertex) const;
    bool is_colliding(uint32_t vertex) const { return slot_[vertex] != no_index; }

    Buffer<uint64_t> members_;  // (mesh they are in, vertex), sorted
    Buffer<uint64_t> scratch_;
    Buffer<uint32_t> slot_;  // by vertex: its estimate while its group is treated, else no_index
    Buffer<Estimate> estimates_;
    Buffer<uint64_t> edges_;          // (vertex, neighbour) for colliding vertices, sorted
    Buffer<uint64_t> surface_edges_;  // the same for edges of surface triangles
    Buffer<BoxedTriangle> surface_;   // of the other mesh near the crossing edges, by min_x
    float widest_ = 0;
};

}  // namespace defcol
