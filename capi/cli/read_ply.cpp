// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <optional>

#include "byte_scanner.hpp"
#include "mesh_files.hpp"
#include "polygon.hpp"
#include "text_scanner.hpp"

namespace cli {
namespace {

enum class Encoding { text, little, big };
enum class Type { i8, u8, i16, u16, i32, u32, f32, f64 };

struct TypeName {
    std::string_view name;
    Type type;
};
constexpr TypeName type_names[] = {
    {"char", Type::i8},   {"int8", Type::i8},     {"uchar", Type::u8},   {"uint8", Type::u8},
    {"short", Type::i16}, {"int16", Type::i16},   {"ushort", Type::u16}, {"uint16", Type::u16},
    {"int", Type::i32},   {"int32", Type::i32},   {"uint", Type::u32},   {"uint32", Type::u32},
    {"float", Type::f32}, {"float32", Type::f32}, {"double", Type::f64}, {"float64", Type::f64}};

constexpr uint64_t size_of(Type type) {
    constexpr std::array<uint64_t, 8> sizes = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[static_cast<std::size_t>(type)];
}

struct Property {
    std::string name;
    Type type;
    std::optional<Type> list_count;
};

struct Element {
    std::string name;
    uint64_t count = 0;
    std::vector<Property> properties;
};

struct Header {
    Encoding encoding = Encoding::text;
    std::vector<Element> elements;
};

Type read_type(TextScanner& scanner) {
    const std::string_view word = scanner.word_in_line();
    for (const TypeName& candidate : type_names) {
        if (candidate.name == word) return candidate.type;
    }
    scanner.fail("unknown type \"" + std::string(word.substr(0, 40)) + "\"");
}

Encoding read_encoding(TextScanner& scanner) {
    const std::string_view word = scanner.word_in_line();
    if (word == "ascii") return Encoding::text;
    if (word == "binary_little_endian") return Encoding::little;
    if (word == "binary_big_endian") return Encoding::big;
    scanner.fail("the format is neither ascii nor binary_little_endian nor binary_big_endian");
}

// Leaves the scanner at the first byte after the header.
Header read_header(TextScanner& scanner) {
    Header header;
    bool has_format = false;
    if (scanner.word_in_line() != "ply") scanner.fail("not a PLY file: it does not begin with ply");
    scanner.skip_line();
    for (;;) {
        if (scanner.remaining().empty()) scanner.fail("the header has no end_header");
        const std::string_view keyword = scanner.word_in_line();
        if (keyword == "end_header") {
            scanner.skip_line();
            if (!has_format) scanner.fail("the header has no format line");
            return header;
        }
        if (keyword == "format") {
            header.encoding = read_encoding(scanner);
            has_format = true;
        } else if (keyword == "element") {
            Element element;
            element.name = scanner.word_in_line();
            if (!scanner.more_in_line()) scanner.fail("an element needs a name and a count");
            element.count = scanner.unsigned_number("the number of elements");
            header.elements.push_back(std::move(element));
        } else if (keyword == "property") {
            if (header.elements.empty()) scanner.fail("a property before any element");
            Property property;
            if (scanner.remaining().substr(0, 6).find("list") != std::string_view::npos) {
                scanner.word_in_line();
                property.list_count = read_type(scanner);
                if (*property.list_count >= Type::f32) scanner.fail("a list counted by a float");
            }
            property.type = read_type(scanner);
            property.name = scanner.word_in_line();
            header.elements.back().properties.push_back(std::move(property));
        } else if (keyword != "comment" && keyword != "obj_info" && !keyword.empty()) {
            scanner.fail("unknown line in the header");
        }
        scanner.skip_line();
    }
}

// The body as one stream of numbers, whatever the encoding.
class Body {
  public:
    Body(TextScanner& text, Encoding encoding, std::string_view content, const std::string& name)
        : text_(text),
          bytes_(content, content.size() - text.remaining().size(), name,
                 encoding == Encoding::little ? std::endian::little : std::endian::big),
          is_text_(encoding == Encoding::text) {}

    double take(Type type) {
        if (is_text_) return text_.number("a number");
        switch (type) {
            case Type::i8:
                return bytes_.take<int8_t>();
            case Type::u8:
                return bytes_.take<uint8_t>();
            case Type::i16:
                return bytes_.take<int16_t>();
            case Type::u16:
                return bytes_.take<uint16_t>();
            case Type::i32:
                return bytes_.take<int32_t>();
            case Type::u32:
                return bytes_.take<uint32_t>();
            case Type::f32:
                return bytes_.finite(static_cast<double>(bytes_.take<float>()));
            case Type::f64:
                return bytes_.finite(bytes_.take<double>());
        }
        return 0;
    }
    void check_room(uint64_t count, uint64_t bytes, uint64_t numbers, const char* what) const {
        if (is_text_) {
            if (numbers > 0) text_.check_count(count, what, 2 * numbers);
        } else {
            bytes_.check_room(count, bytes, what);
        }
    }
    uint64_t take_count(Type count_type, Type item_type) {
        const double value = take(count_type);
        if (!(value >= 0) || value != static_cast<double>(static_cast<uint64_t>(value))) {
            fail("a list has " + std::to_string(value) + " items");
        }
        const auto count = static_cast<uint64_t>(value);
        check_room(count, size_of(item_type), 1, "items of a list");
        return count;
    }
    [[noreturn]] void fail(const std::string& what) const {
        if (is_text_) text_.fail(what);
        bytes_.fail(what);
    }

