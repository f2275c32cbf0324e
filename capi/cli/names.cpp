// SPDX-License-Identifier: MIT
#include "names.hpp"

#include "errors.hpp"
#include "printable.hpp"

namespace cli {
namespace {

constexpr QueryName names[] = {
    {DEFCOL_QUERY_TRIANGLE_PAIRS, "triangle-pairs"},
    {DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON, "vertex-tetrahedron"},
    {DEFCOL_QUERY_VERTEX_IN_VOLUME, "vertex-volume"},
    {DEFCOL_QUERY_INTERSECTION_VOLUME, "intersection-volume"},
    {DEFCOL_QUERY_SPHERE_PAIRS, "sphere-pairs"},
};

}  // namespace

std::span<const QueryName> query_names() {
    return names;
}

std::string names_of_queries(uint32_t queries) {
    std::string result;
    for (const QueryName& entry : names) {
        if ((queries & entry.query) == 0) continue;
        if (!result.empty()) result += ',';
        result += entry.name;
    }
    return result;
}

uint32_t queries_of_names(const std::string& list) {
    uint32_t queries = 0;
    std::size_t start = 0;
    while (start <= list.size()) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        const std::string name = list.substr(start, end - start);
        uint32_t query = 0;
        for (const QueryName& entry : names) {
            if (name == entry.name) query = entry.query;
        }
        if (query == 0) {
            throw Failure("unknown query \"" + printable(name) +
                          "\": there are triangle-pairs, vertex-tetrahedron, vertex-volume, "
                          "intersection-volume and sphere-pairs");
        }
        queries |= query;
        start = end + 1;
    }
    return queries;
}

const char* name_of_kind(int32_t kind) {
    switch (kind) {
        case DEFCOL_CONTACT_TRIANGLE_PAIR:
            return "triangle-pair";
        case DEFCOL_CONTACT_VERTEX_IN_TETRAHEDRON:
            return "vertex-tetrahedron";
        case DEFCOL_CONTACT_VERTEX_IN_VOLUME:
            return "vertex-volume";
        case DEFCOL_CONTACT_INTERSECTION_VOLUME:
            return "intersection-volume";
        case DEFCOL_CONTACT_SPHERE_PAIR:
            return "sphere-pair";
        default:
            return "unknown";
    }
}

int32_t backend_of_name(const std::string& name) {
    int32_t backend = 0;
    if (defcol_backend_from_name(name.c_str(), &backend) == DEFCOL_OK) return backend;
    std::string known;
    for (uint32_t i = 0; i < defcol_backend_count(); ++i) {
        known += (i == 0 ? "" : ", ") + std::string(capabilities_of(static_cast<int32_t>(i)).name);
    }
    throw Failure("unknown backend \"" + printable(name) + "\": there are " + known);
}

defcol_backend_capabilities capabilities_of(int32_t backend) {
    auto capabilities = initialized(defcol_backend_capabilities_init);
    check(defcol_backend_get_capabilities(backend, &capabilities));
    return capabilities;
}

defcol_status check(defcol_status status, const std::string& context) {
    if (status >= 0) return status;
    throw Failure((context.empty() ? "" : context + ": ") + defcol_status_name(status) + ": " +
                  defcol_last_error_message());
}

}  // namespace cli
