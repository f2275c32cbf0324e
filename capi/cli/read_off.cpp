// SPDX-License-Identifier: MIT
#include "mesh_files.hpp"
#include "polygon.hpp"
#include "text_scanner.hpp"

namespace cli {

// OFF and its relatives with normals, colours or texture (NOFF, COFF, STOFF): what follows the coordinates on
// a line is skipped.
MeshData read_off(std::string_view content, const std::string& name) {
    MeshData mesh;
    TextScanner scanner(content, name);
    std::string_view magic = scanner.word();
    while (magic.size() > 3 && (magic[0] == 'S' || magic[0] == 'T' || magic[0] == 'C' || magic[0] == 'N')) {
        magic.remove_prefix(1);
    }
    if (magic != "OFF") scanner.fail("not an OFF file: it does not begin with OFF");
    if (scanner.more_in_line() && scanner.remaining().substr(0, 6) == "BINARY") {
        scanner.fail("binary OFF is not read");
    }
    const uint64_t vertex_count = scanner.count("vertices", 6);
    const uint64_t face_count = scanner.count("faces", 2);
    if (scanner.more_in_line()) scanner.unsigned_number("the number of edges");
    mesh.positions.reserve(3 * vertex_count);
    for (uint64_t i = 0; i < vertex_count; ++i) {
        for (int k = 0; k < 3; ++k) mesh.positions.push_back(scanner.number("a coordinate"));
        scanner.skip_line();
    }
    std::vector<uint32_t> polygon;
    for (uint64_t i = 0; i < face_count; ++i) {
        const uint64_t corner_count = scanner.count("corners of a face", 2);
        polygon.clear();
        for (uint64_t k = 0; k < corner_count; ++k) polygon.push_back(scanner.index(0, vertex_count));
        append_polygon(polygon, mesh.positions, mesh.triangles);
        scanner.skip_line();
    }
    return mesh;
}

}  // namespace cli
