// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenes/scene.hpp"

namespace cli_test {

struct Outcome {
    int status = -1;
    std::string output;
    std::string errors;
};

// Runs the built command with these words and waits for it. `environment`: "NAME=value" words put before it.
Outcome run_defcol(const std::vector<std::string>& words, const std::vector<std::string>& environment = {});

// A folder of its own for each test, removed at the end.
class Folder {
  public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string path(const std::string& name) const { return (path_ / name).string(); }
    // Writes a file there and returns its path.
    std::string file(const std::string& name, const std::string& content) const;
    std::vector<std::string> names() const;

  private:
    std::filesystem::path path_;
};

std::string content_of(const std::string& path);
std::vector<std::string> lines_of(const std::string& text);

// As files of the formats that keep every digit: OFF for triangles, MEDIT for tetrahedra.
std::string as_mesh_file(const scenes::Mesh& mesh);

// The value of a number or text member, found by its name: the first one. Enough for the JSON of the tests.
std::string json_member(const std::string& json, const std::string& name);

}  // namespace cli_test
