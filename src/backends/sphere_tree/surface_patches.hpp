// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/aligned_buffer.hpp"
#include "geometry/vector.hpp"
#include "mesh/element.hpp"

namespace defcol {

// A point of a triangle that is no vertex: weights are dyadic, so they are exact and sum to 1.
struct SplitPoint {
    uint32_t vertex[3];
    float weight[3];
};

inline Vec3 split_position(const SplitPoint& point, const Vec3* positions) {
    return static_cast<double>(point.weight[0]) * positions[point.vertex[0]] +
           static_cast<double>(point.weight[1]) * positions[point.vertex[1]] +
           static_cast<double>(point.weight[2]) * positions[point.vertex[2]];
}

// A triangle or a part of one: what a leaf sphere covers as a whole. A sphere that contains the corners
// contains the patch, however the triangle moves.
struct Patch {
    uint32_t triangle;
    uint32_t corner[3];  // vertex, or number of vertices + split point
};
static_assert(sizeof(Patch) == 16);

struct SurfacePatches {
    explicit SurfacePatches(std::pmr::memory_resource& memory) noexcept
        : patches(memory), ids(memory), split_points(memory) {}

    Buffer<Patch> patches;
    Buffer<uint32_t> ids;  // of each patch its number as split_triangles made them
    Buffer<SplitPoint> split_points;

    std::size_t size() const noexcept { return patches.size(); }
};

// Spheres around whole triangles would be as large as the longest of them (Mendoza & O'Sullivan 2005,
// figure 8). So triangles are halved across their longest edge until no edge is longer than asked for: the
// parts of a triangle cover it whatever happens to its corners. The same parts in every run. At most
// `most_splits` halvings of a part.
inline constexpr uint32_t most_splits = 12;
void split_triangles(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                     double longest_edge, SurfacePatches& out);

// The least edge length, of those tried, that makes no more patches than `most_patches`, starting with
// `longest_edge`.
double fit_longest_edge(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                        double longest_edge, uint64_t most_patches);

}  // namespace defcol
