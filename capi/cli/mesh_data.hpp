// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

// A mesh as a file or a capture has it. With tetrahedra there are no triangles: the library finds the
// surface.
struct MeshData {
    std::string name;                  // as the user wrote it, made printable
    std::vector<double> positions;     // x, y, z per vertex
    std::vector<uint32_t> triangles;   // three vertices each
    std::vector<uint32_t> tetrahedra;  // four vertices each

    uint64_t vertex_count() const { return positions.size() / 3; }
    uint64_t triangle_count() const { return triangles.size() / 3; }
    uint64_t tetrahedron_count() const { return tetrahedra.size() / 4; }
    bool is_tetrahedral() const { return !tetrahedra.empty(); }
};

}  // namespace cli
