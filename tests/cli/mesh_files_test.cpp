// SPDX-License-Identifier: MIT
#include "cli/mesh_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "cli/errors.hpp"

namespace {

using cli::MeshData;
using cli::read_mesh_content;

// The message of the failure, or "" if there was none.
std::string fault_of(const std::string& content, const std::string& name) {
    try {
        read_mesh_content(content, name);
        return "";
    } catch (const cli::Failure& failure) {
        return failure.what();
    }
}

const std::vector<double> square = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
const std::vector<uint32_t> square_triangles = {3, 0, 1, 1, 2, 3};

// The same square in any order of corners and any cut: two triangles of area one half.
void expect_square(const MeshData& mesh) {
    EXPECT_EQ(square, mesh.positions);
    ASSERT_EQ(6U, mesh.triangles.size());
    std::vector<uint32_t> used = mesh.triangles;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    EXPECT_EQ((std::vector<uint32_t>{0, 1, 2, 3}), used);
    EXPECT_TRUE(mesh.tetrahedra.empty());
}

template <class Number>
void append_number(std::string& bytes, Number value, std::endian order) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    if (order != std::endian::native) std::reverse(raw, raw + sizeof value);
    bytes.append(raw, sizeof value);
}

TEST(MeshFiles, ObjReadsPolygonsNegativeIndicesAndSkipsTheRest) {
    expect_square(read_mesh_content(
        "# a square\nmtllib x.mtl\nv 0 0 0\nv 1 0 0 1.0\nvt 0 0\nvn 0 0 1\nv 1 1 0\nv 0 1 0\n"
        "usemtl wood\nf 1/1/1 2//1 3/1 -1\n",
        "square.obj"));
    // A face may come before its vertices, and lines may end as on Windows.
    expect_square(read_mesh_content("f 1 2 3 4\r\nv 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nv 0 1 0\r\n", "S.OBJ"));
}

TEST(MeshFiles, OffReadsCommentsAndColours) {
    expect_square(
        read_mesh_content("OFF\n# c\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3 255 0 0\n", "a.off"));
    expect_square(read_mesh_content(
        "COFF 4 1 4\n0 0 0 1 1 1 1\n1 0 0 1 1 1 1\n1 1 0 1 1 1 1\n0 1 0 0 0 0 0\n4 0 1 2 3", "a.off"));
}

TEST(MeshFiles, PlyReadsAsciiAndBothBinaryOrders) {
    const std::string body =
        "element vertex 4\nproperty float x\nproperty float y\nproperty double z\nproperty uchar red\n"
        "element extra 1\nproperty list uchar short things\n"
        "element face 1\nproperty list uchar int vertex_indices\nproperty float quality\nend_header\n";
    expect_square(read_mesh_content("ply\nformat ascii 1.0\ncomment hello # there\n" + body +
                                        "0 0 0 9\n1 0 0 9\n1 1 0 9\n0 1 0 9\n2 5 6\n4 0 1 2 3 0.5\n",
                                    "a.ply"));
    for (const std::endian order : {std::endian::little, std::endian::big}) {
        std::string bytes = std::string("ply\nformat binary_") +
                            (order == std::endian::little ? "little" : "big") + "_endian 1.0\n" + body;
        for (std::size_t i = 0; i < 4; ++i) {
            append_number(bytes, static_cast<float>(square[3 * i]), order);
            append_number(bytes, static_cast<float>(square[3 * i + 1]), order);
            append_number(bytes, square[3 * i + 2], order);
            bytes += '\7';
        }
        bytes += '\2';
        append_number(bytes, int16_t{5}, order);
        append_number(bytes, int16_t{6}, order);
        bytes += '\4';
        for (int32_t i = 0; i < 4; ++i) append_number(bytes, i, order);
        append_number(bytes, 0.5F, order);
        expect_square(read_mesh_content(bytes, "a.ply"));
        // Every beginning of the file is a fault, never a crash.
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            EXPECT_NE("", fault_of(bytes.substr(0, length), "a.ply")) << length;
        }
    }
}

