// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace defcol {

// A file that is written from beginning to end, without a buffer of its own.
class OutputStream {
  public:
    struct Chunk {
        const void* data;
        std::size_t size;
    };

    OutputStream() noexcept = default;
    ~OutputStream() { close(); }
    OutputStream(const OutputStream&) = delete;
    OutputStream& operator=(const OutputStream&) = delete;

    // Each returns false if the system refused; reason() says why. The file is not inherited by programs the
    // host starts.
    bool open(const char* path) noexcept;  // creates it, or makes it empty
    bool write(std::span<const Chunk> chunks) noexcept;
    bool close() noexcept;

    const char* reason() const noexcept;

  private:
    int file_ = -1;
    int error_ = 0;
};

// The value of an environment variable; null if it is not set, or the program runs with more rights than its
// user.
const char* trusted_environment(const char* name) noexcept;

int64_t current_process() noexcept;

}  // namespace defcol
