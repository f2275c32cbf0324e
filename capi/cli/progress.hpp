// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace cli {

// A bar on standard error for what takes more than a second, only on a terminal. Gone at the end.
class Progress {
  public:
    Progress(std::string what, uint64_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void advance(uint64_t done);
    void say(const std::string& what);

  private:
    void draw();
    void erase();

    std::string what_;
    uint64_t total_;
    uint64_t done_ = 0;
    bool is_shown_ = false;
    bool is_terminal_;
    std::chrono::steady_clock::time_point start_;
    std::chrono::steady_clock::time_point last_;
};

}  // namespace cli