TEST(MeshFiles, StlJoinsEqualCorners) {
    std::string text = "solid s\n";
    std::string bytes(80, 's');
    append_number(bytes, uint32_t{2}, std::endian::little);
    for (std::size_t t = 0; t < 2; ++t) {
        text += "facet normal 0 0 1\nouter loop\n";
        bytes.append(12, '\0');
        for (std::size_t k = 0; k < 3; ++k) {
            const double* p = &square[3 * square_triangles[3 * t + k]];
            text += "vertex " + std::to_string(p[0]) + " " + std::to_string(p[1]) + " -0\n";
            for (std::size_t c = 0; c < 3; ++c)
                append_number(bytes, static_cast<float>(p[c]), std::endian::little);
        }
        text += "endloop\nendfacet\n";
        bytes.append(2, '\0');
    }
    text += "endsolid s\n";
    for (const std::string& content : {text, bytes}) {
        const MeshData mesh = read_mesh_content(content, "a.stl");
        EXPECT_EQ(4U, mesh.vertex_count());
        EXPECT_EQ((std::vector<uint32_t>{0, 1, 2, 2, 3, 0}), mesh.triangles);
        EXPECT_NE("", fault_of(content.substr(0, content.size() - 30), "a.stl"));
    }
}

TEST(MeshFiles, MeditPrefersTetrahedra) {
    const std::string head =
        "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 1\n1 0 0 1\n1 1 0 1\n0 1 0 1\n";
    expect_square(read_mesh_content(head + "Edges\n1\n1 2 0\nQuadrilaterals\n1\n1 2 3 4 0\nEnd\n", "a.mesh"));
    const MeshData mesh =
        read_mesh_content(head + "Triangles\n1\n1 2 3 0\nTetrahedra\n1\n1 2 3 4 7\nEnd\n", "a.mesh");
    EXPECT_EQ((std::vector<uint32_t>{0, 1, 2, 3}), mesh.tetrahedra);
    EXPECT_TRUE(mesh.triangles.empty());
    EXPECT_EQ("a.mesh:10: vertex 5 does not exist: there are 4, counted from 1",
              fault_of(head + "Triangles\n1 1 2 5 0\n", "a.mesh"));
}

TEST(MeshFiles, GmshReadsVersions2And4WithAnyTags) {
    expect_square(read_mesh_content(
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 1 \"x\"\n$EndPhysicalNames\n"
        "$Nodes\n4\n10 0 0 0\n20 1 0 0\n7 1 1 0\n9 0 1 0\n$EndNodes\n"
        "$Elements\n2\n1 15 2 0 1 10\n2 3 2 0 1 10 20 7 9\n$EndElements\n",
        "a.msh"));
    const std::string version_4 =
        "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 1 0\n1 0 0 0 1 1 0 0 0\n$EndEntities\n"
        "$Nodes\n2 4 7 20\n2 1 0 2\n10\n20\n0 0 0\n1 0 0\n2 1 1 2\n7\n9\n1 1 0 0.5 0.5\n0 1 0 0.5 "
        "0.5\n$EndNodes\n"
        "$Elements\n2 3 1 3\n0 1 15 1\n1 10\n2 1 2 2\n2 10 20 9\n3 20 7 9\n$EndElements\n";
    expect_square(read_mesh_content(version_4, "a.msh"));
    EXPECT_EQ("a.msh:26: node 8 does not exist",
              fault_of(version_4.substr(0, version_4.find("2 10 20 9")) + "2 10 20 8\n", "a.msh"));
    EXPECT_NE(std::string::npos, fault_of("$MeshFormat\n4.1 1 8\n", "a.msh").find("a.msh:2: binary"));
}

TEST(MeshFiles, VtkReadsPolygonsGridsStripsAndBothEncodings) {
    const std::string points = "POINTS 4 float\n0 0 0 1 0 0\n1 1 0 0 1 0\n";
    const std::string head = "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET ";
    expect_square(
        read_mesh_content(head + "POLYDATA\n" + points + "POLYGONS 1 5\n4 0 1 2 3\nPOINT_DATA 4\n", "a.vtk"));
    expect_square(read_mesh_content(
        head + "UNSTRUCTURED_GRID\n" + points + "CELLS 2 7\n1 0\n4 0 1 3 2\nCELL_TYPES 2\n1 8\n", "a.vtk"));
    expect_square(
        read_mesh_content(head + "POLYDATA\n" + points + "TRIANGLE_STRIPS 1 5\n4 0 1 3 2\n", "a.vtk"));
    const MeshData tetrahedron = read_mesh_content(
        head + "UNSTRUCTURED_GRID\n" + points + "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n", "a.vtk");
    EXPECT_EQ(1U, tetrahedron.tetrahedron_count());
    expect_square(read_mesh_content("# vtk DataFile Version 5.1\nt\nASCII\nDATASET POLYDATA\n" + points +
                                        "METADATA\nINFORMATION 0\n\nPOLYGONS 2 4\nOFFSETS vtktypeint64\n0 4\n"
                                        "CONNECTIVITY vtktypeint64\n0 1 2 3\n",
                                    "a.vtk"));
    std::string bytes = "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET POLYDATA\nPOINTS 4 double\n";
    for (const double value : square) append_number(bytes, value, std::endian::big);
    bytes += "\nPOLYGONS 1 5\n";
    for (const int32_t value : {4, 0, 1, 2, 3}) append_number(bytes, value, std::endian::big);
    expect_square(read_mesh_content(bytes, "a.vtk"));
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        EXPECT_NE("", fault_of(bytes.substr(0, length), "a.vtk")) << length;
    }
}

