// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace defcol {

// Sleeping on a 32-bit word. It has no state and so nothing to destroy, unlike a condition variable,
// whose destruction in a forked child waits for sleepers that no longer exist.

// Returns when woken, and at once when the word no longer holds `expected`; may return for no reason.
void sleep_while_equal(std::atomic<uint32_t>& word, uint32_t expected) noexcept;

void wake_sleepers(std::atomic<uint32_t>& word, uint32_t most) noexcept;

}  // namespace defcol