  private:
    TextScanner& text_;
    ByteScanner bytes_;
    bool is_text_;
};

void check_room_for(const Element& element, const Body& body) {
    uint64_t bytes = 0;
    for (const Property& property : element.properties) {
        bytes += size_of(property.list_count ? *property.list_count : property.type);
    }
    // Elements without properties take no room: there is nothing to read or to allocate.
    if (element.properties.empty()) return;
    body.check_room(element.count, bytes, element.properties.size(), "elements");
}

void read_vertices(const Element& element, Body& body, MeshData& mesh) {
    std::array<std::size_t, 3> columns{};
    constexpr std::array<std::string_view, 3> names = {"x", "y", "z"};
    for (std::size_t k = 0; k < 3; ++k) {
        const auto found = std::find_if(element.properties.begin(), element.properties.end(),
                                        [&](const Property& property) { return property.name == names[k]; });
        if (found == element.properties.end() || found->list_count) {
            body.fail("the vertices have no property " + std::string(names[k]));
        }
        columns[k] = static_cast<std::size_t>(found - element.properties.begin());
    }
    mesh.positions.resize(3 * element.count);
    for (uint64_t i = 0; i < element.count; ++i) {
        for (std::size_t p = 0; p < element.properties.size(); ++p) {
            const Property& property = element.properties[p];
            uint64_t item_count =
                property.list_count ? body.take_count(*property.list_count, property.type) : 1;
            double value = 0;
            for (; item_count > 0; --item_count) value = body.take(property.type);
            for (std::size_t k = 0; k < 3; ++k) {
                if (columns[k] == p) mesh.positions[3 * i + k] = value;
            }
        }
    }
}

uint32_t to_index(const Body& body, double value, uint64_t vertex_count) {
    if (!(value >= 0 && value < static_cast<double>(vertex_count)) ||
        value != static_cast<double>(static_cast<uint64_t>(value))) {
        body.fail("a face names vertex " + std::to_string(static_cast<int64_t>(value)) + ", there are " +
                  std::to_string(vertex_count) + ", counted from 0");
    }
    return static_cast<uint32_t>(value);
}

struct Faces {
    std::vector<uint32_t> corners;
    std::vector<uint64_t> starts{0};
};

void read_faces(const Element& element, Body& body, uint64_t vertex_count, Faces& faces) {
    for (uint64_t i = 0; i < element.count; ++i) {
        for (const Property& property : element.properties) {
            const bool is_face =
                property.list_count && (property.name == "vertex_indices" || property.name == "vertex_index");
            uint64_t item_count =
                property.list_count ? body.take_count(*property.list_count, property.type) : 1;
            for (; item_count > 0; --item_count) {
                const double value = body.take(property.type);
                if (is_face) faces.corners.push_back(to_index(body, value, vertex_count));
            }
            if (is_face) faces.starts.push_back(faces.corners.size());
        }
    }
}

void skip_element(const Element& element, Body& body) {
    if (element.properties.empty()) return;
    for (uint64_t i = 0; i < element.count; ++i) {
        for (const Property& property : element.properties) {
            uint64_t item_count =
                property.list_count ? body.take_count(*property.list_count, property.type) : 1;
            for (; item_count > 0; --item_count) body.take(property.type);
        }
    }
}

}  // namespace

// PLY, ASCII and both binary orders: the element "vertex" with x, y, z and the element "face" with a list of
// vertex indices; other elements and properties are skipped.
MeshData read_ply(std::string_view content, const std::string& name) {
    MeshData mesh;
    // In the header a "#" is no comment.
    TextScanner scanner(content, name, 0);
    const Header header = read_header(scanner);
    Body body(scanner, header.encoding, content, name);
    Faces faces;
    bool has_vertices = false;
    for (const Element& element : header.elements) {
        check_room_for(element, body);
        if (element.name == "vertex") {
            if (has_vertices) body.fail("the vertices come twice");
            read_vertices(element, body, mesh);
            has_vertices = true;
        } else if (element.name == "face") {
            if (!has_vertices) body.fail("faces before vertices");
            read_faces(element, body, mesh.vertex_count(), faces);
        } else {
            skip_element(element, body);
        }
    }
    for (std::size_t i = 0; i + 1 < faces.starts.size(); ++i) {
        const std::span<const uint32_t> corners(faces.corners);
        append_polygon(corners.subspan(faces.starts[i], faces.starts[i + 1] - faces.starts[i]),
                       mesh.positions, mesh.triangles);
    }
    return mesh;
}

}  // namespace cli
