// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "base/handle_table.hpp"
#include "base/memory.hpp"
#include "base/workers.hpp"
#include "geometry/vector.hpp"
#include "mesh/element.hpp"
#include "mesh/index_set.hpp"
#include "mesh/mesh_report.hpp"
#include "mesh/mesh_source.hpp"
#include "mesh/steering.hpp"
#include "mesh/topology.hpp"
#include "mesh/usable_elements.hpp"
#include "mesh/vertex_store.hpp"

namespace defcol {

// A mesh as the host last left it: vertices, elements, and which of them count.
//
// Every change throws Error or std::bad_alloc before anything has changed, or happens completely. Changes
// need exclusive access; const functions may run on several threads.
//
// A mesh that steers others moves them with itself, all or none: whoever changes it holds exclusive pins on
// those too (see detector/mesh_links.hpp). A steered mesh refuses what its coarse mesh decides.
class Mesh final : public HandleObject {
  public:
    Mesh(Memory& memory, Workers& workers, HandleObject* owner, const MeshSource& source);

    void set_positions(const PositionSource& source);
    void set_transform(const double* transform);  // null: none
    // Flags and user data of the source are not read; a null transform keeps the one there is.
    void set_topology(const MeshSource& source);
    void edit(const MeshEdit& edit);
    void set_active_triangles(const uint32_t* triangles, uint64_t count);
    void set_active_triangle_mask(const uint8_t* bits, uint64_t bit_count);

    // O(n log n): not for every frame.
    MeshReport report() const;

    // Transform applied, tiny values flushed to zero.
    std::span<const Vec3> positions() const { return vertices_.positions(); }
    // For a tetrahedral mesh its surface. Removed ones are {no_index, no_index, no_index}.
    std::span<const Triangle> triangles() const { return topology_.triangles.span(); }
    std::span<const Tetrahedron> tetrahedra() const { return topology_.tetrahedra.span(); }
    // The tetrahedron of each surface triangle; empty for triangle meshes.
    std::span<const uint32_t> triangle_tetrahedra() const { return topology_.triangle_tetrahedra.span(); }
    // For each tetrahedron the surface triangle at each face (face i lies opposite corner i), or no_index;
    // empty for triangle meshes.
    std::span<const std::array<uint32_t, 4>> tetrahedron_surface() const {
        return topology_.tetrahedron_surface.span();
    }

    // Usable: there, active, and with finite vertices only. Where all are usable, flags and list mean nothing
    // and may be empty. The list's order is the same in every run, but not always ascending.
    bool all_triangles_usable() const { return usable_triangle_count_ == topology_.triangles.size(); }
    std::span<const uint8_t> triangle_usable() const;
    std::span<const uint32_t> usable_triangles() const;
    bool skips_non_finite() const { return vertices_.skips_non_finite(); }
    bool all_vertices_usable() const { return vertices_.summary().skipped == 0; }
    std::span<const uint8_t> vertex_usable() const { return vertices_.usable(); }
    bool all_tetrahedra_usable() const {
        return all_vertices_usable() || skipping_.tetrahedron_count() == topology_.tetrahedra.size();
    }
    std::span<const uint8_t> tetrahedron_usable() const { return skipping_.tetrahedron_flags(); }

    // Of the usable vertices; min > max if there is none.
    Vec3 box_min() const { return vertices_.summary().box_min; }
    Vec3 box_max() const { return vertices_.summary().box_max; }

    // Each changes when what it names may have changed, and has a value no mesh of the process had before. A
    // new topology changes all three.
    uint64_t positions_version() const { return positions_version_; }
    uint64_t topology_version() const { return topology_version_; }
    uint64_t active_version() const { return active_version_; }

    // How this mesh follows a coarse one, or null. The version changes whenever that may have changed.
    const Steering* steering() const { return steering_.get(); }
    uint64_t steering_version() const { return steering_version_; }
    // Follows `coarse` from now on, from where both lie. The caller adds the mesh to the coarse mesh's list.
    void follow(const Mesh& coarse, const SteeringSettings& settings);
    void stop_following() noexcept;

    // The meshes this one steers, as a list through them. Guarded by process_mutex(), except that whoever
    // holds exclusive pins on all of them may walk it.
    struct Followers {
        Mesh* first = nullptr;
        Mesh* next = nullptr;  // of those that follow the same coarse mesh as this one
        HandlePin pin;         // on this mesh, held while its coarse mesh changes
    };
    Followers& followers() { return followers_; }

    uint64_t user_data() const { return user_data_; }
    void set_user_data(uint64_t user_data) { user_data_ = user_data; }

  private:
    void replace(const MeshSource& source, const std::optional<RigidTransform>& transform);
    void refuse_if_steered(const char* what) const;
    void commit_with_followers();
    void stage_following(std::span<const Vec3> coarse_positions, std::span<const uint8_t> coarse_usable);
    void prepare_commit();
    void commit_vertices() noexcept;
    void read_ids(const uint32_t* ids, uint64_t count, const char* what);
    bool triangle_is_there(uint32_t id) const {
        return id < topology_.triangles.size() && !is_removed(topology_.triangles[id]);
    }
    void check_removed_triangles();
    void select_present_triangles() noexcept;
    void mark_active_changed() noexcept;
    void mark_everything_changed() noexcept;

    Memory& memory_;
    Workers& workers_;
    VertexStore vertices_;
    Topology topology_;

    // What the host chose, if explicit; else all triangles, and none was removed.
    IndexSet selection_;
    bool selection_is_explicit_ = false;
    // What is left of that while some vertices are not finite.
    UsableElements skipping_;
    uint64_t usable_triangle_count_ = 0;

    // Copies of what the host passes, so that editing every frame allocates nothing.
    Buffer<uint32_t> ids_;
    Buffer<uint32_t> sorted_ids_;
    Buffer<Triangle> added_triangles_;

    // What a staged change of positions needs besides the positions.
    bool staged_usability_differs_ = false;
    std::optional<UsableElements::Room> staged_room_;

    Owned<Steering> steering_;
    Followers followers_;

    uint64_t steering_version_ = 0;
    uint64_t positions_version_ = 0;
    uint64_t topology_version_ = 0;
    uint64_t active_version_ = 0;
    uint64_t user_data_;
};

}  // namespace defcol
