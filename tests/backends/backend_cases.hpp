// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "backends/detector_session.hpp"

namespace suite {

// A backend and the exact queries the suite puts to it.
struct BackendCase {
    const char* name;
    int32_t backend;
    uint32_t queries;

    SessionOptions options() const { return {.backend = backend, .queries = queries}; }
    // The same question to the reference.
    SessionOptions reference() const { return {.queries = queries}; }
};

inline constexpr uint32_t both_queries = DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON;

// A backend joins the suite by a line for each set of queries it answers exactly.
inline const std::vector<BackendCase>& backend_cases() {
    static const std::vector<BackendCase> cases = {
        {"BruteForceTrianglePairs", DEFCOL_BACKEND_BRUTE_FORCE, DEFCOL_QUERY_TRIANGLE_PAIRS},
        {"BruteForceVertices", DEFCOL_BACKEND_BRUTE_FORCE, DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON},
        {"BruteForceBoth", DEFCOL_BACKEND_BRUTE_FORCE, both_queries},
        {"HashTrianglePairs", DEFCOL_BACKEND_HASH, DEFCOL_QUERY_TRIANGLE_PAIRS},
        {"HashVertices", DEFCOL_BACKEND_HASH, DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON},
        {"HashBoth", DEFCOL_BACKEND_HASH, both_queries},
        {"GjkCutTrianglePairs", DEFCOL_BACKEND_GJK_CUT, DEFCOL_QUERY_TRIANGLE_PAIRS},
        {"AutoTrianglePairs", DEFCOL_BACKEND_AUTO, DEFCOL_QUERY_TRIANGLE_PAIRS},
        {"ConeBvhTrianglePairs", DEFCOL_BACKEND_CONE_BVH, DEFCOL_QUERY_TRIANGLE_PAIRS},
        {"SphereTreeTrianglePairs", DEFCOL_BACKEND_SPHERE_TREE, DEFCOL_QUERY_TRIANGLE_PAIRS},
    };
    return cases;
}

inline void PrintTo(const BackendCase& backend, std::ostream* out) {
    *out << backend.name;
}

class BackendSuite : public testing::TestWithParam<BackendCase> {};

// Small scenes that have something to say to the case's queries.
std::vector<scenes::Scene> scenes_for(const BackendCase& backend);

// One of each family, all with contacts, for tests that repeat a scene many times.
std::vector<scenes::Scene> few_scenes_for(const BackendCase& backend);

}  // namespace suite

// Runs the tests of a fixture derived from BackendSuite for every backend.
#define DEFCOL_FOR_EVERY_BACKEND(Fixture)                                               \
    INSTANTIATE_TEST_SUITE_P(Every, Fixture, testing::ValuesIn(suite::backend_cases()), \
                             [](const auto& test) { return std::string(test.param.name); })
