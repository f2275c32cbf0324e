// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "backends/sphere_tree/sphere_tree.hpp"
#include "backends/sphere_tree/steered_cover.hpp"
#include "base/workers.hpp"

namespace defcol {

struct TreeMotion {
    const Vec3* positions;            // of the mesh's vertices now
    const uint8_t* usable_vertices;   // null where all are
    const uint8_t* usable_triangles;  // null where all are
    bool conservative;
    uint32_t associated_count;            // 1 ... most_associated
    const Steering* steering = nullptr;   // of a mesh that follows a coarse one, with
    const SteeredCover* cover = nullptr;  // what the tree covers in terms of it
};

// Moves the spheres with the mesh (Mendoza & O'Sullivan 2005, section 4.4).
//
// A centre moves by the mean displacement of the vertices associated with it. As printed, a mesh that turns
// would leave its spheres behind; so displacements are those beyond the rigid motion that fits the mesh best,
// and the centre takes part in that motion. The radius is
//   conservative: the distance to the farthest corner of a patch it covers, rounded up. A ball is convex, so
//                 it contains the patches whatever the deformation: nothing is missed. For a steered mesh
//                 large spheres get a bound from the coarse mesh instead (steered_cover.hpp).
//   otherwise:    the rest radius times the largest ratio of present to rest distance from the centre to an
//                 associated vertex; vertices in the rest centre itself have no ratio.
// A sphere without usable triangles covers nothing: its radius is negative.
void update_spheres(const SphereTree& tree, const TreeMotion& motion, Workers& workers,
                    Buffer<Vec3>& split_positions, Buffer<Sphere>& spheres);

}  // namespace defcol
