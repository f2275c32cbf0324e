// SPDX-License-Identifier: MIT
#include "guard.hpp"

#include <gtest/gtest.h>

#include <new>
#include <string>
#include <thread>

#include "capi/session.hpp"

namespace capi_test {
namespace {

using defcol::Error;
using defcol::guarded;

TEST(Guard, TurnsEveryExceptionIntoAStatusAndAMessage) {
    EXPECT_EQ(guarded("f", [] { throw Error(DEFCOL_ERROR_INDEX_RANGE, "triangle %d", 7); }),
              DEFCOL_ERROR_INDEX_RANGE);
    EXPECT_STREQ(defcol_last_error_message(), "f: triangle 7");
    EXPECT_EQ(guarded("g", [] { throw std::bad_alloc(); }), DEFCOL_ERROR_OUT_OF_MEMORY);
    EXPECT_TRUE(message_has("g: out of memory"));
    EXPECT_EQ(guarded("h", [] { throw 1; }), DEFCOL_ERROR_INTERNAL);
    EXPECT_TRUE(message_has("h: "));
}

TEST(Guard, PassesTheStatusOfTheBodyOn) {
    EXPECT_EQ(guarded("f", [] {}), DEFCOL_OK);
    EXPECT_EQ(guarded("f", [] { return int32_t{DEFCOL_TRUNCATED}; }), DEFCOL_TRUNCATED);
}

TEST(Guard, ClearsAnOutputOnEveryErrorPath) {
    int64_t output = 5;
    EXPECT_EQ(guarded("f", &output, [] { throw std::bad_alloc(); }), DEFCOL_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(output, 0);
    output = 5;
    {
        const defcol::HookScope hook;
        EXPECT_EQ(guarded("f", &output, [] {}), DEFCOL_ERROR_BUSY);
    }
    EXPECT_EQ(output, 0);
    EXPECT_EQ(guarded("f", static_cast<int64_t*>(nullptr), [] {}), DEFCOL_ERROR_NULL_POINTER);
}

TEST(LastErrorMessage, BelongsToTheThreadAndOutlivesSuccess) {
    EXPECT_EQ(defcol_mesh_set_user_data({0}, 1), DEFCOL_ERROR_BAD_HANDLE);
    const std::string message = defcol_last_error_message();
    EXPECT_EQ(message.rfind("defcol_mesh_set_user_data: ", 0), 0u);
    std::string other = "not run";
    std::thread([&] { other = defcol_last_error_message(); }).join();
    EXPECT_EQ(other, "");
    EXPECT_OK(defcol_mesh_destroy({0}));
    EXPECT_EQ(message, defcol_last_error_message());
}

TEST(StatusName, NamesEveryStatus) {
    EXPECT_STREQ(defcol_status_name(DEFCOL_OK), "DEFCOL_OK");
    EXPECT_STREQ(defcol_status_name(DEFCOL_INCOMPLETE), "DEFCOL_INCOMPLETE");
    for (defcol_status status = DEFCOL_ERROR_FILE; status < 0; ++status) {
        EXPECT_EQ(std::string(defcol_status_name(status)).rfind("DEFCOL_ERROR_", 0), 0u) << status;
    }
    for (const defcol_status unknown : {DEFCOL_ERROR_FILE - 1, 3, INT32_MAX, INT32_MIN}) {
        EXPECT_STREQ(defcol_status_name(unknown), "DEFCOL_UNKNOWN_STATUS");
    }
}

TEST(Version, MacrosNumberAndTextAgree) {
    EXPECT_EQ(defcol_version_number(), uint32_t{DEFCOL_VERSION_NUMBER});
    EXPECT_STREQ(defcol_version_string(), DEFCOL_VERSION_STRING);
    EXPECT_EQ(std::to_string(DEFCOL_VERSION_MAJOR) + "." + std::to_string(DEFCOL_VERSION_MINOR) + "." +
                  std::to_string(DEFCOL_VERSION_PATCH),
              DEFCOL_VERSION_STRING);
}

}  // namespace
}  // namespace capi_test
