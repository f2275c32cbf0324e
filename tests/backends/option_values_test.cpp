// SPDX-License-Identifier: MIT
#include "backends/option_values.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/status.hpp"
#include "defcol/defcol.h"

namespace defcol {
namespace {

constexpr int32_t own_integer = 901;
constexpr int32_t own_real = 902;
constexpr OptionInfo own_options[] = {
    OptionInfo::integer(own_integer, "own_integer", "for this test", -5, 5, 2),
    OptionInfo::real(own_real, "own_real", "for this test", 0.5, 1.5, 1.0),
};

template <class Call>
int32_t status_of(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.message()), "");
        return error.status();
    }
    return status::ok;
}

TEST(OptionValues, StartWithTheDefaultsOfEveryBackendAndOfTheirOwn) {
    Memory memory;
    const OptionValues values(memory, own_options);
    for (const OptionInfo& info : common_options()) {
        EXPECT_TRUE(values.has(info.id)) << info.name;
        EXPECT_EQ(values.i64(info.id), info.default_i64) << info.name;
    }
    EXPECT_EQ(values.i64(own_integer), 2);
    EXPECT_EQ(values.f64(own_real), 1.0);
    EXPECT_FALSE(values.has(903));
}

TEST(OptionValues, TakeWhatIsInRangeAndCountTheChanges) {
    Memory memory;
    OptionValues values(memory, own_options);
    const uint64_t before = values.version();
    values.set_i64(own_integer, -5);
    values.set_f64(own_real, 1.5);
    EXPECT_EQ(values.i64(own_integer), -5);
    EXPECT_EQ(values.f64(own_real), 1.5);
    EXPECT_EQ(values.version(), before + 2);
}

TEST(OptionValues, RefuseWhatIsOutOfRangeUnknownOrOfTheOtherTypeAndKeepTheOldValue) {
    Memory memory;
    OptionValues values(memory, own_options);
    for (const int64_t bad : {int64_t{-6}, int64_t{6}, INT64_MIN, INT64_MAX}) {
        EXPECT_EQ(status_of([&] { values.set_i64(own_integer, bad); }), status::invalid_argument);
    }
    for (const double bad : {0.4, 1.6, std::nan(""), HUGE_VAL, -HUGE_VAL}) {
        EXPECT_EQ(status_of([&] { values.set_f64(own_real, bad); }), status::invalid_argument);
    }
    EXPECT_EQ(status_of([&] { values.set_i64(own_real, 1); }), status::unsupported);
    EXPECT_EQ(status_of([&] { values.set_f64(own_integer, 1); }), status::unsupported);
    EXPECT_EQ(status_of([&] { values.set_i64(903, 1); }), status::unsupported);
    EXPECT_EQ(status_of([&] { static_cast<void>(values.f64(own_integer)); }), status::unsupported);
    EXPECT_EQ(values.i64(own_integer), 2);
    EXPECT_EQ(values.f64(own_real), 1.0);
    EXPECT_EQ(values.version(), OptionValues(memory, own_options).version());
}

}  // namespace
}  // namespace defcol
