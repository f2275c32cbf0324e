// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "detector_run.hpp"
#include "mesh_data.hpp"
#include "world.hpp"

namespace cli {

// Frames of deforming meshes going through one detector.
class Run {
  public:
    virtual ~Run() = default;
    // Runs the next frame; false after the last one. The view is valid until the next call.
    virtual bool next(FrameView& view) = 0;
    virtual const World& world() const = 0;
};

// What a run can be made from, more than once: files or a capture.
class RunSource {
  public:
    virtual ~RunSource() = default;
    virtual std::unique_ptr<Run> open(const DetectorSettings& settings, uint32_t worker_count) const = 0;
    virtual std::string name() const = 0;  // printable
    virtual uint64_t frame_count() const = 0;
    // Queries that mean something for these meshes.
    virtual uint32_t sensible_queries() const = 0;
};

// Mesh files, and further frames of the first mesh. The files of the meshes are read at once, those of the
// frames as they come; `repetitions` plays all frames so many times.
std::unique_ptr<RunSource> open_mesh_files(const std::vector<std::string>& meshes,
                                           const std::vector<std::string>& later_frames,
                                           uint64_t repetitions = 1);

// For meshes as they are in the world.
uint32_t sensible_queries(const World& world);

}  // namespace cli
