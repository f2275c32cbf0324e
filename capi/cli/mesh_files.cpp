// SPDX-License-Identifier: MIT
#include "mesh_files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "errors.hpp"
#include "printable.hpp"

namespace cli {
namespace {

struct Format {
    std::string_view ending;
    std::string_view beginning;  // empty: none that is certain
    MeshData (*read)(std::string_view, const std::string&);
};

constexpr Format formats[] = {
    {".obj", "", read_obj},
    {".ply", "ply", read_ply},
    {".off", "OFF", read_off},
    {".stl", "", read_stl},
    {".mesh", "MeshVersionFormatted", read_medit},
    {".msh", "$MeshFormat", read_gmsh},
    {".vtk", "# vtk DataFile", read_vtk},
};

bool ends_with(std::string_view name, std::string_view ending) {
    return name.size() >= ending.size() &&
           std::equal(ending.rbegin(), ending.rend(), name.rbegin(),
                      [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b); });
}

const Format& format_of(std::string_view content, const std::string& name) {
    for (const Format& format : formats) {
        if (ends_with(name, format.ending)) return format;
    }
    for (const Format& format : formats) {
        if (!format.beginning.empty() && content.substr(0, format.beginning.size()) == format.beginning) {
            return format;
        }
    }
    throw Failure(name +
                  ": neither name nor content tells the format; known are .obj, .ply, .off, .stl, .mesh "
                  "(MEDIT), .msh (Gmsh, ASCII) and .vtk (legacy)");
}

}  // namespace

std::string read_file(const std::string& path) {
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    const std::string name = printable(path);
    const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
    if (file == nullptr) throw Failure(name + ": " + std::strerror(errno));
    std::string content;
    std::array<char, 1 << 16> block;
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
        content.append(block.data(), count);
    }
    if (std::ferror(file.get()) != 0) throw Failure(name + ": " + std::strerror(errno));
    return content;
}

MeshData read_mesh_content(std::string_view content, const std::string& name) {
    const std::string shown = printable(name);
    const bool has_content = content.find_first_not_of(" \t\r\n") != std::string_view::npos;
    if (!has_content) fail_at_line(shown, 1, "the file is empty");
    MeshData mesh = format_of(content, shown).read(content, shown);
    mesh.name = shown;
    if (mesh.is_tetrahedral()) mesh.triangles.clear();
    if (mesh.triangles.empty() && mesh.tetrahedra.empty()) {
        const auto lines = static_cast<uint64_t>(std::count(content.begin(), content.end(), '\n'));
        fail_at_line(shown, std::max<uint64_t>(lines, 1),
                     "the file ends without a triangle or tetrahedron: there is nothing to collide");
    }
    return mesh;
}

MeshData read_mesh(const std::string& path) {
    return read_mesh_content(read_file(path), path);
}

}  // namespace cli
