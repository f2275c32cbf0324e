// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "capi/session.hpp"

namespace capi_test {
namespace {

class Limits : public testing::Test {
  protected:
    void SetUp() override {
        detector_ = session_.detector_of({session_.mesh(sheet(12)), session_.mesh(sheet(12, 0.3, 0.41))});
        ASSERT_OK(defcol_detector_detect(detector_, nullptr));
        all_ = contacts_of(detector_);
        ASSERT_GT(all_.size(), 10u);
    }

    Session session_;
    defcol_detector detector_{};
    std::vector<Contact> all_;
    defcol_detect_options options_ = initialized(defcol_detect_options_init);
    defcol_contacts view_ = initialized(defcol_contacts_init);
};

TEST_F(Limits, MaxContactsKeepsTheFirstAndTellsTheTotal) {
    for (const uint64_t limit : {uint64_t{0}, uint64_t{1}, uint64_t{7}, uint64_t{all_.size() - 1}}) {
        options_.max_contacts = limit;
        EXPECT_EQ(defcol_detector_detect(detector_, &options_), DEFCOL_TRUNCATED);
        ASSERT_OK(defcol_detector_contacts(detector_, &view_));
        EXPECT_EQ(view_.is_truncated, 1u);
        EXPECT_EQ(view_.is_incomplete, 0u);
        EXPECT_EQ(view_.total, all_.size());
        EXPECT_EQ(contacts_of(detector_), std::vector<Contact>(all_.begin(), all_.begin() + int64_t(limit)));
    }
    options_.max_contacts = all_.size();
    EXPECT_OK(defcol_detector_detect(detector_, &options_));
    EXPECT_EQ(contacts_of(detector_), all_);
}

TEST_F(Limits, BudgetsAndCancelEndWithTrueContacts) {
    int32_t cancel = 1;
    for (int kind = 0; kind < 3; ++kind) {
        options_ = initialized(defcol_detect_options_init);
        if (kind == 0) options_.time_budget_seconds = 0;
        if (kind == 1) options_.test_budget = 0;
        if (kind == 2) options_.cancel = &cancel;
        EXPECT_EQ(defcol_detector_detect(detector_, &options_), DEFCOL_INCOMPLETE) << kind;
        ASSERT_OK(defcol_detector_contacts(detector_, &view_));
        EXPECT_EQ(view_.is_incomplete, 1u);
        EXPECT_GE(view_.finished_fraction, 0.0);
        EXPECT_LT(view_.finished_fraction, 1.0);
        for (const Contact& contact : contacts_of(detector_)) {
            EXPECT_TRUE(std::binary_search(all_.begin(), all_.end(), contact));
        }
    }
    cancel = 0;
    options_.time_budget_seconds = 3600;
    EXPECT_OK(defcol_detector_detect(detector_, &options_));
    EXPECT_EQ(contacts_of(detector_), all_);
}

TEST_F(Limits, BothAtOnceAreIncompleteWithBothFlags) {
    auto statistics = initialized(defcol_statistics_init);
    ASSERT_OK(defcol_detector_get_statistics(detector_, &statistics));
    options_.test_budget = statistics.candidate_count - 1;
    options_.max_contacts = 1;
    EXPECT_EQ(defcol_detector_detect(detector_, &options_), DEFCOL_INCOMPLETE);
    ASSERT_OK(defcol_detector_contacts(detector_, &view_));
    EXPECT_EQ(view_.is_incomplete, 1u);
    EXPECT_EQ(view_.is_truncated, 1u);
    EXPECT_GE(view_.total, view_.count);
}

TEST_F(Limits, WrongOptionsAreRefusedAndTheContactsStay) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const double budget : {nan, -1.0, -infinity, -1e-300}) {
        options_.time_budget_seconds = budget;
        EXPECT_EQ(defcol_detector_detect(detector_, &options_), DEFCOL_ERROR_INVALID_ARGUMENT) << budget;
        EXPECT_TRUE(message_has("time_budget_seconds"));
    }
    options_ = initialized(defcol_detect_options_init);
    options_.flags = 1;
    EXPECT_EQ(defcol_detector_detect(detector_, &options_), DEFCOL_ERROR_INVALID_ARGUMENT);
    options_ = initialized(defcol_detect_options_init);
    alignas(8) char place[16] = {};
    options_.cancel = reinterpret_cast<int32_t*>(place + 2);
    EXPECT_EQ(defcol_detector_detect(detector_, &options_), DEFCOL_ERROR_INVALID_ARGUMENT);
    options_.struct_size = 3;
    EXPECT_EQ(defcol_detector_detect(detector_, &options_), DEFCOL_ERROR_BAD_STRUCT_SIZE);
    EXPECT_EQ(contacts_of(detector_), all_);
}

}  // namespace
}  // namespace capi_test
