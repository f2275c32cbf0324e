// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/aligned_buffer.hpp"
#include "base/memory.hpp"
#include "base/workers.hpp"
#include "detector/contact_store.hpp"
#include "detector/penetration_depth_of_mesh.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// Depth and direction of vertices in tetrahedra that agree with their neighbours', so that deep vertices are
// pushed out the way they came in (Heidelberger, Teschner, Keiser, Müller and Gross, "Consistent Penetration
// Depth Estimation for Deformable Collision Response", VMV 2004). The nearest surface face of the tetrahedron
// says little about a vertex deep inside.
//
// Meshes are treated at the same time, each by one worker in a fixed order: the same numbers for any number
// of workers.
class PenetrationDepth {
  public:
    PenetrationDepth(std::pmr::memory_resource& memory, uint32_t worker_count);

    // Replaces normals, distances and second points in the contacts, those of vertices in tetrahedra.
    void apply(const Frame& frame, ContactStore& contacts, Workers& workers);

  private:
    // Contacts [begin, end) of the vertex contacts, all of vertices of one mesh.
    struct Range {
        uint64_t begin;
        uint64_t end;
    };

    Buffer<Range> ranges_;
    std::pmr::vector<Owned<PenetrationDepthOfMesh>> by_worker_;
};

}  // namespace defcol
