// SPDX-License-Identifier: MIT
#include "base/output_stream.hpp"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace defcol {

bool OutputStream::open(const char* path) noexcept {
    do {
        file_ = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    } while (file_ < 0 && errno == EINTR);
    if (file_ < 0) error_ = errno;
    return file_ >= 0;
}

bool OutputStream::write(std::span<const Chunk> chunks) noexcept {
    constexpr std::size_t most = 16;  // pieces in one call; any system takes so many
    while (!chunks.empty()) {
        iovec pieces[most];
        const std::size_t count = std::min(most, chunks.size());
        std::size_t bytes = 0;
        for (std::size_t i = 0; i < count; ++i) {
            pieces[i] = {const_cast<void*>(chunks[i].data), chunks[i].size};
            bytes += chunks[i].size;
        }
        std::size_t first = 0;
        while (bytes > 0) {
            const ssize_t written = ::writev(file_, pieces + first, static_cast<int>(count - first));
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) {
                error_ = written < 0 ? errno : EIO;
                return false;
            }
            // The system may take less than all of it.
            auto left = static_cast<std::size_t>(written);
            bytes -= left;
            while (first < count && left >= pieces[first].iov_len) left -= pieces[first++].iov_len;
            if (first < count) {
                pieces[first].iov_base = static_cast<char*>(pieces[first].iov_base) + left;
                pieces[first].iov_len -= left;
            }
        }
        chunks = chunks.subspan(count);
    }
    return true;
}

bool OutputStream::close() noexcept {
    if (file_ < 0) return true;
    const bool is_closed = ::close(file_) == 0;
    if (!is_closed) error_ = errno;
    file_ = -1;
    return is_closed;
}

const char* OutputStream::reason() const noexcept {
    // Not strerror: it may allocate, and another thread may call it.
    switch (error_) {
        case EACCES:
        case EPERM:
            return "not permitted";
        case ENOENT:
            return "no such folder";
        case ENOTDIR:
            return "a part of the path is no folder";
        case EISDIR:
            return "it is a folder";
        case ENOSPC:
        case EDQUOT:
            return "the disk is full";
        case EROFS:
            return "the file system is read-only";
        case EMFILE:
        case ENFILE:
            return "too many open files";
        case EFBIG:
            return "it would be too large";
        default:
            return "the system refused";
    }
}

const char* trusted_environment(const char* name) noexcept {
#if defined(__GLIBC__)
    return secure_getenv(name);
#else
    return getuid() == geteuid() && getgid() == getegid() ? std::getenv(name) : nullptr;
#endif
}

int64_t current_process() noexcept {
    return getpid();
}

}  // namespace defcol
