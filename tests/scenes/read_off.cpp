// SPDX-License-Identifier: MIT
#include "scenes/readers.hpp"
#include "scenes/text_cursor.hpp"

namespace scenes {

Mesh read_off(const std::string& path) {
    const std::string content = read_file(path);
    TextCursor text(content, path);
    require(text.word() == "OFF", path, "does not start with OFF");
    const uint32_t vertex_count = text.count();
    const uint32_t face_count = text.count();
    text.index();  // the number of edges, which nobody fills in
    Mesh mesh;
    for (uint64_t i = 0; i < uint64_t{3} * vertex_count; ++i) mesh.positions.push_back(text.number());
    for (uint32_t face = 0; face < face_count; ++face) {
        const uint32_t corner_count = text.count();
        require(corner_count >= 3, path, "a face has fewer than three corners");
        const uint32_t first = text.index();
        uint32_t previous = text.index();
        for (uint32_t corner = 2; corner < corner_count; ++corner) {
            const uint32_t next = text.index();
            mesh.triangles.insert(mesh.triangles.end(), {first, previous, next});
            previous = next;
        }
        text.skip_line();  // colours
    }
    check_indices(mesh, path);
    return mesh;
}

}  // namespace scenes
