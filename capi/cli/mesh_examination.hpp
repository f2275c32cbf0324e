// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "world.hpp"

namespace cli {

// What `defcol info` says beyond the library's own report. Ids of vertices and elements are those of the
// file.
struct MeshExamination {
    defcol_mesh_report report{};
    uint64_t surface_triangle_count = 0;
    uint64_t component_count = 0;  // connected by shared vertices
    uint64_t edge_count = 0;
    std::array<uint32_t, 2> first_non_manifold_edge{DEFCOL_NONE, DEFCOL_NONE};
    uint64_t non_manifold_vertex_count = 0;  // whose triangles are more than one fan
    uint32_t first_non_manifold_vertex = DEFCOL_NONE;
    uint64_t duplicate_element_count = 0;  // of the same vertices as an earlier one
    uint32_t first_duplicate_element = DEFCOL_NONE;
    double shortest_edge = 0;
    double mean_edge = 0;
    double longest_edge = 0;
    double area = 0;
    double volume = 0;  // enclosed, signed; means something for a closed surface only

    bool is_manifold() const { return report.non_manifold_edge_count == 0 && non_manifold_vertex_count == 0; }
};

MeshExamination examine(const World& world, std::size_t mesh);

}  // namespace cli
