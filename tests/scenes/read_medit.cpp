// SPDX-License-Identifier: MIT
#include <string_view>

#include "scenes/readers.hpp"
#include "scenes/text_cursor.hpp"

namespace scenes {
namespace {

// Elements with `corners` vertices, numbered from 1, each followed by a reference number.
std::vector<uint32_t> read_elements(TextCursor& text, const std::string& path, uint32_t corners) {
    std::vector<uint32_t> elements;
    const uint32_t count = text.count();
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t corner = 0; corner < corners; ++corner) {
            const uint32_t number = text.index();
            require(number > 0, path, "vertices are numbered from 1");
            elements.push_back(number - 1);
        }
        text.number();
    }
    return elements;
}

}  // namespace

Mesh read_medit(const std::string& path) {
    const std::string content = read_file(path);
    TextCursor text(content, path);
    Mesh mesh;
    for (std::string_view word = text.word(); !word.empty() && word != "End"; word = text.word()) {
        if (word == "MeshVersionFormatted" || word == "Dimension") {
            text.index();
        } else if (word == "Vertices") {
            const uint32_t count = text.count();
            for (uint32_t i = 0; i < count; ++i) {
                for (int axis = 0; axis < 3; ++axis) mesh.positions.push_back(text.number());
                text.number();
            }
        } else if (word == "Triangles") {
            mesh.triangles = read_elements(text, path, 3);
        } else if (word == "Tetrahedra") {
            mesh.tetrahedra = read_elements(text, path, 4);
        } else if (word == "Edges") {
            read_elements(text, path, 2);
        } else {
            require(false, path, "has a section this reader does not know");
        }
    }
    require(!mesh.positions.empty(), path, "has no vertex");
    check_indices(mesh, path);
    if (!mesh.tetrahedra.empty()) mesh.triangles.clear();
    return mesh;
}

}  // namespace scenes
