// SPDX-License-Identifier: MIT
#include "base/cancellation.hpp"

#include <gtest/gtest.h>

namespace defcol {
namespace {

int cancel_state() {
    int state = 0;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    pthread_setcancelstate(state, nullptr);
    return state;
}

TEST(CancellationShield, HoldsWhileItLivesAndLeavesTheStateItFound) {
    ASSERT_EQ(cancel_state(), PTHREAD_CANCEL_ENABLE);
    {
        const CancellationShield outer;
        EXPECT_EQ(cancel_state(), PTHREAD_CANCEL_DISABLE);
        { const CancellationShield inner; }
        EXPECT_EQ(cancel_state(), PTHREAD_CANCEL_DISABLE) << "the host's own choice, or an outer shield";
    }
    EXPECT_EQ(cancel_state(), PTHREAD_CANCEL_ENABLE);
}

}  // namespace
}  // namespace defcol
