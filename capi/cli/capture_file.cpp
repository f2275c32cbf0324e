// SPDX-License-Identifier: MIT
#include "capture_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "errors.hpp"
#include "printable.hpp"

namespace cli {

using namespace defcol::capture;  // NOLINT(google-build-using-namespace): this file is about that format

namespace {

// The bytes of a record's fixed part, which the checksum covers before the array that follows.
std::size_t head_size(RecordType type, std::size_t content_size) {
    switch (type) {
        case RecordType::mesh:
            return sizeof(MeshRecord);
        case RecordType::positions:
            return sizeof(PositionsRecord);
        case RecordType::active:
            return sizeof(ActiveRecord);
        default:
            return content_size;
    }
}

template <class Head>
std::string_view take(std::string_view content, Head& head) {
    std::memcpy(&head, content.data(), sizeof head);
    return content.substr(sizeof head);
}

template <class Item>
std::string_view take_items(std::string_view content, std::vector<Item>& items, uint64_t count) {
    items.resize(count);
    if (count > 0) std::memcpy(items.data(), content.data(), count * sizeof(Item));
    return content.substr(count * sizeof(Item));
}

}  // namespace

CaptureFile::CaptureFile(const std::string& path)
    : name_(printable(path)), file_(std::fopen(path.c_str(), "rb")) {
    if (file_ == nullptr) throw Failure(name_ + ": " + std::strerror(errno));
    std::error_code error;
    size_ = std::filesystem::file_size(path, error);
    if (error) throw Failure(name_ + ": " + error.message());
    read_header();
}

CaptureFile::CaptureFile(std::string_view content, std::string name)
    : name_(std::move(name)), memory_(content), size_(content.size()) {
    read_header();
}

bool CaptureFile::is_capture(const std::string& path) {
    const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
    char start[sizeof magic] = {};
    return file != nullptr && std::fread(start, 1, sizeof start, file.get()) == sizeof start &&
           std::memcmp(start, magic, sizeof magic) == 0;
}

void CaptureFile::fail(const std::string& what) const {
    fail_at_byte(name_, record_start_, what);
}

bool CaptureFile::read(void* target, uint64_t size) {
    if (size > size_ - position_) return false;
    if (size == 0) return true;
    if (file_ == nullptr) {
        std::memcpy(target, memory_.data() + position_, size);
    } else if (std::fread(target, 1, size, file_.get()) != size) {
        throw Failure(name_ + ": " +
                      (std::ferror(file_.get()) != 0 ? std::strerror(errno) : "it became shorter"));
    }
    position_ += size;
    return true;
}

void CaptureFile::read_header() {
    FileHeader header{};
    if (!read(&header, sizeof header)) fail("too short for a capture");
    if (std::memcmp(header.magic, magic, sizeof magic) != 0) fail("not a capture: it begins otherwise");
    if (header.check != header_checksum(header)) fail("the header is damaged");
    if (header.version > version) {
        fail("a capture of version " + std::to_string(header.version) +
             ", newer than this program, which reads up to " + std::to_string(version));
    }
    if (header.version == 0) fail("a capture of version 0, which never was");
}

bool CaptureFile::next(CaptureRecord& record) {
    record_start_ = position_;
    if (has_end_) {
        if (position_ != size_) fail("there is more after the end");
        return false;
    }
    RecordHeader header{};
    if (!read(&header, sizeof header)) return false;
    if (header.header_check != header_checksum(header, record_count_)) fail("damaged, the record's header");
    ++record_count_;
    // The header is right, so a content that is not all there was cut off.
    if (header.size > size_ - position_) return false;
    content_.resize(header.size);
    read(content_.data(), header.size);
    check_content(header, content_);
    record.type = static_cast<RecordType>(header.type);
    parse(record, content_);
    if (record.type == RecordType::end) has_end_ = true;
    return true;
}

void CaptureFile::check_content(const RecordHeader& header, std::string_view content) const {
    const std::size_t head =
        std::min(content.size(), head_size(static_cast<RecordType>(header.type), content.size()));
    const uint64_t sum =
        checksum(content.data() + head, content.size() - head, checksum(content.data(), head, 0));
    if (sum != header.check) fail("damaged, the content of a record");
}

void CaptureFile::parse(CaptureRecord& record, std::string_view content) const {
    const auto need = [&](bool holds) {
        if (!holds) fail("a record of the wrong size");
    };
    switch (record.type) {
        case RecordType::mesh:
            need(content.size() >= sizeof(MeshRecord));
            return parse_mesh(record, content);
        case RecordType::positions:
            need(content.size() >= sizeof(PositionsRecord));
            return parse_positions(record, content);
        case RecordType::active:
            need(content.size() >= sizeof(ActiveRecord));
            return parse_active(record, content);
        case RecordType::detector:
            need(content.size() >= sizeof(DetectorRecord));
            return parse_detector(record, content);
        case RecordType::frame:
            need(content.size() == sizeof(FrameRecord));
            take(content, record.frame);
            return;
        case RecordType::mesh_end:
        case RecordType::detector_end:
            need(content.size() == sizeof(EndRecord));
            take(content, record.end);
            return;
        case RecordType::end:
            need(content.empty());
            return;
    }
    fail("a record of unknown type " + std::to_string(static_cast<uint32_t>(record.type)));
}

void CaptureFile::parse_mesh(CaptureRecord& record, std::string_view content) const {
    content = take(content, record.mesh);
    const bool is_tetrahedral = (record.mesh.flags & mesh_is_tetrahedral) != 0;
    const uint64_t corner_count = is_tetrahedral ? 4 : 3;
    if (record.mesh.flags > (mesh_is_tetrahedral | mesh_skips_non_finite)) fail("a mesh with unknown flags");
    if (content.size() % (4 * corner_count) != 0 ||
        content.size() / (4 * corner_count) != record.mesh.element_count) {
        fail("a mesh that says " + std::to_string(record.mesh.element_count) +
             " elements has another number");
    }
    take_items(content, record.elements, corner_count * record.mesh.element_count);
    for (std::size_t i = 0; i < record.elements.size(); i += corner_count) {
        const uint32_t* ids = record.elements.data() + i;
        const bool is_removed = !is_tetrahedral && ids[0] == none && ids[1] == none && ids[2] == none &&
                                record.mesh.vertex_count > 0;
        for (std::size_t k = 0; k < corner_count && !is_removed; ++k) {
            if (ids[k] >= record.mesh.vertex_count) {
                fail("element " + std::to_string(i / corner_count) + " names vertex " +
                     std::to_string(ids[k]) + " of " + std::to_string(record.mesh.vertex_count));
            }
        }
    }
}

void CaptureFile::parse_positions(CaptureRecord& record, std::string_view content) const {
    content = take(content, record.positions);
    const uint64_t scalar = record.positions.scalar_size;
    if (scalar != sizeof(float) && scalar != sizeof(double)) fail("positions of an unknown type");
    if (content.size() % (3 * scalar) != 0 ||
        content.size() / (3 * scalar) != record.positions.vertex_count) {
        fail("positions of another number than they say");
    }
    const uint64_t count = 3 * record.positions.vertex_count;
    if (scalar == sizeof(double)) {
        take_items(content, record.coordinates, count);
        return;
    }
    std::vector<float> floats;
    take_items(content, floats, count);
    record.coordinates.assign(floats.begin(), floats.end());
}

void CaptureFile::parse_active(CaptureRecord& record, std::string_view content) const {
    content = take(content, record.active);
    if (content.size() != record.active.triangle_count) fail("flags of another number than they say");
    take_items(content, record.active_flags, record.active.triangle_count);
}

void CaptureFile::parse_detector(CaptureRecord& record, std::string_view content) const {
    content = take(content, record.detector);
    const DetectorRecord& counts = record.detector;
    // 32-bit counts: this cannot overflow.
    const uint64_t expected = sizeof(WatchedRecord) * uint64_t{counts.watched_count} +
                              sizeof(ExcludedRecord) * uint64_t{counts.excluded_count} +
                              sizeof(OptionRecord) * uint64_t{counts.option_count};
    if (content.size() != expected) fail("a detector's record of the wrong size");
    content = take_items(content, record.watched, counts.watched_count);
    content = take_items(content, record.excluded, counts.excluded_count);
    take_items(content, record.options, counts.option_count);
    for (std::size_t i = 1; i < record.watched.size(); ++i) {
        if (record.watched[i].index <= record.watched[i - 1].index) fail("meshes of a detector out of order");
    }
}

}  // namespace cli
