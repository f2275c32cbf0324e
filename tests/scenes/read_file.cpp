// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "scenes/readers.hpp"

namespace scenes {

void require(bool good, const std::string& path, const char* complaint) {
    if (!good) throw std::runtime_error(path + ": " + complaint);
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    require(file.good(), path, "cannot be opened");
    std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    require(!file.bad(), path, "cannot be read");
    return content;
}

void check_indices(const Mesh& mesh, const std::string& path) {
    const auto is_vertex = [&](uint32_t index) { return index < mesh.vertex_count(); };
    require(std::all_of(mesh.triangles.begin(), mesh.triangles.end(), is_vertex), path,
            "a triangle names a vertex that is not there");
    require(std::all_of(mesh.tetrahedra.begin(), mesh.tetrahedra.end(), is_vertex), path,
            "a tetrahedron names a vertex that is not there");
}

}  // namespace scenes
