// SPDX-License-Identifier: MIT
#include "output_file.hpp"

#include <cerrno>
#include <cstring>
#include <random>

#include "errors.hpp"
#include "printable.hpp"

namespace cli {

OutputFile::OutputFile(const std::string& path) : name_(printable(path)), target_(path) {
    std::error_code error;
    // Writing through a link writes the file it leads to.
    if (std::filesystem::is_symlink(target_, error)) {
        const std::filesystem::path resolved = std::filesystem::weakly_canonical(target_, error);
        if (!error) target_ = resolved;
    }
    const std::filesystem::file_status status = std::filesystem::status(target_, error);
    if (std::filesystem::is_directory(status)) fail("is a directory");
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        fail("exists and is not a regular file");
    }
    std::random_device random;
    for (int attempt = 0; file_ == nullptr; ++attempt) {
        temporary_ = target_;
        temporary_ += ".part" + std::to_string(random());
        file_ = std::fopen(temporary_.c_str(), "wbx");
        if (file_ == nullptr && (errno != EEXIST || attempt == 10)) fail(std::strerror(errno));
    }
}

OutputFile::~OutputFile() {
    if (file_ != nullptr) std::fclose(file_);
    std::error_code ignored;
    if (!is_committed_) std::filesystem::remove(temporary_, ignored);
}

void OutputFile::fail(const std::string& what) const {
    throw Failure(name_ + ": " + what);
}

void OutputFile::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail(std::strerror(errno));
}

void OutputFile::finish() {
    if (file_ == nullptr) return;
    const bool failed = std::ferror(file_) != 0;
    const bool closed = std::fclose(file_) == 0;
    file_ = nullptr;
    if (failed || !closed) fail(std::strerror(errno));
}

void OutputFile::commit() {
    finish();
    std::error_code error;
    std::filesystem::rename(temporary_, target_, error);
    if (error) fail(error.message());
    is_committed_ = true;
}

}  // namespace cli
