// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "detector_run.hpp"
#include "world.hpp"

namespace cli {

// Takes frames and writes files. Nothing is visible before finish().
class FrameSink {
  public:
    virtual ~FrameSink() = default;
    virtual void add(const World& world, const FrameView& view) = 0;
    virtual void finish() = 0;
    // The files that finish() made, printable.
    virtual std::vector<std::string> files() const = 0;
};

// Of the kind the name's ending asks for; throws Failure for another ending. `is_series`: more than one frame
// is to come, so formats that hold one frame are numbered.
std::unique_ptr<FrameSink> make_contact_sink(const std::string& path, bool is_series);
std::unique_ptr<FrameSink> make_csv_sink(const std::string& path);
std::unique_ptr<FrameSink> make_json_sink(const std::string& path);
std::unique_ptr<FrameSink> make_vtp_sink(const std::string& path, bool is_series);

// "dir/name.vtp" and 7 make "dir/name_0007.vtp".
std::string numbered_path(const std::string& path, uint64_t number);

}  // namespace cli
