// SPDX-License-Identifier: MIT
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>

namespace capi_test {

// Bytes that end where the address space ends: whoever reads or writes one more is stopped by the system.
class GuardedMemory {
  public:
    explicit GuardedMemory(std::size_t size) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        const std::size_t usable = (size + page - 1) / page * page;
        mapped_ = usable + page;
        base_ = static_cast<char*>(
            mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        if (base_ == MAP_FAILED || mprotect(base_ + usable, page, PROT_NONE) != 0) {
            throw std::runtime_error("no guarded memory");
        }
        start_ = base_ + usable - size;
    }
    GuardedMemory(const void* data, std::size_t size) : GuardedMemory(size) {
        std::memcpy(start_, data, size);
    }
    ~GuardedMemory() { munmap(base_, mapped_); }
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    template <class T>
    T* as() const {
        return reinterpret_cast<T*>(start_);
    }

  private:
    char* base_;
    char* start_;
    std::size_t mapped_;
};

}  // namespace capi_test
