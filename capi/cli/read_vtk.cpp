// SPDX-License-Identifier: MIT
#include <array>

#include "byte_scanner.hpp"
#include "mesh_files.hpp"
#include "polygon.hpp"
#include "text_scanner.hpp"

namespace cli {
namespace {

struct TypeSize {
    std::string_view name;
    uint64_t size;
};
constexpr TypeSize type_sizes[] = {
    {"char", 1},          {"unsigned_char", 1}, {"short", 2},        {"unsigned_short", 2}, {"int", 4},
    {"unsigned_int", 4},  {"float", 4},         {"vtktypeint32", 4}, {"double", 8},         {"long", 8},
    {"unsigned_long", 8}, {"vtktypeint64", 8},  {"vtkIdType", 8}};

uint64_t size_of(const TextScanner& scanner, std::string_view name) {
    for (const TypeSize& type : type_sizes) {
        if (type.name == name) return type.size;
    }
    scanner.fail("unknown type \"" + std::string(name.substr(0, 40)) + "\"");
}

// VTK cell types (the VTK file formats, figure 2).
constexpr int64_t cell_triangle = 5;
constexpr int64_t cell_triangle_strip = 6;
constexpr int64_t cell_polygon = 7;
constexpr int64_t cell_pixel = 8;
constexpr int64_t cell_quad = 9;
constexpr int64_t cell_tetrahedron = 10;

// Cells in the order of the file: those of version 5 are offsets and a connectivity, older ones a count
// before each.
struct Cells {
    std::vector<uint64_t> starts;
    std::vector<uint32_t> corners;
};

class VtkReader {
  public:
    VtkReader(std::string_view content, const std::string& name)
        : content_(content), name_(name), scanner_(content, name, 0) {}

    MeshData read();

  private:
    // Binary data begins right after the end of the keyword's line, in big-endian order.
    ByteScanner bytes() {
        return {content_, content_.size() - scanner_.remaining().size(), name_, std::endian::big};
    }
    void read_points();
    std::vector<int64_t> read_integers(uint64_t count, uint64_t size, const char* what);
    uint64_t count_of(const char* what) { return scanner_.count(what, 1); }
    void read_cells(Cells& cells);
    void read_old_cells(uint64_t count, uint64_t size, Cells& cells);
    void append(const Cells& cells, const std::vector<int64_t>& types, int64_t type);

