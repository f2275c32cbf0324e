// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <unordered_map>

#include "byte_scanner.hpp"
#include "mesh_files.hpp"
#include "text_scanner.hpp"

namespace cli {
namespace {

// STL repeats every corner in every triangle. Corners at exactly the same place become one vertex: adjacency
// is by index, and without it every triangle would be found touching its neighbours.
class Welder {
  public:
    explicit Welder(MeshData& mesh) : mesh_(mesh) {}

    void add(const std::array<double, 3>& corner) {
        const auto [place, is_new] = ids_.try_emplace(corner, static_cast<uint32_t>(mesh_.vertex_count()));
        if (is_new) mesh_.positions.insert(mesh_.positions.end(), corner.begin(), corner.end());
        mesh_.triangles.push_back(place->second);
    }

  private:
    struct Hash {
        std::size_t operator()(const std::array<double, 3>& corner) const {
            uint64_t state = 0;
            // Adding zero makes -0 and 0, which are equal, alike.
            for (const double value : corner) {
                state = (state ^ std::bit_cast<uint64_t>(value + 0.0)) * 0x9e3779b97f4a7c15u;
                state ^= state >> 29;
            }
            return state;
        }
    };
    MeshData& mesh_;
    std::unordered_map<std::array<double, 3>, uint32_t, Hash> ids_;
};

constexpr std::size_t header_size = 80;
constexpr std::size_t triangle_size = 50;

// Some programs begin binary files with "solid" too; the size tells.
bool is_binary(std::string_view content, const std::string& name) {
    if (content.size() < header_size + 4) return false;
    ByteScanner scanner(content, header_size, name, std::endian::little);
    const uint64_t count = scanner.take<uint32_t>();
    if (content.size() == header_size + 4 + triangle_size * count) return true;
    return content.substr(0, 5) != "solid";
}

void read_binary(std::string_view content, const std::string& name, Welder& welder) {
    ByteScanner scanner(content, header_size, name, std::endian::little);
    const uint64_t count = scanner.take<uint32_t>();
    scanner.check_room(count, triangle_size, "triangles");
    for (uint64_t i = 0; i < count; ++i) {
        scanner.skip(12);  // the normal follows from the corners
        for (int corner = 0; corner < 3; ++corner) {
            std::array<double, 3> point{};
            for (double& value : point) value = scanner.finite(static_cast<double>(scanner.take<float>()));
            welder.add(point);
        }
        scanner.skip(2);
    }
}

void expect(TextScanner& scanner, std::string_view keyword) {
    if (scanner.word() != keyword) scanner.fail("\"" + std::string(keyword) + "\" is expected");
}

void read_text(std::string_view content, const std::string& name, Welder& welder) {
    TextScanner scanner(content, name, 0);
    if (scanner.word() != "solid") {
        scanner.fail("not an STL file: too short for a binary one, and it does not begin with solid");
    }
    scanner.skip_line();
    while (!scanner.at_end()) {
        const std::string_view keyword = scanner.word();
        if (keyword == "endsolid" || keyword == "solid") {
            scanner.skip_line();
            continue;
        }
        if (keyword != "facet") scanner.fail("\"facet\" or \"endsolid\" is expected");
        scanner.skip_line();
        expect(scanner, "outer");
        expect(scanner, "loop");
        for (int corner = 0; corner < 3; ++corner) {
            expect(scanner, "vertex");
            std::array<double, 3> point{};
            for (double& value : point) value = scanner.number("a coordinate");
            welder.add(point);
        }
        expect(scanner, "endloop");
        expect(scanner, "endfacet");
    }
}

}  // namespace

MeshData read_stl(std::string_view content, const std::string& name) {
    MeshData mesh;
    Welder welder(mesh);
    if (is_binary(content, name)) {
        read_binary(content, name, welder);
    } else {
        read_text(content, name, welder);
    }
    return mesh;
}

}  // namespace cli
