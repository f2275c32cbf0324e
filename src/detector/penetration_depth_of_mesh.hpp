// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/aligned_buffer.hpp"
#include "detector/contact_store.hpp"
#include "geometry/vector.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// The depths of the vertices of one mesh in tetrahedra of others and its own, one mesh they are in after the
// other: where edges of the surface between a colliding and a free vertex cross the other surface, the
// colliding end gets the average of (x - p) . n and of n over those points x with face normals n, weighted by
// 1 / |x - p|^2; from there depth and direction spread breadth-first along the edges of the mesh, as weighted
// averages of (q - p) . r + d and r over treated neighbours q with direction r and depth d. Vertices that no
// such edge leads to (a mesh all inside) keep what they have.
class PenetrationDepthOfMesh {
  public:
    explicit PenetrationDepthOfMesh(std::pmr::memory_resource& memory) noexcept;

    // The keys of vertex contacts, all of vertices of one mesh.
    void apply(const Frame& frame, std::span<const uint64_t> keys, ContactStore& contacts);

    // How many elements its arrays have room for.
    struct Capacity {
        std::size_t members = 0;
        std::size_t scratch = 0;
        std::size_t slots = 0;
        std::size_t estimates = 0;
        std::size_t edges = 0;
        std::size_t surface_edges = 0;
        std::size_t surface = 0;
    };
    void raise_to_own(Capacity& capacity) const noexcept;
    void reserve(const Capacity& capacity);

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

    void sort_unique(Buffer<uint64_t>& keys);
    void collect_edges(const Frame& frame, const FrameMesh& mesh);
    void add_edge(Buffer<uint64_t>& edges, uint32_t a, uint32_t b);
    void find_surface_near(const Frame& frame, const FrameMesh& other);
    void start_at_crossings(const Frame& frame);
    bool find_crossing(const Frame& frame, uint32_t inside, uint32_t outside, Vec3& point,
                       Vec3& normal) const;
    void spread(const Frame& frame);
    static std::span<const uint64_t> edges_of(const Buffer<uint64_t>& edges, uint32_t vertex);
    bool is_colliding(uint32_t vertex) const { return slot_[vertex - vertex_base_] != no_index; }

    uint32_t vertex_base_ = 0;  // of the mesh
    Buffer<uint64_t> members_;  // (mesh they are in, vertex), sorted
    Buffer<uint64_t> scratch_;
    Buffer<uint32_t> slot_;  // by vertex of the mesh: its estimate, or no_index
    Buffer<Estimate> estimates_;
    Buffer<uint64_t> edges_;          // (vertex, neighbour) for colliding vertices, sorted
    Buffer<uint64_t> surface_edges_;  // the same for edges of surface triangles
    Buffer<BoxedTriangle> surface_;   // of the other mesh near the crossing edges, by min_x
    float widest_ = 0;
};

}  // namespace defcol
