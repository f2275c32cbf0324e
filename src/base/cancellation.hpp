// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>

namespace defcol {

// While it lives, pthread_cancel() on this thread has to wait. Cancelling unwinds the stack by force, past
// functions that must not throw and objects in the middle of a change; and it may strike in a hook.
class CancellationShield {
  public:
    CancellationShield() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
    ~CancellationShield() { pthread_setcancelstate(before_, nullptr); }
    CancellationShield(const CancellationShield&) = delete;
    CancellationShield& operator=(const CancellationShield&) = delete;

  private:
    int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace defcol
