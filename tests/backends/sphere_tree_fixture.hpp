// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backends/detector_session.hpp"
#include "backends/sphere_tree/sphere_tree.hpp"
#include "backends/sphere_tree/tree_construction.hpp"
#include "backends/sphere_tree/tree_update.hpp"
#include "base/memory.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"

namespace suite {

// A tree apart from any detector, with the mesh it was made for.
class LooseTree {
  public:
    explicit LooseTree(const scenes::Mesh& mesh, defcol::TreeSettings settings = {},
                       uint32_t worker_count = 1);

    const defcol::SphereTree& tree() const { return tree_; }
    // Moves the spheres to where the mesh is now.
    const defcol::Buffer<defcol::Sphere>& follow(const scenes::Mesh& moved, bool conservative = true,
                                                 uint32_t associated_count = 8);
    const defcol::Buffer<defcol::Sphere>& spheres() const { return spheres_; }
    // The leaves that cover parts of a triangle.
    const std::vector<uint32_t>& leaves_of(uint32_t triangle) const { return leaves_[triangle]; }

    // How many of so many random points of the surface lie in no leaf.
    uint64_t uncovered(const scenes::Mesh& moved, uint64_t sample_count, uint64_t seed) const;

  private:
    defcol::Memory memory_;
    defcol::Workers workers_;
    defcol::SphereTree tree_;
    defcol::Buffer<defcol::Vec3> split_positions_;
    defcol::Buffer<defcol::Sphere> spheres_;
    std::vector<std::vector<uint32_t>> leaves_;
};

std::vector<defcol::Vec3> points_of(const scenes::Mesh& mesh);

// Turns, stretches, bends and shakes; larger with `size`, 0 leaves it as it is but for the turn.
scenes::Mesh deformed(const scenes::Mesh& mesh, double size, uint64_t seed);

// A box of 12 triangles.
scenes::Mesh plain_box(double x, double y, double z);

scenes::Mesh shifted(scenes::Mesh mesh, scenes::Point by);

inline SessionOptions sphere_pairs(uint32_t fields = DEFCOL_FIELD_FLAGS, uint32_t workers = 1) {
    return {.backend = DEFCOL_BACKEND_SPHERE_TREE,
            .queries = DEFCOL_QUERY_SPHERE_PAIRS,
            .fields = fields,
            .workers = workers};
}

inline defcol_detect_options test_budget(uint64_t tests) {
    defcol_detect_options options;
    check(defcol_detect_options_init(&options, sizeof options));
    options.test_budget = tests;
    return options;
}

inline defcol_statistics statistics_of(const DetectorSession& session) {
    defcol_statistics statistics;
    check(defcol_statistics_init(&statistics, sizeof statistics));
    check(defcol_detector_get_statistics(session.detector(), &statistics));
    return statistics;
}

}  // namespace suite
