// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/sphere_tree/surface_patches.hpp"
#include "base/aligned_buffer.hpp"
#include "geometry/vector.hpp"

namespace defcol {

// In the coordinates of the meshes, in double: so no value depends on where a frame has its origin.
struct Sphere {
    Vec3 centre;
    double radius;  // negative: covers nothing that counts
};
static_assert(sizeof(Sphere) == 32);

// Most vertices that a sphere may follow.
inline constexpr uint32_t most_associated = 16;

// What of a sphere stays the same from frame to frame. Children follow each other; so do the patches that a
// sphere covers, and those of its children divide them.
struct SphereNode {
    uint32_t first_child;
    uint32_t child_count;  // 0: a leaf
    uint32_t patch_begin;
    uint32_t patch_end;
    uint32_t point_begin;  // its corners of patches, each once
    uint32_t point_end;
    uint32_t associated_count;
    uint16_t level;
    uint16_t has_split_points;

    bool is_leaf() const { return child_count == 0; }
};
static_assert(sizeof(SphereNode) == 32);

struct TreeSettings {
    uint32_t branching = 8;
    uint32_t depth = 0;    // levels below the root; 0: by the number of triangles
    uint32_t samples = 0;  // of the surface per sphere that is divided; 0: 96
    bool splits_triangles = true;

    bool operator==(const TreeSettings&) const = default;
};

// A wrapped hierarchy (Mendoza & O'Sullivan 2005, section 4.1): a sphere covers its part of the surface, not
// the spheres below it. Spheres are numbered level by level from the root, which is 0.
struct SphereTree {
    explicit SphereTree(std::pmr::memory_resource& memory) noexcept
        : rest_positions(memory),
          triangles(memory),
          patches(memory),
          nodes(memory),
          rest_spheres(memory),
          level_begin(memory),
          points(memory),
          associated(memory),
          associated_distances(memory),
          fit_vertices(memory) {}

    // What a tree is made of; the rest follows from it.
    TreeSettings settings;
    double longest_patch_edge = 0;  // triangles with longer edges are split
    Buffer<Vec3> rest_positions;    // of all vertices of the mesh when the tree was made
    Buffer<Triangle> triangles;     // of the mesh, removed ones included
    SurfacePatches patches;         // in the order of the tree
    Buffer<SphereNode> nodes;
    Buffer<Sphere> rest_spheres;
    Buffer<uint32_t> level_begin;  // one more than there are levels

    Buffer<uint32_t> points;      // vertices, or from the number of vertices on, split points
    Buffer<uint32_t> associated;  // most_associated per sphere: first one near its centre, then far apart
    Buffer<double> associated_distances;
    Buffer<uint32_t> fit_vertices;  // a few all over the mesh, for its rigid motion

    bool empty() const noexcept { return nodes.empty(); }
    uint32_t sphere_count() const noexcept { return static_cast<uint32_t>(nodes.size()); }
    uint32_t level_count() const noexcept {
        return level_begin.empty() ? 0 : static_cast<uint32_t>(level_begin.size() - 1);
    }
    uint32_t vertex_count() const noexcept { return static_cast<uint32_t>(rest_positions.size()); }

    Vec3 rest_point(uint32_t point) const {
        return point < rest_positions.size()
                   ? rest_positions[point]
                   : split_position(patches.split_points[point - vertex_count()], rest_positions.data());
    }
};

// Fills what follows from rest positions, triangles, patches, nodes (children, patches, level) and the
// centres of the rest spheres.
void complete_tree(SphereTree& tree, std::pmr::memory_resource& memory);

}  // namespace defcol
