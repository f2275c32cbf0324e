// SPDX-License-Identifier: MIT
#include "detector/backend_choice.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/error.hpp"
#include "base/status.hpp"
#include "defcol/defcol.h"

namespace defcol {
namespace {

int32_t status_of_choice(int32_t backend, uint32_t queries) {
    try {
        choose_backend(backend, queries);
    } catch (const Error& error) {
        return error.status();
    }
    return status::ok;
}

TEST(BackendChoice, AutoTakesABackendThatAnswersEveryQueryExactlyAndSaysWhy) {
    for (const uint32_t queries :
         {0U, uint32_t{DEFCOL_QUERY_TRIANGLE_PAIRS}, uint32_t{DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON},
          uint32_t{DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON}}) {
        const BackendChoice choice = choose_backend(DEFCOL_BACKEND_AUTO, queries);
        ASSERT_NE(choice.info, nullptr);
        EXPECT_EQ(choice.queries, queries == 0 ? uint32_t{DEFCOL_QUERY_TRIANGLE_PAIRS} : queries);
        EXPECT_EQ(choice.queries & ~choice.info->exact_queries, 0U);
        EXPECT_NE(std::string(choice.reason), "");
        EXPECT_EQ(std::string(reason_unavailable(*choice.info)), "");
        EXPECT_EQ(find_automatic_choice(queries).info, choice.info);
    }
}

TEST(BackendChoice, AHostsChoiceIsTakenAndZeroMeansItsMainQuery) {
    for (const BackendInfo* info : backend_registry()) {
        if (reason_unavailable(*info)[0] != '\0') continue;
        const BackendChoice choice = choose_backend(info->id, 0);
        EXPECT_EQ(choice.info, info);
        EXPECT_EQ(choice.queries, info->main_query);
        EXPECT_EQ(std::string(choice.reason), "");
        EXPECT_EQ(choose_backend(info->id, info->queries).queries, info->queries);
    }
}

TEST(BackendChoice, RefusesQueriesAndBackendsThatAreNotThere) {
    for (const BackendInfo* info : backend_registry()) {
        constexpr uint32_t every_query = 2 * DEFCOL_QUERY_SPHERE_PAIRS - 1;
        const uint32_t unanswered = every_query & ~info->queries;
        if (unanswered == 0 || reason_unavailable(*info)[0] != '\0') continue;
        EXPECT_EQ(status_of_choice(info->id, unanswered), status::unsupported) << info->name;
        EXPECT_EQ(status_of_choice(info->id, every_query), status::unsupported) << info->name;
    }
    EXPECT_EQ(status_of_choice(DEFCOL_BACKEND_AUTO, uint32_t{1} << 20), status::unsupported);
    EXPECT_EQ(status_of_choice(-1, 0), status::unsupported);
    EXPECT_EQ(status_of_choice(DEFCOL_BACKEND_GJK_CUT + 1, 0), status::unsupported);
    for (int32_t id = 1; id <= DEFCOL_BACKEND_GJK_CUT; ++id) {
        if (find_backend(id) == nullptr) {
            EXPECT_EQ(status_of_choice(id, 0), status::backend_unavailable) << id;
        }
    }
}

TEST(BackendRegistry, IsCompleteAndConsistent) {
    for (const BackendInfo* info : backend_registry()) {
        EXPECT_EQ(find_backend(info->id), info);
        EXPECT_EQ(info->main_query & ~info->queries, 0U) << info->name;
        EXPECT_NE(info->main_query, 0U) << info->name;
        EXPECT_EQ(info->exact_queries & ~info->queries, 0U) << info->name;
        for (const OptionInfo& option : info->options) {
            EXPECT_EQ(option.id / 100, info->id) << option.name << ": options begin at 100 times the id";
            EXPECT_NE(std::string(option.meaning), "") << option.name;
        }
    }
}

}  // namespace
}  // namespace defcol
