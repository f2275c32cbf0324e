// SPDX-License-Identifier: MIT
#include "progress.hpp"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace cli {

Progress::Progress(std::string what, uint64_t total)
    : what_(std::move(what)),
      total_(total),
      is_terminal_(isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {}

Progress::~Progress() {
    erase();
}

void Progress::advance(uint64_t done) {
    done_ = done;
    draw();
}

void Progress::say(const std::string& what) {
    what_ = what;
    draw();
}

void Progress::draw() {
    using std::chrono::milliseconds;
    if (!is_terminal_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - start_ < milliseconds(1000) || (is_shown_ && now - last_ < milliseconds(100))) return;
    last_ = now;
    is_shown_ = true;
    constexpr uint64_t width = 30;
    const uint64_t filled = total_ > 0 ? width * done_ / total_ : 0;
    std::string bar(filled, '#');
    bar.resize(width, '.');
    std::fprintf(stderr, "\r\033[K[%s] %llu/%llu %s", bar.c_str(), static_cast<unsigned long long>(done_),
                 static_cast<unsigned long long>(total_), what_.c_str());
    std::fflush(stderr);
}

void Progress::erase() {
    if (is_shown_) std::fputs("\r\033[K", stderr);
    is_shown_ = false;
}

}  // namespace cli
