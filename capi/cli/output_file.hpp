// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace cli {

// A file that appears whole or not at all: written under another name beside its place, renamed by commit(),
// removed if that never came. Every fault is a Failure with the file's name.
class OutputFile {
  public:
    // The file can be written or it is said now, before the work begins.
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view bytes);
    // All that was written is on its way to the disk; more cannot be written. Keeps the number of open files
    // small where a series is written.
    void finish();
    void commit();

    const std::string& name() const { return name_; }

  private:
    [[noreturn]] void fail(const std::string& what) const;

    std::string name_;  // printable
    std::filesystem::path target_;
    std::filesystem::path temporary_;
    std::FILE* file_ = nullptr;
    bool is_committed_ = false;
};

}  // namespace cli
