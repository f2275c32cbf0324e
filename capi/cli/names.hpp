// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "defcol/defcol.h"

namespace cli {

struct QueryName {
    uint32_t query;
    const char* name;
};

std::span<const QueryName> query_names();

// "triangle-pairs,vertex-tetrahedron" and back. Throws Failure for an unknown name.
std::string names_of_queries(uint32_t queries);
uint32_t queries_of_names(const std::string& names);

const char* name_of_kind(int32_t kind);

// The backend of that name; throws Failure that lists those there are.
int32_t backend_of_name(const std::string& name);
defcol_backend_capabilities capabilities_of(int32_t backend);

// Throws Failure with the library's message if the status is an error.
defcol_status check(defcol_status status, const std::string& context = {});

template <class Struct>
Struct initialized(defcol_status (*init)(Struct*, size_t)) {
    Struct value;
    check(init(&value, sizeof value));
    return value;
}

}  // namespace cli
