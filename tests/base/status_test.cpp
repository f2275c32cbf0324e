// SPDX-License-Identifier: MIT
#include "base/status.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <set>

namespace defcol {
namespace {

TEST(Status, NumbersArePinned) {
    const int32_t all[] = {status::ok,
                           status::truncated,
                           status::incomplete,
                           status::invalid_argument,
                           status::bad_handle,
                           status::out_of_memory,
                           status::unsupported,
                           status::busy,
                           status::non_finite,
                           status::out_of_range,
                           status::index_range,
                           status::size_overflow,
                           status::not_closed,
                           status::backend_unavailable,
                           status::device_lost,
                           status::forked,
                           status::bad_struct_size,
                           status::null_pointer,
                           status::bad_data,
                           status::internal,
                           status::file};
    const int32_t pinned[] = {0,  1,   2,   -1,  -2,  -3,  -4,  -5,  -6,  -7, -8,
                              -9, -10, -11, -12, -13, -14, -15, -16, -17, -18};
    ASSERT_EQ(std::size(all), std::size(pinned));
    for (size_t i = 0; i < std::size(all); ++i) EXPECT_EQ(all[i], pinned[i]) << "number " << i;
    EXPECT_EQ(std::set<int32_t>(std::begin(all), std::end(all)).size(), std::size(all));
}

}  // namespace
}  // namespace defcol
