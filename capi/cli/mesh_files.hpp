// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "mesh_data.hpp"

// Readers for the common mesh files. They are our own, because no library in Debian reads all of these, keeps
// the order of the file (ids in our output are those of the file), reads tetrahedra, and says the line of a
// fault: Assimp joins and reorders vertices and knows no tetrahedra, VTK is a hundred megabytes and knows no
// MEDIT or Gmsh, libigl aborts on damaged headers.
namespace cli {

// Reads a whole file. `path` is taken as the bytes it is. Throws Failure.
std::string read_file(const std::string& path);

// The mesh in a file, its format known by the name's ending, else by its beginning. Throws Failure with file
// and line (or byte) for anything that is not a mesh with at least one triangle or tetrahedron.
MeshData read_mesh(const std::string& path);

// The same for a content in memory; `name` is used for messages and by its ending.
MeshData read_mesh_content(std::string_view content, const std::string& name);

// Each format by itself. `name` is printable.
MeshData read_obj(std::string_view content, const std::string& name);
MeshData read_ply(std::string_view content, const std::string& name);
MeshData read_off(std::string_view content, const std::string& name);
MeshData read_stl(std::string_view content, const std::string& name);
MeshData read_medit(std::string_view content, const std::string& name);
MeshData read_gmsh(std::string_view content, const std::string& name);
MeshData read_vtk(std::string_view content, const std::string& name);

}  // namespace cli
