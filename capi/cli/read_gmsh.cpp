// SPDX-License-Identifier: MIT
#include <unordered_map>

#include "mesh_files.hpp"
#include "polygon.hpp"
#include "text_scanner.hpp"

namespace cli {
namespace {

// Node tags may be any numbers; vertices are numbered in file order.
struct Nodes {
    std::unordered_map<uint64_t, uint32_t> vertex_of_tag;
    MeshData& mesh;

    void add(const TextScanner& scanner, uint64_t tag) {
        const auto vertex = static_cast<uint32_t>(vertex_of_tag.size());
        if (!vertex_of_tag.try_emplace(tag, vertex).second) {
            scanner.fail("node " + std::to_string(tag) + " comes twice");
        }
    }
    void read_position(TextScanner& scanner) const {
        for (int k = 0; k < 3; ++k) mesh.positions.push_back(scanner.number("a coordinate"));
    }
    uint32_t read_vertex(TextScanner& scanner) const {
        const uint64_t tag = scanner.unsigned_number("a node");
        const auto found = vertex_of_tag.find(tag);
        if (found == vertex_of_tag.end()) scanner.fail("node " + std::to_string(tag) + " does not exist");
        return found->second;
    }
};

// Gmsh element types: 2 triangle, 3 quadrangle, 4 tetrahedron; of the second-order ones (9 triangle, 11
// tetrahedron) the corners come first. Others are skipped, line by line.
void read_element(TextScanner& scanner, uint64_t type, const Nodes& nodes) {
    MeshData& mesh = nodes.mesh;
    const bool is_tetrahedron = type == 4 || type == 11;
    if (is_tetrahedron || type == 2 || type == 9) {
        std::vector<uint32_t>& target = is_tetrahedron ? mesh.tetrahedra : mesh.triangles;
        for (int k = 0; k < (is_tetrahedron ? 4 : 3); ++k) target.push_back(nodes.read_vertex(scanner));
    } else if (type == 3) {
        uint32_t corners[4];
        for (uint32_t& corner : corners) corner = nodes.read_vertex(scanner);
        append_polygon(corners, mesh.positions, mesh.triangles);
    }
    scanner.skip_line();
}

void read_nodes_2(TextScanner& scanner, Nodes& nodes) {
    const uint64_t count = scanner.count("nodes", 8);
    for (uint64_t i = 0; i < count; ++i) {
        nodes.add(scanner, scanner.unsigned_number("the number of a node"));
        nodes.read_position(scanner);
    }
}

void read_elements_2(TextScanner& scanner, const Nodes& nodes) {
    const uint64_t count = scanner.count("elements", 6);
    for (uint64_t i = 0; i < count; ++i) {
        scanner.unsigned_number("the number of an element");
        const uint64_t type = scanner.unsigned_number("an element type");
        uint64_t tag_count = scanner.count("tags", 2);
        for (; tag_count > 0; --tag_count) scanner.signed_number("a tag");
        read_element(scanner, type, nodes);
    }
}

void read_nodes_4(TextScanner& scanner, Nodes& nodes) {
    const uint64_t block_count = scanner.count("blocks of nodes", 8);
    scanner.count("nodes", 8);
    scanner.unsigned_number("the least node tag");
    scanner.unsigned_number("the largest node tag");
    for (uint64_t block = 0; block < block_count; ++block) {
        scanner.signed_number("a dimension");
        scanner.signed_number("a tag");
        scanner.unsigned_number("whether the block is parametric");
        const uint64_t count = scanner.count("nodes of a block", 8);
        for (uint64_t i = 0; i < count; ++i) nodes.add(scanner, scanner.unsigned_number("a node tag"));
        scanner.skip_line();
        for (uint64_t i = 0; i < count; ++i) {
            nodes.read_position(scanner);
            scanner.skip_line();  // parametric coordinates follow
        }
    }
}

void read_elements_4(TextScanner& scanner, const Nodes& nodes) {
    const uint64_t block_count = scanner.count("blocks of elements", 8);
    scanner.count("elements", 4);
    scanner.unsigned_number("the least element tag");
    scanner.unsigned_number("the largest element tag");
    for (uint64_t block = 0; block < block_count; ++block) {
        scanner.signed_number("a dimension");
        scanner.signed_number("a tag");
        const uint64_t type = scanner.unsigned_number("an element type");
        const uint64_t count = scanner.count("elements of a block", 4);
        for (uint64_t i = 0; i < count; ++i) {
            scanner.unsigned_number("an element tag");
            read_element(scanner, type, nodes);
        }
    }
}

int read_version(TextScanner& scanner) {
    const std::string_view version = scanner.word();
    const uint64_t file_type = scanner.unsigned_number("the file type");
    if (file_type != 0) scanner.fail("binary Gmsh files are not read: save as ASCII");
    scanner.unsigned_number("the size of a number");
    if (version == "2" || version == "2.1" || version == "2.2") return 2;
    if (version == "4.1") return 4;
    scanner.fail("version \"" + std::string(version.substr(0, 20)) + "\" is not read: save as 2.2 or 4.1");
}

void skip_section(TextScanner& scanner, std::string_view name) {
    const std::string end = "$End" + std::string(name.substr(1));
    for (;;) {
        const std::string_view word = scanner.word();
        if (word.empty()) scanner.fail("the file ends before " + end.substr(0, 40));
        if (word == end) return;
        scanner.skip_line();
    }
}

}  // namespace

// Gmsh .msh, ASCII, versions 2.2 and 4.1 (Gmsh reference manual, "MSH file format").
MeshData read_gmsh(std::string_view content, const std::string& name) {
    MeshData mesh;
    Nodes nodes{{}, mesh};
    TextScanner scanner(content, name, 0);
    int version = 0;
    while (!scanner.at_end()) {
        const std::string_view section = scanner.word();
        if (version == 0 && section != "$MeshFormat") {
            scanner.fail("not a Gmsh file: it does not begin with $MeshFormat");
        }
        if (section == "$MeshFormat") {
            version = read_version(scanner);
        } else if (section == "$Nodes") {
            version == 2 ? read_nodes_2(scanner, nodes) : read_nodes_4(scanner, nodes);
        } else if (section == "$Elements") {
            version == 2 ? read_elements_2(scanner, nodes) : read_elements_4(scanner, nodes);
        } else if (section.size() < 2 || section[0] != '$') {
            scanner.fail("a section ($Nodes, $Elements, ...) is expected");
        }
        skip_section(scanner, section);
    }
    return mesh;
}

}  // namespace cli
