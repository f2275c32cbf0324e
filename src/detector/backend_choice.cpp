// SPDX-License-Identifier: MIT
#include "detector/backend_choice.hpp"

#include "base/error.hpp"
#include "base/status.hpp"
#include "defcol/defcol.h"

namespace defcol {

namespace {

constexpr uint32_t known_queries = DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON |
                                   DEFCOL_QUERY_VERTEX_IN_VOLUME | DEFCOL_QUERY_INTERSECTION_VOLUME |
                                   DEFCOL_QUERY_SPHERE_PAIRS;

struct Preference {
    int32_t backend;
    const char* reason;
};

// Best first; the first one that is available and answers every query exactly is taken.
constexpr Preference preferences[] = {
    {DEFCOL_BACKEND_HASH, "spatial hashing answers these queries exactly in linear time"},
    {DEFCOL_BACKEND_BRUTE_FORCE, "no faster backend answers all these queries exactly"},
};

// For queries that no backend answers exactly.
constexpr Preference approximate_preferences[] = {
    {DEFCOL_BACKEND_LDI, "only layered depth images measure volumes; they state their error"},
};

bool is_available(const BackendInfo& info) {
    return reason_unavailable(info)[0] == '\0';
}

}  // namespace

BackendChoice find_automatic_choice(uint32_t queries) {
    if (queries == 0) queries = DEFCOL_QUERY_TRIANGLE_PAIRS;
    for (const Preference& preference : preferences) {
        const BackendInfo* info = find_backend(preference.backend);
        if (info != nullptr && (queries & ~info->exact_queries) == 0 && is_available(*info)) {
            return {info, preference.reason, queries};
        }
    }
    for (const Preference& preference : approximate_preferences) {
        const BackendInfo* info = find_backend(preference.backend);
        if (info != nullptr && (queries & ~info->queries) == 0 && is_available(*info)) {
            return {info, preference.reason, queries};
        }
    }
    return {nullptr, "", queries};
}

BackendChoice choose_backend(int32_t backend, uint32_t queries) {
    if ((queries & ~known_queries) != 0) {
        throw Error(status::unsupported, "query mask %#x has bits %#x that name no query", queries,
                    queries & ~known_queries);
    }
    if (backend == DEFCOL_BACKEND_AUTO) {
        const BackendChoice choice = find_automatic_choice(queries);
        if (choice.info == nullptr) {
            throw Error(status::unsupported,
                        "no backend answers the queries %#x together; see defcol_backend_get_capabilities",
                        queries);
        }
        return choice;
    }
    const BackendInfo* info = find_backend(backend);
    if (info == nullptr) {
        if (backend > 0 && backend <= DEFCOL_BACKEND_GJK_CUT) {
            throw Error(status::backend_unavailable, "backend %d is not built into this library", backend);
        }
        throw Error(status::unsupported, "there is no backend %d", backend);
    }
    if (!is_available(*info)) {
        throw Error(status::backend_unavailable, "backend %s: %s", info->name, reason_unavailable(*info));
    }
    if ((queries & ~info->queries) != 0) {
        throw Error(status::unsupported, "backend %s cannot answer queries %#x; it answers %#x", info->name,
                    queries & ~info->queries, info->queries);
    }
    return {info, "", queries != 0 ? queries : info->main_query};
}

}  // namespace defcol
