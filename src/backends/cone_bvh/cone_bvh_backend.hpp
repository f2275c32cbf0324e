// SPDX-License-Identifier: MIT
#pragma once

#include <memory_resource>
#include <vector>

#include "backends/backend.hpp"
#include "backends/cone_bvh/mesh_trees.hpp"
#include "backends/cone_bvh/region_search.hpp"

namespace defcol {

extern const BackendInfo cone_bvh_info;

// Volino & Magnenat-Thalmann 1994: a surface is grouped once, from its own adjacency, into a tree of regions
// (region_grouping, tree_builder). Each frame one sweep renews their boxes and the directions in which all
// their normals point (tree_refit). A region with such a direction whose contour does not cross itself when
// seen along it cannot collide with itself, nor two adjacent ones with each other (contour_test); so the
// search (region_search) follows the contacts, not the triangles. The same trees serve pairs of meshes by
// their boxes. A mesh that is cut keeps its tree (mesh_trees).
class ConeBvhBackend final : public Backend {
  public:
    explicit ConeBvhBackend(std::pmr::memory_resource& memory) noexcept;

    void update(const BackendFrame& input) override;
    void search(const BackendFrame& input, Narrowphase& narrowphase) override;
    void report(defcol_statistics& statistics) const override;

  private:
    void refit_tree(uint32_t index, const BackendFrame& input);
    TreeSide side_of(const RegionTree& tree, const FrameMesh& mesh, const Frame& frame) const;
    void list_tree_pairs(const BackendFrame& input);
    void prepare_searches(const BackendFrame& input, uint32_t worker_count);
    uint32_t slot_of(const CandidateSink& sink, Narrowphase& narrowphase, uint32_t worker_count) const;

    std::pmr::memory_resource& memory_;
    MeshTrees trees_;
    Buffer<MeshTree*> tree_of_mesh_;  // by mesh of the frame; null where none is needed
    Buffer<Box> region_of_interest_;  // by mesh
    Buffer<uint8_t> needs_;           // by mesh: need_* bits
    Buffer<TreePair> tree_pairs_;
    std::pmr::vector<Owned<RegionSearch>> searches_;  // by worker
    Buffer<RegionCall> calls_;
    Buffer<RegionCall> follow_ups_;
    Buffer<uint32_t> follow_up_counts_;
    double worst_decay_ = 0;
    SearchCounts counts_;
};

}  // namespace defcol
