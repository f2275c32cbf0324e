// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "scenes/scene.hpp"

// Readers for the real meshes that may be beside the project: just what those files use of each format. A
// file that is cut short, or names a vertex it does not have, is a std::runtime_error with the file's name.
namespace scenes {

Mesh read_off(const std::string& path);  // polygons are cut into fans
Mesh read_obj(const std::string& path);  // v and f; texture and normal indices are skipped
Mesh read_ply(const std::string& path);  // binary_big_endian, float x y z first, one list of faces
Mesh read_medit(
    const std::string& path);  // Vertices and Tetrahedra; the surface triangles only if no tetrahedra

// What the readers share.
std::string read_file(const std::string& path);
void require(bool good, const std::string& path, const char* complaint);
void check_indices(const Mesh& mesh, const std::string& path);

}  // namespace scenes
