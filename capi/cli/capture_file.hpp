// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "capture/capture_format.hpp"

namespace cli {

// One record of a capture, checked: counts agree with sizes, ids are in range, unknown types are refused.
struct CaptureRecord {
    defcol::capture::RecordType type{};
    defcol::capture::MeshRecord mesh{};
    std::vector<uint32_t> elements;  // three or four ids each; removed triangles as `none`
    defcol::capture::PositionsRecord positions{};
    std::vector<double> coordinates;
    defcol::capture::ActiveRecord active{};
    std::vector<uint8_t> active_flags;
    defcol::capture::DetectorRecord detector{};
    std::vector<defcol::capture::WatchedRecord> watched;
    std::vector<defcol::capture::ExcludedRecord> excluded;
    std::vector<defcol::capture::OptionRecord> options;
    defcol::capture::FrameRecord frame{};
    defcol::capture::EndRecord end{};
};

// Reads a capture record by record, without holding more than one. Throws Failure with file and byte for
// anything damaged; a file that was cut short just ends.
class CaptureFile {
  public:
    explicit CaptureFile(const std::string& path);
    CaptureFile(std::string_view content, std::string name);

    // False at the end.
    bool next(CaptureRecord& record);

    // After the end: whether the capture was stopped properly, else where it was cut.
    bool is_complete() const { return has_end_; }
    uint64_t position() const { return position_; }
    const std::string& name() const { return name_; }
    [[noreturn]] void fail(const std::string& what) const;  // at the record that was read last

    static bool is_capture(const std::string& path);

  private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    bool read(void* target, uint64_t size);  // false: not all there
    void read_header();
    void parse(CaptureRecord& record, std::string_view content) const;
    void parse_mesh(CaptureRecord& record, std::string_view content) const;
    void parse_positions(CaptureRecord& record, std::string_view content) const;
    void parse_active(CaptureRecord& record, std::string_view content) const;
    void parse_detector(CaptureRecord& record, std::string_view content) const;
    void check_content(const defcol::capture::RecordHeader& header, std::string_view content) const;

    std::string name_;
    std::unique_ptr<std::FILE, Closer> file_;
    std::string_view memory_;  // used without a file
    uint64_t size_ = 0;
    uint64_t position_ = 0;
    uint64_t record_start_ = 0;
    uint64_t record_count_ = 0;
    bool has_end_ = false;
    std::string content_;
};

}  // namespace cli
