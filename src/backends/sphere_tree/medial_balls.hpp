// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/sphere_tree/point_index.hpp"
#include "backends/sphere_tree/surface_patches.hpp"
#include "base/aligned_buffer.hpp"
#include "geometry/vector.hpp"

namespace defcol {

// A place for the centre of a sphere. A sphere of radius r around it rises above the surface by r - clearance
// at most: on the way from the centre to any point outside lies a point of the surface, at least that far
// away. 0 for a centre on or outside the surface, and for all where the surface is not closed.
struct MedialBall {
    Vec3 centre;
    double clearance;
};

// Balls inside a closed surface that touch it in two places, so that their centres lie on its medial axis:
// found by shrinking a ball that touches the surface in a given place until it contains no point of it
// (Ma, Bae & Choi 2012). Bradshaw & O'Sullivan 2004 take inner Voronoi vertices of samples instead, which is
// the same set of balls; shrinking needs no diagram of all samples, so that samples can be added where they
// are wanted, and any patch can be asked.
class MedialBalls {
  public:
    explicit MedialBalls(std::pmr::memory_resource& memory) noexcept
        : memory_(memory), index_(memory), points_(memory), outward_(memory), balls_(memory) {}

    // Open or inconsistently turned surfaces have no inside: then every ball has clearance 0.
    void build(std::span<const Vec3> positions, std::span<const Triangle> triangles,
               const SurfacePatches& patches, bool has_inside, bool is_inside_out);

    bool has_inside() const noexcept { return has_inside_; }

    // The ball that touches the surface in the middle of the patch with this number; found once. May be asked
    // by several threads, about different patches.
    const MedialBall& ball_at(const Patch& patch, uint32_t id) {
        MedialBall& ball = balls_[id];
        if (ball.clearance < 0) ball = shrink_ball(patch);
        return ball;
    }
    // How far a centre is from the surface, if it is inside.
    double clearance(const Vec3& centre) const;

    const Vec3& point(uint32_t id) const { return points_[id]; }
    Vec3 middle_of(const Patch& patch) const {
        return (points_[patch.corner[0]] + points_[patch.corner[1]] + points_[patch.corner[2]]) / 3.0;
    }

  private:
    MedialBall shrink_ball(const Patch& patch) const;

    std::pmr::memory_resource& memory_;
    PointIndex index_;
    Buffer<Vec3> points_;       // vertices, then split points
    Buffer<Vec3> outward_;      // mean normal there, not of unit length
    Buffer<MedialBall> balls_;  // by patch; of negative clearance where it was not asked for yet
    double diameter_ = 0;
    bool has_inside_ = false;
};

// Whether every edge is used as often in one direction as in the other, and the sign of the volume.
struct Enclosure {
    bool is_closed;
    bool is_inside_out;
};
Enclosure examine_enclosure(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                            std::pmr::memory_resource& memory);

}  // namespace defcol
