// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "backends/cone_bvh/region_tree.hpp"
#include "base/log.hpp"
#include "base/memory.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// The trees of one mesh, kept as long as its topology is watched.
struct MeshTree {
    explicit MeshTree(std::pmr::memory_resource& memory) noexcept : tree(memory), patch(memory) {}

    // Both, if they hold anything.
    template <class Function>
    void for_each(Function&& function) {
        if (!tree.empty()) function(tree);
        if (!patch.empty()) function(patch);
    }

    RegionTree tree;
    RegionTree patch;            // triangles that came after the tree was built
    const Mesh* mesh = nullptr;  // whose it was; only to look for a tree worth repairing
    uint64_t topology_version = 0;
    double shape_as_built = 0;    // see leaf_shape; 0 until it was measured
    double replaced = 0;          // triangles that went or came since, as a part of those it was built of
    double decay = 1;             // 1 as built; see defcol_statistics.tree_decay
    bool is_used = false;         // by a mesh of this frame
    bool is_current = false;      // boxes fit the positions
    bool has_directions = false;  // and so do directions
};

// How long leaves are for their area: the squared diagonals of the boxes of a few leaves over the area of
// their triangles. The tree is made of round regions; stretching makes them strips, which overlap more and
// whose contours are longer.
double leaf_shape(const RegionTree& tree, const LocalVertex* vertices);

// All trees of a detector, found by topology.
class MeshTrees {
  public:
    explicit MeshTrees(std::pmr::memory_resource& memory) noexcept
        : memory_(memory), trees_(&memory), by_version_(memory), by_mesh_(memory) {}

    struct Settings {
        uint32_t leaf_size;
        double rebuild_decay;  // 0: never
    };

    // Gives each mesh of the frame that needs one (needs[i] != 0) its tree, kept, repaired or built, the
    // others null; forgets those of meshes that are gone.
    void match(const Frame& frame, std::span<const uint8_t> needs, const Settings& settings, const Log& log,
               Buffer<MeshTree*>& tree_of_mesh);

    uint64_t built_count() const { return built_count_; }

  private:
    struct Entry {
        uint64_t key;
        MeshTree* tree;
    };

    static MeshTree* find(std::span<const Entry> entries, uint64_t key);
    MeshTree* repair(const FrameMesh& mesh, const Log& log);
    void build(MeshTree& entry, const FrameMesh& mesh, const Log& log);
    MeshTree& add(const FrameMesh& mesh, const Log& log);

    std::pmr::memory_resource& memory_;
    std::pmr::vector<Owned<MeshTree>> trees_;
    Buffer<Entry> by_version_;  // of the frame's start, sorted
    Buffer<Entry> by_mesh_;
    uint32_t leaf_size_ = 0;
    uint64_t built_count_ = 0;  // in the last frame
};

}  // namespace defcol
