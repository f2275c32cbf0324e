// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>

#include "backends/backend.hpp"
#include "base/aligned_buffer.hpp"

namespace defcol {

// A backend that may run frames of a detector. Backends keep their structure by what changed since the last
// frame: one that did not run every frame is told everything it missed as if it had happened in the next.
class BackendContender {
  public:
    BackendContender(std::pmr::memory_resource& memory, const BackendInfo& info)
        : memory_(&memory), info_(&info), options_(memory, info.options), missed_(memory), meshes_(memory) {}

    const BackendInfo& info() const noexcept { return *info_; }

    // Made when it is first needed.
    Backend& backend() {
        if (!backend_) backend_ = info_->create(*memory_);
        return *backend_;
    }
    bool has_backend() const noexcept { return backend_ != nullptr; }

    // Frees the backend: its next frame is its first.
    void release() noexcept;

    // Its own options at their defaults, and those every backend has as the host set them.
    const OptionValues& options_as(const OptionValues& common);

    // Another one runs the frame.
    void miss(const Frame& frame);
    // This one does: the frame as it has to see it, valid until the next call.
    const Frame& catch_up(const Frame& frame);

  private:
    std::pmr::memory_resource* memory_;
    const BackendInfo* info_;
    OptionValues options_;
    uint64_t seen_options_ = 0;
    Owned<Backend> backend_;
    bool starts_anew_ = true;
    Buffer<uint8_t> missed_;  // bits per mesh; empty if nothing was missed
    Buffer<FrameMesh> meshes_;
    Frame frame_{};
};

}  // namespace defcol
