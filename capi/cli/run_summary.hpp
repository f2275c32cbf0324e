// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "detector_run.hpp"
#include "json_writer.hpp"

namespace cli {

// What is said about a run, to people and as JSON.
class RunSummary {
  public:
    void add(const FrameView& view);

    // Members of an object that the caller has begun: backend, query, status, contacts, total, complete,
    // volume where there is one, milliseconds and frames.
    void write_members(JsonWriter& json) const;
    // One frame's members; the volume with that query only.
    static void write_frame_members(JsonWriter& json, const FrameView& view, double volume);
    // A table with a line for each frame.
    std::string table() const;

    bool has_contacts() const;
    bool is_empty() const { return frames_.empty(); }

  private:
    std::vector<FrameView> frames_;  // their arrays are not used
    std::vector<double> volumes_;
};

std::string backend_text(const FrameView& view);

}  // namespace cli
