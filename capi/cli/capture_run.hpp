// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "capture_file.hpp"
#include "run.hpp"

namespace cli {

// What the capture says about a frame, beside what the replay found.
struct RecordedFrame {
    defcol::capture::FrameRecord record{};
    bool can_compare = false;  // both sides answer exactly, or are the same backend with the same settings
    bool is_same = false;
};

// Frames of one detector of a capture. The settings' backend and queries take the place of the recorded ones
// unless they are AUTO and 0; limits and filters are those of the capture.
class CaptureRun : public Run {
  public:
    // The frame that next() ran last.
    virtual const RecordedFrame& recorded() const = 0;
    // After the last frame: empty, or a remark that the file was cut short.
    virtual std::string remark() const = 0;
};

class CaptureSource final : public RunSource {
  public:
    // Reads the file once, for the number of frames; throws Failure if it is damaged anywhere, or has no such
    // detector.
    CaptureSource(std::string path, uint32_t detector);

    std::unique_ptr<Run> open(const DetectorSettings& settings, uint32_t worker_count) const override;
    std::unique_ptr<CaptureRun> open_capture(const DetectorSettings& settings, uint32_t worker_count) const;
    std::string name() const override;
    uint64_t frame_count() const override { return frame_count_; }
    uint32_t sensible_queries() const override;
    uint32_t detector_count() const { return detector_count_; }
    uint32_t recorded_queries() const { return recorded_queries_; }
    int32_t recorded_backend() const { return recorded_backend_; }
    bool has_tetrahedra() const { return has_tetrahedra_; }

  private:
    std::string path_;
    uint32_t detector_;
    uint64_t frame_count_ = 0;
    uint32_t detector_count_ = 0;
    uint32_t recorded_queries_ = 0;
    int32_t recorded_backend_ = 0;
    bool has_tetrahedra_ = false;
};

}  // namespace cli
