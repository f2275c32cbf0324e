// SPDX-License-Identifier: MIT
#include "errors.hpp"
#include "mesh_files.hpp"
#include "polygon.hpp"
#include "text_scanner.hpp"

namespace cli {
namespace {

// "7", "7/1", "7//3", "-1/-1/-1": only the vertex counts. Negative numbers count back from the last one.
int64_t vertex_number(const TextScanner& scanner, std::string_view word) {
    return scanner.integer_of(word.substr(0, word.find('/')), "a vertex index");
}

}  // namespace

// Wavefront OBJ: `v` and `f`; everything else is about looks and skipped. Faces may name vertices of later
// lines, so they are checked and triangulated at the end.
MeshData read_obj(std::string_view content, const std::string& name) {
    MeshData mesh;
    struct Corner {
        uint32_t vertex;
        uint64_t line;
    };
    std::vector<uint64_t> face_starts;
    std::vector<Corner> corners;
    TextScanner scanner(content, name);
    while (!scanner.at_end()) {
        const std::string_view keyword = scanner.word();
        if (keyword == "v") {
            for (int k = 0; k < 3; ++k) {
                if (!scanner.more_in_line()) scanner.fail("a vertex needs three coordinates");
                mesh.positions.push_back(scanner.number("a coordinate"));
            }
        } else if (keyword == "f") {
            face_starts.push_back(corners.size());
            while (scanner.more_in_line()) {
                int64_t vertex = vertex_number(scanner, scanner.word_in_line());
                if (vertex < 0) vertex += static_cast<int64_t>(mesh.vertex_count()) + 1;
                if (vertex < 1 || vertex > int64_t{1} << 31) {
                    scanner.fail("vertex " + std::to_string(vertex) + " does not exist: they count from 1");
                }
                corners.push_back({static_cast<uint32_t>(vertex - 1), scanner.line()});
            }
            if (corners.size() - face_starts.back() < 3) scanner.fail("a face needs three vertices");
        }
        scanner.skip_line();
    }
    face_starts.push_back(corners.size());
    std::vector<uint32_t> polygon;
    for (std::size_t i = 0; i + 1 < face_starts.size(); ++i) {
        polygon.clear();
        for (uint64_t k = face_starts[i]; k < face_starts[i + 1]; ++k) {
            if (corners[k].vertex >= mesh.vertex_count()) {
                fail_at_line(name, corners[k].line,
                             "vertex " + std::to_string(corners[k].vertex + 1) +
                                 " does not exist: there are " + std::to_string(mesh.vertex_count()));
            }
            polygon.push_back(corners[k].vertex);
        }
        append_polygon(polygon, mesh.positions, mesh.triangles);
    }
    return mesh;
}

}  // namespace cli
