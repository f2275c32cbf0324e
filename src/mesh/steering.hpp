// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/aligned_buffer.hpp"
#include "base/memory.hpp"
#include "base/workers.hpp"
#include "geometry/vector.hpp"
#include "mesh/steering_frame.hpp"

namespace defcol {

class Mesh;

// The greatest distance from a dense vertex to its nearest coarse surface vertex: farther is refused.
struct SteeringSettings {
    double max_distance = 0;  // 0: the diagonal of the box of the coarse surface
};

// How a dense mesh follows a coarse tetrahedral one: the reduced model of Mendoza & O'Sullivan 2005, section
// 3. Made once from how both meshes lie at that moment, owned by the dense mesh.
//
// Each dense vertex p has three coarse surface vertices q0, q1, q2 (the three nearest, unless those lie
// almost on a line: then near ones that do not), weights w >= 0 of sum 1 (equation 3, halved: as printed they
// sum to 2) and a link of constant length:
//
//     p = O + R,   O = w0 q0 + w1 q1 + w2 q2,   R = c0 e0 + c1 e1 + c2 e2        (equations 1, 8 to 10)
//
// with constants c and orthonormal axes e that turn with the triangle (see SteeringFrame). For whoever bounds
// dense positions by coarse ones (radii of spheres, say):
//
//   - |p - O| <= link_lengths()[v], always, with O in the convex hull of the three coarse vertices. So for
//     any point c:  |p - c| <= w0 |q0 - c| + w1 |q1 - c| + w2 |q2 - c| + link_lengths()[v]
//                           <= max |qi - c| + link_lengths()[v].
//     The lengths carry a margin for the rounding of the axes; not in it is the rounding of the last few
//     additions, at most 2^-50 of the largest coordinate of p and the q.
//   - Vertices with the same triple move together: p = F0 + a1 F1 + a2 F2 + c0 F3 + c1 F4 + c2 F5 with the
//     rows F of frames()[triple] and the constant coefficients of anchors()[v]. A bound over the box of those
//     coefficients holds for all of them and is much tighter than the one above.
//
// Whoever holds a pin on the dense mesh may read coarse().positions() too: the coarse mesh cannot move, be
// changed or destroyed without exclusive pins on the meshes it steers. Mesh::steering() is null for a mesh
// that follows none, and Mesh::steering_version() changes whenever that answer may.
class Steering {
  public:
    // What a dense vertex adds to the frame of its triple.
    struct Anchor {
        double coefficient[5];  // of the two edges, then of the three axes
        uint32_t triple;
        uint32_t unused;
    };
    static_assert(sizeof(Anchor) == 48);

    // Throws Error: INVALID_ARGUMENT (no tetrahedral surface, a vertex too far away), NON_FINITE.
    Steering(const Mesh& dense, const Mesh& coarse, const SteeringSettings& settings, Memory& memory,
             Workers& workers);

    const Mesh& coarse() const { return coarse_; }

    // Per dense vertex: its coarse vertices in ascending order, their weights, the length of its link.
    std::span<const std::array<uint32_t, 3>> coarse_vertices() const { return coarse_vertices_.span(); }
    std::span<const std::array<double, 3>> weights() const { return weights_.span(); }
    std::span<const double> link_lengths() const { return link_lengths_.span(); }
    std::span<const Anchor> anchors() const { return anchors_.span(); }

    // Each triple once, and its frame at the coarse positions that the dense mesh last followed.
    std::span<const SteeringTriple> triples() const { return triples_.span(); }
    std::span<const SteeringFrame> frames() const { return frames_.span(); }

    // Following a move: frames for other coarse positions, dense positions from them (which may run on
    // several threads), and then commit(). `usable` is empty, or 0 where a coarse position means nothing:
    // what hangs on such a vertex becomes NaN. Allocates nothing.
    void stage(std::span<const Vec3> coarse_positions, std::span<const uint8_t> usable, Workers& workers);
    void compute_staged(uint64_t begin, uint64_t end, double* out) const noexcept;
    void commit() noexcept { frames_.swap(staged_frames_); }

    // The point that `weights` give on a primitive of the dense mesh, as weights of coarse vertices: of up to
    // 4 dense vertices (no_index: none) up to 12 coarse ones, each once, in order of first use, then no_index
    // with weight 0. The weights keep their sum, so a force keeps its size and direction; the torque of the
    // links is not carried over (as in the paper, section 4.3).
    static constexpr int most_features = 4;
    static constexpr int most_coarse_features = 12;
    void map_to_coarse(const uint32_t* features, const double* weights, uint32_t* out_features,
                       double* out_weights) const noexcept;

  private:
    void find_triples(const Mesh& dense, std::span<const uint32_t> surface_vertices, double max_distance,
                      Memory& memory, Workers& workers);
    void share_triples(Memory& memory);
    void attach_vertices(std::span<const Vec3> dense_positions, Workers& workers);

    const Mesh& coarse_;
    Buffer<std::array<uint32_t, 3>> coarse_vertices_;
    Buffer<std::array<double, 3>> weights_;
    Buffer<double> link_lengths_;
    Buffer<Anchor> anchors_;
    Buffer<SteeringTriple> triples_;
    Buffer<SteeringFrame> frames_;
    Buffer<SteeringFrame> staged_frames_;
};

}  // namespace defcol
