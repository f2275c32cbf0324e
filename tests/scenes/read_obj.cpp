// SPDX-License-Identifier: MIT
#include <string_view>

#include "scenes/readers.hpp"
#include "scenes/text_cursor.hpp"

namespace scenes {

Mesh read_obj(const std::string& path) {
    const std::string content = read_file(path);
    TextCursor text(content, path);
    Mesh mesh;
    // Positive numbers count from the first vertex, from 1; the file's relative ones are not used by our
    // meshes.
    const auto vertex = [&] {
        const std::string_view word = text.word();
        const uint32_t number = TextCursor(word, path).index();
        require(number > 0, path, "vertices are numbered from 1");
        return number - 1;
    };
    for (std::string_view word = text.word(); !word.empty(); word = text.word()) {
        if (word == "v") {
            for (int axis = 0; axis < 3; ++axis) mesh.positions.push_back(text.number());
        } else if (word == "f") {
            const uint32_t first = vertex();
            uint32_t previous = vertex();
            while (text.more_in_line()) {
                const uint32_t next = vertex();
                mesh.triangles.insert(mesh.triangles.end(), {first, previous, next});
                previous = next;
            }
        }
        text.skip_line();
    }
    require(!mesh.positions.empty(), path, "has no vertex");
    check_indices(mesh, path);
    return mesh;
}

}  // namespace scenes
