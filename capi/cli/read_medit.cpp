// SPDX-License-Identifier: MIT
#include "errors.hpp"
#include "mesh_files.hpp"
#include "polygon.hpp"
#include "text_scanner.hpp"

namespace cli {
namespace {

// Sections whose entries are that many numbers; they are skipped. What is not known is an error, because its
// length is not known either.
struct Section {
    std::string_view name;
    int numbers;
};
constexpr Section skipped_sections[] = {
    {"Edges", 3},
    {"Corners", 1},
    {"RequiredVertices", 1},
    {"RequiredEdges", 1},
    {"Ridges", 1},
    {"Normals", 3},
    {"NormalAtVertices", 2},
    {"Tangents", 3},
    {"TangentAtVertices", 2},
    {"RequiredTriangles", 1},
    {"NormalAtTriangleVertices", 3},
};

void skip_section(TextScanner& scanner, std::string_view keyword) {
    for (const Section& section : skipped_sections) {
        if (section.name != keyword) continue;
        const uint64_t count = scanner.count("entries", 2);
        for (uint64_t i = 0; i < count * static_cast<uint64_t>(section.numbers); ++i)
            scanner.number("a number");
        return;
    }
    scanner.fail("unknown section \"" + std::string(keyword.substr(0, 40)) + "\"");
}

// Sections of elements may come in any order, so their indices are checked against the vertices at the end.
struct Elements {
    std::vector<uint32_t> corners;
    std::vector<uint64_t> lines;  // of each element
};

void read_elements(TextScanner& scanner, const char* what, int corner_count, Elements& elements) {
    const uint64_t count = scanner.count(what, 2 * static_cast<uint64_t>(corner_count) + 2);
    for (uint64_t i = 0; i < count; ++i) {
        for (int k = 0; k < corner_count; ++k)
            elements.corners.push_back(scanner.index(1, uint64_t{1} << 31));
        elements.lines.push_back(scanner.line());
        scanner.number("a reference");
    }
}

void check(const Elements& elements, uint64_t corner_count, uint64_t vertex_count, const std::string& name) {
    for (std::size_t i = 0; i < elements.corners.size(); ++i) {
        if (elements.corners[i] < vertex_count) continue;
        fail_at_line(name, elements.lines[i / corner_count],
                     "vertex " + std::to_string(elements.corners[i] + 1) + " does not exist: there are " +
                         std::to_string(vertex_count) + ", counted from 1");
    }
}

}  // namespace

// MEDIT (INRIA technical report 253), ASCII: Vertices, Triangles, Quadrilaterals and Tetrahedra in three
// dimensions.
MeshData read_medit(std::string_view content, const std::string& name) {
    MeshData mesh;
    Elements triangles;
    Elements quads;
    Elements tetrahedra;
    TextScanner scanner(content, name);
    if (scanner.word() != "MeshVersionFormatted") {
        scanner.fail("not a MEDIT file: it does not begin with MeshVersionFormatted");
    }
    scanner.unsigned_number("the version");
    for (;;) {
        const std::string_view keyword = scanner.word();
        if (keyword.empty() || keyword == "End") break;
        if (keyword == "Dimension") {
            if (scanner.unsigned_number("the dimension") != 3) scanner.fail("only dimension 3 is read");
        } else if (keyword == "Vertices") {
            if (!mesh.positions.empty()) scanner.fail("the vertices come twice");
            const uint64_t count = scanner.count("vertices", 8);
            mesh.positions.reserve(3 * count);
            for (uint64_t i = 0; i < count; ++i) {
                for (int k = 0; k < 3; ++k) mesh.positions.push_back(scanner.number("a coordinate"));
                scanner.number("a reference");
            }
        } else if (keyword == "Triangles") {
            read_elements(scanner, "triangles", 3, triangles);
        } else if (keyword == "Quadrilaterals") {
            read_elements(scanner, "quadrilaterals", 4, quads);
        } else if (keyword == "Tetrahedra") {
            read_elements(scanner, "tetrahedra", 4, tetrahedra);
        } else {
            skip_section(scanner, keyword);
        }
    }
    check(triangles, 3, mesh.vertex_count(), name);
    check(quads, 4, mesh.vertex_count(), name);
    check(tetrahedra, 4, mesh.vertex_count(), name);
    mesh.triangles = std::move(triangles.corners);
    const std::span<const uint32_t> quad_corners(quads.corners);
    for (std::size_t i = 0; i + 4 <= quad_corners.size(); i += 4) {
        append_polygon(quad_corners.subspan(i, 4), mesh.positions, mesh.triangles);
    }
    mesh.tetrahedra = std::move(tetrahedra.corners);
    return mesh;
}

}  // namespace cli
