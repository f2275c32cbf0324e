// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "cli/image.hpp"
#include "cli/lettering.hpp"
#include "cli/run_defcol.hpp"
#include "scenes/registry.hpp"

namespace {

using cli_test::content_of;
using cli_test::Folder;
using cli_test::run_defcol;

uint32_t number_at(const std::string& bytes, std::size_t at) {
    uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
    return value;
}

TEST(Picture, PngHasTheAskedSizeAndMoreThanABackground) {
    const Folder folder;
    const scenes::Scene scene = *scenes::make("sphere_pair_small");
    std::vector<std::string> words = {"detect", "--image", folder.path("p.png"), "--size", "640x480"};
    for (const scenes::Mesh& mesh : scene.meshes) {
        words.push_back(
            folder.file("m" + std::to_string(words.size()) + ".off", cli_test::as_mesh_file(mesh)));
    }
    EXPECT_EQ(0, run_defcol(words).status);
    const std::string png = content_of(folder.path("p.png"));
    ASSERT_GT(png.size(), 10000U) << "an empty picture packs to less";
    EXPECT_EQ(0, std::memcmp(png.data(), "\x89PNG\r\n\x1a\n", 8));
    EXPECT_EQ(640U, number_at(png, 16));
    EXPECT_EQ(480U, number_at(png, 20));
    EXPECT_EQ("IEND", png.substr(png.size() - 8, 4));
    // The same view and times apart, the same picture.
    words.insert(words.end(), {"--view", "30,20"});
    EXPECT_EQ(0, run_defcol(words).status);
}

TEST(Picture, BadSettingsAreRefused) {
    const Folder folder;
    const std::string mesh = folder.file("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const std::vector<std::vector<std::string>> cases = {{"--image", folder.path("p.jpg")},
                                                         {"--image", folder.path("p.png"), "--size", "10x10"},
                                                         {"--image", folder.path("p.png"), "--view", "north"},
                                                         {"--image", folder.path("p.png"), "--up", "w"},
                                                         {"--image", folder.path("none/p.png")}};
    for (std::vector<std::string> words : cases) {
        words.insert(words.begin(), {"detect", mesh});
        EXPECT_EQ(2, run_defcol(words).status) << words.back();
    }
    EXPECT_EQ(1U, folder.names().size());
}

TEST(Picture, MeshesWithoutExtentCanBeDrawn) {
    const Folder folder;
    for (const std::string content :
         {"v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n", "v 0 0 0\nv 1e15 0 0\nv 0 1e-15 0\nf 1 2 3\n"}) {
        const std::string mesh = folder.file("a.obj", content);
        EXPECT_EQ(0, run_defcol({"detect", mesh, "--image", folder.path("p.png")}).status);
    }
}

TEST(Lettering, EveryPrintableCharacterLeavesInk) {
    for (char c = '!'; c <= '~'; ++c) {
        cli::Image image(60, 60);
        cli::draw_text(image, 10, 40, 24, std::string(1, c), {0, 0, 0});
        float ink = 0;
        for (const cli::Color& pixel : image.pixels) ink += 1 - pixel.r;
        EXPECT_GT(ink, 5) << c;
        EXPECT_GT(cli::text_width(24, std::string(1, c)), 4) << c;
    }
}

}  // namespace
