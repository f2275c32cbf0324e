// SPDX-License-Identifier: MIT
#include "backends/hash/mesh_interest.hpp"

#include <algorithm>

namespace defcol {

namespace {

Box intersection(const Box& a, const Box& b) {
    Box result;
    for (int axis = 0; axis < 3; ++axis) {
        result.min[axis] = std::max(a.min[axis], b.min[axis]);
        result.max[axis] = std::min(a.max[axis], b.max[axis]);
    }
    return result.empty() ? Box{} : result;
}

}  // namespace

void MeshInterests::update(const Frame& frame, std::span<const MeshPair> pairs) {
    interests_.assign(frame.meshes.size(), MeshInterest{});
    for (const MeshPair& pair : pairs) {
        const FrameMesh& a = frame.meshes[pair.a];
        const FrameMesh& b = frame.meshes[pair.b];
        const Box box = intersection(a.box, b.box);
        MeshInterest& of_a = interests_[pair.a];
        MeshInterest& of_b = interests_[pair.b];
        if (pair.a == pair.b) of_a.self = true;
        if (a.triangle_count != 0 && b.triangle_count != 0) {
            of_a.triangles.grow(box);
            of_b.triangles.grow(box);
        }
        if (a.tetrahedron_count != 0) {
            of_a.tetrahedra.grow(box);
            of_b.vertices.grow(box);
        }
        if (b.tetrahedron_count != 0) {
            of_b.tetrahedra.grow(box);
            of_a.vertices.grow(box);
        }
    }
    all_ = {};
    for (const MeshInterest& interest : interests_.span()) {
        all_.triangles.grow(interest.triangles);
        all_.vertices.grow(interest.vertices);
        all_.tetrahedra.grow(interest.tetrahedra);
    }
    must_check_pairs_ = !frame.excluded_pairs.empty();
    for (const FrameMesh& mesh : frame.meshes) {
        // Where all categories meet all masks no pair is refused.
        must_check_pairs_ |= mesh.category != frame.meshes[0].category || mesh.mask != frame.meshes[0].mask ||
                             (mesh.category & mesh.mask) == 0;
    }
}

}  // namespace defcol