TEST(MeshFiles, UnknownEndingIsToldByContent) {
    EXPECT_EQ(1U, read_mesh_content("OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "data").triangle_count());
    EXPECT_NE(std::string::npos, fault_of("hello", "data").find("data: neither name nor content"));
}

TEST(MeshFiles, FaultsNameFileAndLine) {
    EXPECT_EQ("a.obj:2: \"x\" where a coordinate is expected", fault_of("v 0 0 0\nv 1 x 0\n", "a.obj"));
    EXPECT_EQ("a.obj:1: a vertex needs three coordinates", fault_of("v 0 0\nv 1 1 0\n", "a.obj"));
    EXPECT_EQ("a.obj:4: vertex 9 does not exist: there are 3",
              fault_of("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", "a.obj"));
    EXPECT_EQ("a.obj:1: \"nan\" is not finite", fault_of("v nan 0 0\n", "a.obj"));
    EXPECT_EQ("a.obj:1: \"1e999\" is too large", fault_of("v 1e999 0 0\n", "a.obj"));
    EXPECT_EQ("a.off:2: promises 4000000000 vertices, but only 8 bytes follow",
              fault_of("OFF\n4000000000 1 0\n0 0", "a.off"));
    EXPECT_EQ("a.off:4: the file ends where a coordinate is expected",
              fault_of("OFF\n2 1 0\n0 0 0 0 0 0\n", "a.off"));
    EXPECT_EQ("a.mesh:1: the file is empty", fault_of(" \n\n", "a.mesh"));
    EXPECT_EQ("a.obj:1: binary data where text is expected", fault_of(std::string("\x7f"
                                                                                  "ELF\0\0\0\1",
                                                                                  8),
                                                                      "a.obj"));
    EXPECT_NE(std::string::npos,
              fault_of("v 0 0 0\nv 1 0 0\n", "a.obj").find("a.obj:2: the file ends without"));
}

TEST(MeshFiles, TinyNumbersAreReadAsZeroAndPlusSignsAreTaken) {
    const MeshData mesh = read_mesh_content("v 1e-999 +2 -0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj");
    EXPECT_EQ(0, mesh.positions[0]);
    EXPECT_EQ(2, mesh.positions[1]);
}

TEST(MeshFiles, EveryCutOfATextFileIsReadOrRefused) {
    const std::vector<std::pair<std::string, std::string>> files = {
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n"},
        {"a.off", "OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"},
        {"a.mesh",
         "MeshVersionFormatted 1\nDimension 3\nVertices\n3\n0 0 0 1\n1 0 0 1\n1 1 0 1\nTriangles\n1\n1 2 3 "
         "0\n"},
        {"a.msh",
         "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 1 1 "
         "0\n$EndNodes\n$Elements\n1\n1 2 0 1 2 3\n$EndElements\n"},
        {"a.stl",
         "solid\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
         "0\nendloop\nendfacet\nendsolid\n"}};
    for (const auto& [name, content] : files) {
        EXPECT_EQ("", fault_of(content, name));
        std::size_t refused = 0;
        for (std::size_t length = 0; length < content.size(); ++length) {
            const std::string fault = fault_of(content.substr(0, length), name);
            if (fault.empty()) continue;
            ++refused;
            EXPECT_EQ(0U, fault.find(name + ":")) << fault;
        }
        EXPECT_GT(refused, content.size() / 2) << name;
    }
}

}  // namespace
