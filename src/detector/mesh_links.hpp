// SPDX-License-Identifier: MIT
#pragma once

#include "mesh/mesh.hpp"

namespace defcol {

// Exclusive pins on all meshes that a coarse mesh steers, for as long as it changes. The caller holds an
// exclusive pin on the coarse mesh. Throws Error: BUSY, and then holds none.
class FollowerPins {
  public:
    explicit FollowerPins(Mesh& coarse);
    ~FollowerPins();
    FollowerPins(const FollowerPins&) = delete;
    FollowerPins& operator=(const FollowerPins&) = delete;

    // The meshes follow nobody from now on.
    void let_go() noexcept;

  private:
    void release() noexcept;

    Mesh& coarse_;
};

// The caller holds exclusive pins on both meshes, of one context. Throws Error: INVALID_ARGUMENT (the same
// mesh twice, one is steered or the dense one steers), and as Steering does.
void link_meshes(Mesh& dense, Mesh& coarse, const SteeringSettings& settings);

// The caller holds an exclusive pin on the mesh, which keeps its positions.
void unlink_mesh(Mesh& dense) noexcept;

// The second half of unlinking, for a caller that holds process_mutex().
void leave_coarse_mesh(Mesh& dense) noexcept;

}  // namespace defcol
