// SPDX-License-Identifier: MIT
#include "scenes/readers.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "scenes/data_scenes.hpp"

namespace {

using scenes::Mesh;

// A file that lives as long as the test; the name of the test keeps parallel runs apart.
class TemporaryFile {
  public:
    TemporaryFile(const std::string& ending, const std::string& content) {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        path_ = (std::filesystem::temp_directory_path() /
                 ("defcol_" + std::string(test->test_suite_name()) + "_" + test->name() + ending))
                    .string();
        std::ofstream(path_, std::ios::binary) << content;
    }
    ~TemporaryFile() { std::remove(path_.c_str()); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

TEST(ReadOff, CutsPolygonsIntoFans) {
    const TemporaryFile file(
        ".off", "OFF # comment\n4 2 0\n0 0 0\n1 0 0\n1 1e0 0\n0 1 -.5\n3 0 1 2\n4 0 1 2 3 255 0 0\n");
    const Mesh mesh = scenes::read_off(file.path());
    EXPECT_EQ(mesh.vertex_count(), 4U);
    EXPECT_EQ(mesh.positions.back(), -0.5);
    EXPECT_EQ(mesh.triangles, (std::vector<uint32_t>{0, 1, 2, 0, 1, 2, 0, 2, 3}));
}

TEST(ReadOff, RefusesBrokenFiles) {
    const char* broken[] = {"",
                            "PLY\n",
                            "OFF\n1 1 0\n0 0 0\n3 0 0 1\n",
                            "OFF\n4000000000 1 0\n",
                            "OFF\n3 1 0\n0 0\n",
                            "OFF\n1 1 0\n0 0 0\n2 0 0\n"};
    for (const char* content : broken) {
        const TemporaryFile file(".off", content);
        EXPECT_THROW(scenes::read_off(file.path()), std::runtime_error) << content;
    }
    EXPECT_THROW(scenes::read_off("there/is/no/such/file.off"), std::runtime_error);
}

TEST(ReadObj, SkipsWhatIsNotGeometry) {
    const TemporaryFile file(".obj",
                             "# head\nmtllib x\nv 0 0 0\nv 1 0 0\nvn 0 0 1\nv 0 1 0\nvt 0 0\nv 1 1 0\n"
                             "f 1/1/1 2//1 3\nf 2 4 3 1 # quad\n");
    const Mesh mesh = scenes::read_obj(file.path());
    EXPECT_EQ(mesh.vertex_count(), 4U);
    EXPECT_EQ(mesh.triangles, (std::vector<uint32_t>{0, 1, 2, 1, 3, 2, 1, 2, 0}));
}

TEST(ReadObj, RefusesBrokenFiles) {
    for (const char* content : {"", "v 0 0\n", "v 0 0 0\nf 1 1 2\n", "v 0 0 0\nf 0 1 1\n"}) {
        const TemporaryFile file(".obj", content);
        EXPECT_THROW(scenes::read_obj(file.path()), std::runtime_error) << content;
    }
}

std::string one_triangle_ply(uint32_t last_vertex) {
    std::string content =
        "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
        "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
    const unsigned char one[] = {0x3f, 0x80, 0, 0};
    const unsigned char zero[] = {0, 0, 0, 0};
    for (const auto* word : {zero, zero, zero, one, zero, zero, zero, one, zero}) {
        content.append(reinterpret_cast<const char*>(word), 4);
    }
    content.push_back(3);
    for (const uint32_t vertex : {0U, 1U, last_vertex}) {
        content.append(3, '\0');
        content.push_back(static_cast<char>(vertex));
    }
    return content;
}

TEST(ReadPly, ReadsBigEndianNumbers) {
    const TemporaryFile file(".ply", one_triangle_ply(2));
    const Mesh mesh = scenes::read_ply(file.path());
    EXPECT_EQ(mesh.positions, (std::vector<double>{0, 0, 0, 1, 0, 0, 0, 1, 0}));
    EXPECT_EQ(mesh.triangles, (std::vector<uint32_t>{0, 1, 2}));
}

TEST(ReadPly, RefusesBrokenFiles) {
    const std::string good = one_triangle_ply(2);
    for (const std::string& content :
         {std::string("ply\n"), good.substr(0, good.size() - 1), one_triangle_ply(3)}) {
        const TemporaryFile file(".ply", content);
        EXPECT_THROW(scenes::read_ply(file.path()), std::runtime_error);
    }
}

TEST(ReadMedit, KeepsTetrahedraAndDropsTheirSurface) {
    const std::string head =
        "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n";
    const TemporaryFile file(".mesh",
                             head + "Triangles\n1\n1 2 3 0\nTetrahedra\n1\n1 2 3 4 0\nEdges\n0\nEnd\n");
    const Mesh mesh = scenes::read_medit(file.path());
    EXPECT_EQ(mesh.vertex_count(), 4U);
    EXPECT_TRUE(mesh.triangles.empty());
    EXPECT_EQ(mesh.tetrahedra, (std::vector<uint32_t>{0, 1, 2, 3}));
}

TEST(ReadMedit, RefusesBrokenFiles) {
    for (const char* content :
         {"", "Vertices\n2\n0 0 0 0\n", "Vertices\n1\n0 0 0 0\nTetrahedra\n1\n1 1 1 2 0\nEnd\n",
          "Vertices\n1\n0 0 0 0\nHexahedra\n0\nEnd\n"}) {
        const TemporaryFile file(".mesh", content);
        EXPECT_THROW(scenes::read_medit(file.path()), std::runtime_error) << content;
    }
}

TEST(Refinement, CutsTheLongestEdgesFirst) {
    Mesh mesh;
    mesh.positions = {0, 0, 0, 4, 0, 0, 4, 1, 0, 0, 1, 0};
    mesh.triangles = {0, 1, 2, 0, 2, 3};
    const Mesh refined = scenes::refined_to(mesh, 4);
    EXPECT_EQ(refined.triangle_count(), 4U);
    ASSERT_EQ(refined.vertex_count(), 5U);
    EXPECT_EQ(refined.positions[12], 2);
    EXPECT_EQ(refined.positions[13], 0.5);
}

TEST(RealMeshes, HaveTheDocumentedCounts) {
    if (!scenes::data_file("README.md")) GTEST_SKIP() << "DEFCOL_DATA_DIR is not set: no real meshes to read";
    const struct {
        const char* name;
        uint64_t vertices;
        uint64_t triangles;
        uint64_t tetrahedra;
    } documented[] = {
        {"cloth_ball92.ply", 46598, 92230, 0}, {"cloth_ball93.ply", 46598, 92230, 0},
        {"armadillo.obj", 43243, 86482, 0},    {"cow.off", 2762, 5520, 0},
        {"bunny.off", 3485, 6966, 0},          {"fertility.off", 4494, 9000, 0},
        {"bunny.mesh", 5433, 0, 34055},        {"octopus-low.mesh", 452, 0, 1140},
    };
    for (const auto& file : documented) {
        const std::optional<Mesh> mesh = scenes::data_mesh(file.name);
        if (!mesh) continue;
        EXPECT_EQ(mesh->vertex_count(), file.vertices) << file.name;
        EXPECT_EQ(mesh->triangle_count(), file.triangles) << file.name;
        EXPECT_EQ(mesh->tetrahedron_count(), file.tetrahedra) << file.name;
    }
}

}  // namespace
