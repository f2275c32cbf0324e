// SPDX-License-Identifier: MIT
#include "cli/run_defcol.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace cli_test {
namespace {

std::string quoted(const std::string& word) {
    std::string result = "'";
    for (const char c : word) c == '\'' ? result.append("'\\''") : result.append(1, c);
    return result + "'";
}

}  // namespace

Outcome run_defcol(const std::vector<std::string>& words, const std::vector<std::string>& environment) {
    const Folder folder;
    std::string line = "env";
    for (const std::string& word : environment) line += " " + quoted(word);
    line += " " + quoted(DEFCOL_COMMAND);
    for (const std::string& word : words) line += " " + quoted(word);
    line += " >" + quoted(folder.path("output")) + " 2>" + quoted(folder.path("errors")) + " </dev/null";
    const int status = std::system(line.c_str());
    Outcome outcome;
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.output = content_of(folder.path("output"));
    outcome.errors = content_of(folder.path("errors"));
    return outcome;
}

Folder::Folder() {
    static std::atomic<int> counter{0};
    path_ = std::filesystem::temp_directory_path() /
            ("defcol_cli_" + std::to_string(getpid()) + "_" + std::to_string(counter++));
    std::filesystem::create_directories(path_);
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string Folder::file(const std::string& name, const std::string& content) const {
    std::ofstream stream(path(name), std::ios::binary);
    stream << content;
    EXPECT_TRUE(stream.good());
    return path(name);
}

std::vector<std::string> Folder::names() const {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
        result.push_back(entry.path().filename().string());
    }
    return result;
}

std::string content_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream content;
    content << stream.rdbuf();
    return content.str();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::string as_mesh_file(const scenes::Mesh& mesh) {
    const auto number = [](double value) {
        char digits[32];
        return std::string(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    };
    const bool is_tetrahedral = !mesh.tetrahedra.empty();
    std::string text = is_tetrahedral ? "MeshVersionFormatted 2\nDimension 3\nVertices\n" : "OFF\n";
    text += std::to_string(mesh.vertex_count());
    text += is_tetrahedral ? "\n" : " " + std::to_string(mesh.triangle_count()) + " 0\n";
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        text += number(mesh.positions[i]) + (i % 3 == 2 ? (is_tetrahedral ? " 0\n" : "\n") : " ");
    }
    if (is_tetrahedral) text += "Tetrahedra\n" + std::to_string(mesh.tetrahedron_count()) + "\n";
    for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
        text += std::to_string(mesh.tetrahedra[i] + 1) + (i % 4 == 3 ? " 0\n" : " ");
    }
    for (std::size_t i = 0; !is_tetrahedral && i < mesh.triangles.size(); ++i) {
        text += (i % 3 == 0 ? "3 " : "") + std::to_string(mesh.triangles[i]) + (i % 3 == 2 ? "\n" : " ");
    }
    return text + (is_tetrahedral ? "End\n" : "");
}

std::string json_member(const std::string& json, const std::string& name) {
    const std::string key = "\"" + name + "\":";
    const std::size_t start = json.find(key);
    if (start == std::string::npos) return {};
    const std::size_t begin = start + key.size();
    const bool is_text = json[begin] == '"';
    const std::size_t end = json.find_first_of(is_text ? "\"" : ",}]", begin + 1);
    return is_text ? json.substr(begin + 1, end - begin - 1) : json.substr(begin, end - begin);
}

}  // namespace cli_test
