// SPDX-License-Identifier: MIT
// Any bytes as a capture, and any contents of records with right checksums: it is read and replayed, or a
// fault is said with its place.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "cli/capture_run.hpp"
#include "cli/errors.hpp"

namespace {

using namespace defcol::capture;

// A file of records with the types and contents that the bytes say.
std::string make_capture(const uint8_t* data, std::size_t size) {
    FileHeader header{};
    std::memcpy(header.magic, magic, sizeof magic);
    header.version = version;
    header.check = header_checksum(header);
    std::string file(reinterpret_cast<const char*>(&header), sizeof header);
    uint64_t number = 0;
    while (size >= 2) {
        const uint32_t type = data[0];
        const std::size_t length = std::min<std::size_t>(data[1], size - 2);
        const std::size_t head = type == 1 ? sizeof(MeshRecord) : (type == 2 || type == 3 ? 16 : length);
        const std::size_t first = std::min(head, length);
        RecordHeader record{type, 0, length,
                            checksum(data + 2 + first, length - first, checksum(data + 2, first, 0))};
        record.header_check = header_checksum(record, number++);
        file.append(reinterpret_cast<const char*>(&record), sizeof record);
        file.append(reinterpret_cast<const char*>(data) + 2, length);
        data += 2 + length;
        size -= 2 + length;
    }
    return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    static const std::string path = "/tmp/fuzz_capture_" + std::to_string(getpid());
    if (size == 0) return 0;
    const std::string content = data[0] % 2 == 0
                                    ? std::string(reinterpret_cast<const char*>(data) + 1, size - 1)
                                    : make_capture(data + 1, size - 1);
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) std::abort();
    std::fwrite(content.data(), 1, content.size(), file);
    std::fclose(file);
    try {
        const cli::CaptureSource source(path, 0);
        cli::DetectorSettings settings;
        settings.time_budget_seconds = 0.01;
        const std::unique_ptr<cli::CaptureRun> run = source.open_capture(settings, 1);
        cli::FrameView view;
        for (int frame = 0; frame < 20 && run->next(view); ++frame) {
        }
    } catch (const cli::Failure&) {
    }
    return 0;
}
