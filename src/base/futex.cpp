// SPDX-License-Identifier: MIT
#include "base/futex.hpp"

#if defined(__linux__)

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace defcol {

static_assert(sizeof(std::atomic<uint32_t>) == sizeof(uint32_t) &&
              std::atomic<uint32_t>::is_always_lock_free);

// errno is the host's: a call into the library must not be seen to change it.
void sleep_while_equal(std::atomic<uint32_t>& word, uint32_t expected) noexcept {
    const int saved = errno;
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
    errno = saved;
}

void wake_sleepers(std::atomic<uint32_t>& word, uint32_t most) noexcept {
    const int saved = errno;
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, std::min<uint32_t>(most, INT_MAX), nullptr, nullptr, 0);
    errno = saved;
}

}  // namespace defcol

#else

namespace defcol {

void sleep_while_equal(std::atomic<uint32_t>& word, uint32_t expected) noexcept {
    word.wait(expected);
}

void wake_sleepers(std::atomic<uint32_t>& word, uint32_t) noexcept {
    word.notify_all();
}

}  // namespace defcol

#endif
