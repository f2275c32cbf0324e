// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

#include "capi/session.hpp"

namespace capi_test {
namespace {

defcol_backend_capabilities capabilities_of(int32_t backend) {
    auto capabilities = initialized(defcol_backend_capabilities_init);
    EXPECT_OK(defcol_backend_get_capabilities(backend, &capabilities));
    return capabilities;
}

TEST(Backends, EveryIdHasANameThatLeadsBackToIt) {
    ASSERT_EQ(defcol_backend_count(), 7u);
    std::set<std::string> names;
    for (int32_t backend = 0; backend < 7; ++backend) {
        const auto capabilities = capabilities_of(backend);
        EXPECT_EQ(capabilities.backend, backend);
        EXPECT_TRUE(names.insert(capabilities.name).second);
        for (const char* text : {capabilities.description, capabilities.limits, capabilities.reason}) {
            EXPECT_NE(text, nullptr);
        }
        EXPECT_EQ(capabilities.is_available == 1, *capabilities.reason == '\0');
        EXPECT_EQ(capabilities.exact_queries & ~capabilities.queries, 0u);
        if (capabilities.is_available == 1) {
            EXPECT_NE(capabilities.main_query & capabilities.queries, 0u);
        }
        int32_t found = -1;
        EXPECT_OK(defcol_backend_from_name(capabilities.name, &found));
        EXPECT_EQ(found, backend);
    }
    EXPECT_EQ(names, (std::set<std::string>{"auto", "brute-force", "hash", "ldi", "cone-bvh", "sphere-tree",
                                            "gjk-cut"}));
}

TEST(Backends, UnknownOnesAreUnsupported) {
    auto capabilities = initialized(defcol_backend_capabilities_init);
    auto info = initialized(defcol_option_info_init);
    int32_t backend = 5;
    for (const int32_t unknown : {-1, 7, INT32_MAX, INT32_MIN}) {
        EXPECT_EQ(defcol_backend_get_capabilities(unknown, &capabilities), DEFCOL_ERROR_UNSUPPORTED);
        EXPECT_EQ(defcol_backend_get_option(unknown, 0, &info), DEFCOL_ERROR_UNSUPPORTED);
    }
    EXPECT_EQ(defcol_backend_from_name("octree", &backend), DEFCOL_ERROR_UNSUPPORTED);
    EXPECT_EQ(backend, 0);
    EXPECT_TRUE(message_has("octree"));
    EXPECT_EQ(defcol_backend_from_name("", &backend), DEFCOL_ERROR_UNSUPPORTED);
    EXPECT_EQ(defcol_backend_from_name(nullptr, &backend), DEFCOL_ERROR_NULL_POINTER);
    EXPECT_EQ(defcol_backend_from_name("hash", nullptr), DEFCOL_ERROR_NULL_POINTER);
}

// A detector can be made exactly when the capabilities say so, for every backend and every single query.
TEST(Backends, CapabilitiesTellWhatADetectorCanDo) {
    const Session session;
    for (int32_t backend = 0; backend < 7; ++backend) {
        const auto capabilities = capabilities_of(backend);
        for (uint32_t query = 1; query <= 32; query *= 2) {
            auto desc = initialized(defcol_detector_desc_init);
            desc.backend = backend;
            desc.queries = query;
            defcol_detector detector{77};
            const defcol_status status = defcol_detector_create(session.context, &desc, &detector);
            const bool is_known_query = query <= DEFCOL_QUERY_SPHERE_PAIRS;
            defcol_status expected = DEFCOL_OK;
            if (capabilities.is_available == 0 && is_known_query) {
                expected = DEFCOL_ERROR_BACKEND_UNAVAILABLE;
            } else if ((capabilities.queries & query) == 0) {
                expected = DEFCOL_ERROR_UNSUPPORTED;
            }
            EXPECT_EQ(status, expected) << capabilities.name << " query " << query;
            EXPECT_EQ(detector.value != 0, status == DEFCOL_OK);
        }
    }
}

TEST(Backends, OptionsAreListedAndHaveTheirDefaults) {
    const Session session;
    for (int32_t backend = 0; backend < 7; ++backend) {
        const auto capabilities = capabilities_of(backend);
        auto desc = initialized(defcol_detector_desc_init);
        desc.backend = backend;
        defcol_detector detector{};
        if (capabilities.is_available == 1) {
            ASSERT_OK(defcol_detector_create(session.context, &desc, &detector));
        }
        std::set<int32_t> ids;
        auto info = initialized(defcol_option_info_init);
        for (uint32_t i = 0; i < capabilities.option_count; ++i) {
            ASSERT_OK(defcol_backend_get_option(backend, i, &info));
            EXPECT_TRUE(ids.insert(info.option).second);
            EXPECT_TRUE(info.option < 100 || info.option / 100 == backend) << info.name;
            EXPECT_GT(std::string(info.meaning).size(), 10u);
            if (info.type == DEFCOL_OPTION_TYPE_I64) {
                int64_t value = 0;
                EXPECT_OK(defcol_detector_get_option_i64(detector, info.option, &value));
                EXPECT_EQ(value, info.default_i64);
                EXPECT_OK(defcol_detector_set_option_i64(detector, info.option, info.max_i64));
                EXPECT_OK(defcol_detector_get_option_i64(detector, info.option, &value));
                EXPECT_EQ(value, info.max_i64);
            } else {
                ASSERT_EQ(info.type, DEFCOL_OPTION_TYPE_F64);
                double value = 0;
                EXPECT_OK(defcol_detector_get_option_f64(detector, info.option, &value));
                EXPECT_EQ(value, info.default_f64);
            }
        }
        EXPECT_EQ(defcol_backend_get_option(backend, capabilities.option_count, &info),
                  DEFCOL_ERROR_INDEX_RANGE);
        EXPECT_EQ(defcol_backend_get_option(backend, UINT32_MAX, &info), DEFCOL_ERROR_INDEX_RANGE);
        if (capabilities.is_available == 1) {
            EXPECT_TRUE(ids.contains(DEFCOL_OPTION_INCLUDE_ADJACENT));
            EXPECT_TRUE(ids.contains(DEFCOL_OPTION_SIMD_LEVEL));
        }
    }
}

TEST(Options, WrongIdsTypesAndValuesAreRefused) {
    const Session session;
    const auto detector = session.detector();
    constexpr int32_t option = DEFCOL_OPTION_INCLUDE_ADJACENT;
    EXPECT_EQ(defcol_detector_set_option_i64(detector, option, 2), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_TRUE(message_has("include_adjacent"));
    EXPECT_EQ(defcol_detector_set_option_i64(detector, option, INT64_MIN), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_detector_set_option_f64(detector, option, 1), DEFCOL_ERROR_UNSUPPORTED);
    for (const int32_t unknown : {0, -1, 99, 100000}) {
        EXPECT_EQ(defcol_detector_set_option_i64(detector, unknown, 0), DEFCOL_ERROR_UNSUPPORTED);
    }
    int64_t value = 5;
    EXPECT_EQ(defcol_detector_get_option_i64(detector, 99, &value), DEFCOL_ERROR_UNSUPPORTED);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(defcol_detector_get_option_i64(detector, option, nullptr), DEFCOL_ERROR_NULL_POINTER);
    EXPECT_OK(defcol_detector_get_option_i64(detector, option, &value));
    EXPECT_EQ(value, 0);
}

}  // namespace
}  // namespace capi_test