    std::string_view content_;
    const std::string& name_;
    TextScanner scanner_;
    MeshData mesh_;
    bool is_binary_ = false;
    bool has_points_ = false;
    bool is_version_5_ = false;
};

void VtkReader::read_points() {
    if (has_points_) scanner_.fail("the points come twice");
    has_points_ = true;
    const uint64_t count = count_of("points");
    const std::string_view type = scanner_.word_in_line();
    const uint64_t size = size_of(scanner_, type);
    if (is_binary_) {
        if (type != "float" && type != "double") scanner_.fail("binary points must be float or double");
        scanner_.skip_line();
        ByteScanner data = bytes();
        data.check_room(count, 3 * size, "points");
        mesh_.positions.reserve(3 * count);
        for (uint64_t i = 0; i < 3 * count; ++i) {
            const double value = size == 4 ? static_cast<double>(data.take<float>()) : data.take<double>();
            mesh_.positions.push_back(data.finite(value));
        }
        scanner_.skip_bytes(3 * count * size);
    } else {
        scanner_.check_count(count, "points", 6);
        mesh_.positions.reserve(3 * count);
        for (uint64_t i = 0; i < 3 * count; ++i) mesh_.positions.push_back(scanner_.number("a coordinate"));
    }
}

std::vector<int64_t> VtkReader::read_integers(uint64_t count, uint64_t size, const char* what) {
    std::vector<int64_t> values;
    if (is_binary_) {
        ByteScanner data = bytes();
        data.check_room(count, size, what);
        values.reserve(count);
        for (uint64_t i = 0; i < count; ++i) {
            values.push_back(size == 8 ? data.take<int64_t>() : data.take<int32_t>());
        }
        scanner_.skip_bytes(count * size);
    } else {
        scanner_.check_count(count, what, 2);
        values.reserve(count);
        for (uint64_t i = 0; i < count; ++i) values.push_back(scanner_.signed_number(what));
    }
    return values;
}

uint32_t to_vertex(const TextScanner& scanner, int64_t value, uint64_t vertex_count) {
    if (value < 0 || static_cast<uint64_t>(value) >= vertex_count) {
        scanner.fail("a cell names point " + std::to_string(value) + ", there are " +
                     std::to_string(vertex_count) + ", counted from 0");
    }
    return static_cast<uint32_t>(value);
}

void VtkReader::read_old_cells(uint64_t count, uint64_t size, Cells& cells) {
    const auto take = [&](int64_t value) {
        cells.corners.push_back(to_vertex(scanner_, value, mesh_.vertex_count()));
    };
    if (!is_binary_) {
        // Number by number, so that a fault is told with its line.
        for (uint64_t i = 0; i < count; ++i) {
            uint64_t corner_count = scanner_.count("corners of a cell", 2);
            for (; corner_count > 0; --corner_count) take(scanner_.signed_number("a point"));
            cells.starts.push_back(cells.corners.size());
        }
        return;
    }
    scanner_.skip_line();
    const std::vector<int64_t> values = read_integers(size, 4, "numbers of cells");
    std::size_t at = 0;
    for (uint64_t i = 0; i < count; ++i) {
        if (at >= values.size()) scanner_.fail("the cells end too early");
        const int64_t corner_count = values[at++];
        if (corner_count < 0 || static_cast<uint64_t>(corner_count) > values.size() - at) {
            scanner_.fail("a cell has " + std::to_string(corner_count) + " corners");
        }
        for (int64_t k = 0; k < corner_count; ++k) take(values[at++]);
        cells.starts.push_back(cells.corners.size());
    }
}

void VtkReader::read_cells(Cells& cells) {
    const uint64_t count = count_of("cells");
    const uint64_t size = count_of("numbers of cells");
    cells = {};
    cells.starts.push_back(0);
    if (!is_version_5_) return read_old_cells(count, size, cells);
    // "OFFSETS type", `count` numbers, "CONNECTIVITY type", `size` numbers.
    if (scanner_.word() != "OFFSETS") scanner_.fail("OFFSETS is expected");
    uint64_t bytes_each = size_of(scanner_, scanner_.word_in_line());
    scanner_.skip_line();
    const std::vector<int64_t> offsets = read_integers(count, bytes_each, "offsets");
    if (scanner_.word() != "CONNECTIVITY") scanner_.fail("CONNECTIVITY is expected");
    bytes_each = size_of(scanner_, scanner_.word_in_line());
    scanner_.skip_line();
    for (const int64_t value : read_integers(size, bytes_each, "points of cells")) {
        cells.corners.push_back(to_vertex(scanner_, value, mesh_.vertex_count()));
    }
    for (std::size_t i = 1; i < offsets.size(); ++i) {
        if (offsets[i] < offsets[i - 1] || offsets[i - 1] < 0 ||
            static_cast<uint64_t>(offsets[i]) > cells.corners.size()) {
            scanner_.fail("offset " + std::to_string(offsets[i]) + " is out of order");
        }
        cells.starts.push_back(static_cast<uint64_t>(offsets[i]));
    }
}

void VtkReader::append(const Cells& cells, const std::vector<int64_t>& types, int64_t type) {
    const std::size_t cell_count = cells.starts.empty() ? 0 : cells.starts.size() - 1;
    if (!types.empty() && types.size() != cell_count) {
        scanner_.fail(std::to_string(types.size()) + " cell types for " + std::to_string(cell_count) +
                      " cells");
    }
    for (std::size_t i = 0; i < cell_count; ++i) {
        const std::span<const uint32_t> corners =
            std::span<const uint32_t>(cells.corners)
                .subspan(cells.starts[i], cells.starts[i + 1] - cells.starts[i]);
        const int64_t cell_type = types.empty() ? type : types[i];
        if (cell_type == cell_tetrahedron && corners.size() == 4) {
            mesh_.tetrahedra.insert(mesh_.tetrahedra.end(), corners.begin(), corners.end());
        } else if (cell_type == cell_triangle_strip) {
            for (std::size_t k = 0; k + 2 < corners.size(); ++k) {
                const std::size_t odd = k % 2;
                mesh_.triangles.insert(mesh_.triangles.end(),
                                       {corners[k], corners[k + 1 + odd], corners[k + 2 - odd]});
            }
        } else if (cell_type == cell_pixel && corners.size() == 4) {
            const std::array<uint32_t, 4> around = {corners[0], corners[1], corners[3], corners[2]};
            append_polygon(around, mesh_.positions, mesh_.triangles);
        } else if (cell_type == cell_triangle || cell_type == cell_polygon || cell_type == cell_quad) {
            append_polygon(corners, mesh_.positions, mesh_.triangles);
        }
    }
}

MeshData VtkReader::read() {
    constexpr std::string_view magic = "# vtk DataFile Version ";
    const std::string_view first = scanner_.rest_of_line();
    if (first.substr(0, magic.size()) != magic) {
        fail_at_line(name_, 1, "not a legacy VTK file: it does not begin with # vtk DataFile Version");
    }
    is_version_5_ = first.size() > magic.size() && first[magic.size()] >= '5';
    scanner_.skip_line();  // the title
    const std::string_view encoding = scanner_.word();
    if (encoding != "ASCII" && encoding != "BINARY") scanner_.fail("ASCII or BINARY is expected");
    is_binary_ = encoding == "BINARY";
    if (scanner_.word() != "DATASET") scanner_.fail("DATASET is expected");
    const std::string_view dataset = scanner_.word();
    if (dataset != "POLYDATA" && dataset != "UNSTRUCTURED_GRID") {
        scanner_.fail("only POLYDATA and UNSTRUCTURED_GRID are read");
    }
    Cells cells;
    while (!scanner_.at_end()) {
        const std::string_view section = scanner_.word();
        if (section == "POINTS") {
            read_points();
        } else if (section == "POLYGONS") {
            read_cells(cells);
            append(cells, {}, cell_polygon);
        } else if (section == "TRIANGLE_STRIPS") {
            read_cells(cells);
            append(cells, {}, cell_triangle_strip);
        } else if (section == "CELLS" || section == "LINES" || section == "VERTICES") {
            read_cells(cells);
        } else if (section == "CELL_TYPES") {
            const uint64_t count = count_of("cell types");
            if (is_binary_) scanner_.skip_line();
            append(cells, read_integers(count, 4, "cell types"), 0);
        } else if (section == "METADATA") {
            // Ends with an empty line.
            scanner_.skip_line();
            while (!scanner_.remaining().empty() && !scanner_.rest_of_line().empty()) {
            }
        } else if (section == "CELL_DATA" || section == "POINT_DATA" || section == "FIELD") {
            break;  // values of points and cells: nothing for us
        } else {
            scanner_.fail("unknown section \"" + std::string(section.substr(0, 40)) + "\"");
        }
    }
    return std::move(mesh_);
}

}  // namespace

// Legacy VTK, ASCII and binary: POLYDATA, and triangles, quadrilaterals, polygons and tetrahedra of an
// UNSTRUCTURED_GRID; versions up to 4 and the offsets of version 5.
MeshData read_vtk(std::string_view content, const std::string& name) {
    return VtkReader(content, name).read();
}

}  // namespace cli
