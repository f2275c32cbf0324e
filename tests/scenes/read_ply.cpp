// SPDX-License-Identifier: MIT
#include <bit>
#include <cstdint>
#include <string_view>

#include "scenes/readers.hpp"
#include "scenes/text_cursor.hpp"

namespace scenes {
namespace {

class BigEndianCursor {
  public:
    BigEndianCursor(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

    uint32_t word() {
        uint32_t value = 0;
        for (int i = 0; i < 4; ++i) value = value << 8 | byte();
        return value;
    }
    double real() { return static_cast<double>(std::bit_cast<float>(word())); }
    uint32_t byte() {
        require(!bytes_.empty(), path_, "is cut short");
        const auto value = static_cast<unsigned char>(bytes_[0]);
        bytes_.remove_prefix(1);
        return value;
    }

  private:
    std::string_view bytes_;
    const std::string& path_;
};

}  // namespace

Mesh read_ply(const std::string& path) {
    const std::string content = read_file(path);
    constexpr std::string_view header_end = "end_header\n";
    const size_t header_size = content.find(header_end);
    require(content.starts_with("ply") && header_size != std::string::npos, path, "has no PLY header");
    const std::string_view header = std::string_view(content).substr(0, header_size);
    require(header.find("format binary_big_endian 1.0") != std::string_view::npos, path,
            "is not binary_big_endian");
    constexpr std::string_view vertex_layout =
        "property float x\nproperty float y\nproperty float z\nelement face";
    require(header.find(vertex_layout) != std::string_view::npos &&
                header.find("property list uchar int") != std::string_view::npos,
            path, "has other properties than float x, y, z and uchar int lists");
    const auto count_after = [&](std::string_view words) {
        const size_t place = header.find(words);
        require(place != std::string_view::npos, path, "an element is missing");
        return TextCursor(header.substr(place + words.size()), path).index();
    };
    const uint32_t vertex_count = count_after("element vertex");
    const uint32_t face_count = count_after("element face");

    BigEndianCursor body(std::string_view(content).substr(header_size + header_end.size()), path);
    Mesh mesh;
    for (uint64_t i = 0; i < uint64_t{3} * vertex_count; ++i) mesh.positions.push_back(body.real());
    for (uint32_t face = 0; face < face_count; ++face) {
        require(body.byte() == 3, path, "a face is not a triangle");
        for (int corner = 0; corner < 3; ++corner) mesh.triangles.push_back(body.word());
    }
    check_indices(mesh, path);
    return mesh;
}

}  // namespace scenes
