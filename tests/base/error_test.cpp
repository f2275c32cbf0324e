// SPDX-License-Identifier: MIT
#include "base/error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace defcol {
namespace {

TEST(Error, CarriesStatusAndFormattedMessage) {
    const Error error(-8, "triangle %d uses vertex %u of %u", 7, 12u, 10u);
    EXPECT_EQ(error.status(), -8);
    EXPECT_STREQ(error.message(), "triangle 7 uses vertex 12 of 10");
}

TEST(Error, CutsALongMessageAndShowsThatItWasCut) {
    const std::string text(5000, 'x');
    const Error error(-1, "%s", text.c_str());
    const std::string message = error.message();
    EXPECT_LT(message.size(), 512u);
    EXPECT_GT(message.size(), 400u);
    EXPECT_EQ(message.substr(message.size() - 3), "...");
    EXPECT_EQ(message.find_first_not_of('x'), message.size() - 3);
}

TEST(Error, KeepsAMessageThatJustFits) {
    const std::string text(507, 'y');
    EXPECT_EQ(Error(-1, "%s", text.c_str()).message(), text);
}

TEST(Error, IsPlainDataSoThatCopyingItCannotFail) {
    EXPECT_TRUE(std::is_trivially_copyable_v<Error>);
    EXPECT_EQ(sizeof(Error), 512u);
}

}  // namespace
}  // namespace defcol
