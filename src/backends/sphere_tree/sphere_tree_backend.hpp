// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "backends/backend.hpp"
#include "backends/sphere_tree/leaf_refinement.hpp"
#include "backends/sphere_tree/sphere_traversal.hpp"
#include "backends/sphere_tree/sphere_tree.hpp"
#include "backends/sphere_tree/steered_cover.hpp"
#include "base/aligned_buffer.hpp"
#include "mesh/mesh.hpp"

namespace defcol {

extern const BackendInfo sphere_tree_info;

// Approximate collision detection that may be interrupted at any moment, after Mendoza & O'Sullivan 2005.
//
// Every mesh has a tree of spheres that cover its surface, made once (tree_construction.hpp) or loaded
// (tree_blob.hpp), and moved with the mesh in every frame (tree_update.hpp). Trees are compared breadth first
// (sphere_traversal.hpp): whenever the time is over, the pairs of spheres that are left cover every collision
// there is, the longer it lasted the tighter. For triangle pairs the overlapping leaves are refined to the
// triangles they cover (leaf_refinement.hpp), and the answer is exact.
class SphereTreeBackend final : public Backend {
  public:
    explicit SphereTreeBackend(std::pmr::memory_resource& memory) noexcept
        : memory_(memory),
          trees_(&memory),
          tree_of_mesh_(&memory),
          sphere_base_(memory),
          meetings_(memory),
          refined_meetings_(memory),
          meeting_meshes_(memory),
          traversal_(memory),
          refinement_(memory),
          keys_(memory),
          scratch_(memory),
          contacts_(memory),
          priorities_(memory) {}

    void update(const BackendFrame& input) override;
    void search(const BackendFrame& input, Narrowphase& narrowphase) override;
    void report(defcol_statistics& statistics) const override;
    OwnContacts order_own_contacts(uint64_t limit) override;
    void fill_own_contacts(const Frame& frame, std::span<const OwnContact> contacts,
                           const ContactColumns& columns) const override;
    bool can_resume() const noexcept override { return has_traversal_; }
    void resume(const BackendFrame& input, SearchControl& control) override;

    // ---- For the host ------------------------------------------------------------------------------------
    // A tree is made from the mesh as it is now. False if the cancel flag was set; then nothing has changed.
    bool build_tree(const Mesh& mesh, const OptionValues& options, uint32_t queries,
                    const volatile int32_t* cancel, Workers& workers, const Log& log);
    // Null if there is none for the mesh's triangles.
    const SphereTree* tree_of(const Mesh& mesh) const noexcept;
    void load_tree(const Mesh& mesh, std::span<const std::byte> blob);
    // The spheres as the last frame left them, or at rest.
    std::span<const Sphere> spheres_of(const Mesh& mesh) const noexcept;
    // By detector index, in either order; the same index twice: self-collision.
    void set_priority(uint32_t a, uint32_t b, double priority);

  private:
    struct MeshTree {
        explicit MeshTree(std::pmr::memory_resource& memory) noexcept
            : tree(memory), cover(memory), split_positions(memory), spheres(memory) {}
        SphereTree tree;
        SteeredCover cover;
        Buffer<Vec3> split_positions;
        Buffer<Sphere> spheres;
        uint64_t topology_version = 0;
        uint64_t seen_positions = 0;
        uint64_t seen_active = 0;
        uint64_t seen_options = UINT64_MAX;
        uint64_t seen_steering = UINT64_MAX;
        uint64_t covered_steering = UINT64_MAX;  // that the cover was built for
        bool is_loaded = false;
        bool is_used = false;
        bool is_current = false;
    };
    struct MeshIndices {
        uint32_t a;
        uint32_t b;
    };
    struct Priority {
        uint64_t key;
        double value;
    };

    MeshTree* find_tree(const Mesh& mesh) const noexcept;
    MeshTree& add_tree(Owned<MeshTree> made, const Mesh& mesh);
    void match_trees(const BackendFrame& input);
    void move_spheres(const BackendFrame& input, const FrameMesh& mesh, MeshTree& entry);
    double priority_of(uint32_t a, uint32_t b) const;
    void list_meetings(const BackendFrame& input);
    void list_keys();
    void write_contacts(uint64_t count);
    void announce(SearchControl& control, uint64_t tests_before) const;
    double kept_back_per_entry(const BackendFrame& input) const;

    std::pmr::memory_resource& memory_;
    std::pmr::vector<Owned<MeshTree>> trees_;
    std::pmr::vector<MeshTree*> tree_of_mesh_;  // by index into Frame::meshes; null where none is needed
    Buffer<uint32_t> sphere_base_;              // spheres numbered through all meshes; one more than meshes
    Buffer<TreeMeeting> meetings_;
    Buffer<RefinedMeeting> refined_meetings_;
    Buffer<MeshIndices> meeting_meshes_;
    SphereTraversal traversal_;
    LeafRefinement refinement_;
    Buffer<uint64_t> keys_;
    Buffer<uint64_t> scratch_;
    Buffer<OwnContact> contacts_;
    Buffer<Priority> priorities_;
    bool has_traversal_ = false;
    uint64_t untested_self_pairs_ = 0;
    double build_seconds_ = 0;
};

}  // namespace defcol
