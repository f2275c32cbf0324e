// SPDX-License-Identifier: MIT
// Any bytes as a mesh file of any format: the reader gives a mesh whose indices are right, or says a fault.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cli/errors.hpp"
#include "cli/mesh_files.hpp"

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    constexpr const char* names[] = {"f.obj", "f.ply", "f.off", "f.stl", "f.mesh", "f.msh", "f.vtk", "f"};
    if (size == 0) return 0;
    const std::string content(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        const cli::MeshData mesh = cli::read_mesh_content(content, names[data[0] % 8]);
        require(mesh.positions.size() % 3 == 0);
        require(mesh.triangles.size() % 3 == 0 && mesh.tetrahedra.size() % 4 == 0);
        require(!mesh.triangles.empty() || !mesh.tetrahedra.empty());
        for (const uint32_t vertex : mesh.triangles) require(vertex < mesh.vertex_count());
        for (const uint32_t vertex : mesh.tetrahedra) require(vertex < mesh.vertex_count());
        // No allocation may follow a number of the file instead of its length.
        require(mesh.positions.size() <= 2 * size && mesh.triangles.size() <= 8 * size);
    } catch (const cli::Failure& failure) {
        require(failure.what()[0] == 'f');
    }
    return 0;
}
