// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "scenes/scene.hpp"

// Scenes of real meshes, found through the environment variable DEFCOL_DATA_DIR; without it, or without the
// file, there is no scene. A file that is there and broken is an exception.
namespace scenes {

std::optional<std::string> data_file(const std::string& name);

// The mesh named x.off, x.obj, x.ply or x.mesh.
std::optional<Mesh> data_mesh(const std::string& file_name);

// Cuts the longest edge in two until the mesh has at least this many triangles.
Mesh refined_to(const Mesh& mesh, uint64_t triangle_count);

// Centred, with the longest side of its box 1.
Mesh unit_sized(const Mesh& mesh);

std::optional<Scene> cow_self();        // 13,000 triangles
std::optional<Scene> cow_pair();        // 2 x 13,000
std::optional<Scene> cow_small();       // the file's own 5,520 triangles, self
std::optional<Scene> armadillo_self();  // 86,482
std::optional<Scene> armadillo_pair();  // 2 x 86,482
std::optional<Scene> cloth_ball();      // 92,230, self, between two recorded frames
std::optional<Scene> fertility_pair();  // 2 x 9,000
std::optional<Scene> bunny_pair();      // 2 x 34,055 tetrahedra
std::optional<Scene> octopus_pair();    // 2 x 1,140 tetrahedra

}  // namespace scenes
