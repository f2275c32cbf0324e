// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/sphere_tree/sphere_tree.hpp"

namespace defcol {

// A tree as bytes: magic number, version and sizes, then rest positions, centres, children and the order of
// patches, then a checksum of all that. Little-endian. What follows from these is computed again when it is
// read, so that a blob cannot claim a coverage that is not there.
uint64_t blob_size(const SphereTree& tree);
// `out` has blob_size bytes.
void write_blob(const SphereTree& tree, std::span<std::byte> out);

// Writes the checksum of the bytes before it.
void seal_blob(std::span<std::byte> blob);

// Reads a tree for a mesh with these triangles. Throws Error: BAD_DATA where a bit is wrong, the version is
// unknown or the numbers make no tree; INVALID_ARGUMENT for the tree of another mesh.
void read_blob(std::span<const std::byte> blob, std::span<const Triangle> triangles, uint64_t vertex_count,
               std::pmr::memory_resource& memory, SphereTree& tree);

}  // namespace defcol
