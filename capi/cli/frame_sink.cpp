// SPDX-License-Identifier: MIT
#include "frame_sink.hpp"

#include <cstdio>
#include <filesystem>

#include "errors.hpp"
#include "printable.hpp"

namespace cli {

std::unique_ptr<FrameSink> make_contact_sink(const std::string& path, bool is_series) {
    const std::string ending = std::filesystem::path(path).extension().string();
    if (ending == ".csv") return make_csv_sink(path);
    if (ending == ".json") return make_json_sink(path);
    if (ending == ".vtp") return make_vtp_sink(path, is_series);
    throw Failure("--output " + printable(path) + ": the name must end in .csv, .json or .vtp");
}

std::string numbered_path(const std::string& path, uint64_t number) {
    const std::filesystem::path original(path);
    char digits[32];
    std::snprintf(digits, sizeof digits, "_%04llu", static_cast<unsigned long long>(number));
    std::filesystem::path name = original.stem();
    name += digits;
    name += original.extension();
    return (original.parent_path() / name).string();
}

}  // namespace cli
