// SPDX-License-Identifier: MIT
#include <cstdio>

#include "commands.hpp"
#include "detector_options.hpp"
#include "json_writer.hpp"
#include "names.hpp"

namespace cli {
namespace {

constexpr OptionSpec options[] = {
    {"--json", nullptr, "print an array with one object for each backend"},
    option::help,
};

constexpr CommandSpec spec = {
    "backends",
    "",
    "what each backend can do on this machine",
    "Lists the backends: whether each is available here or why not, which queries it answers and which of\n"
    "those exactly, its limits, and its options with range and default.",
    options,
    0,
    0,
};

struct Backend {
    defcol_backend_capabilities capabilities;
    std::vector<defcol_option_info> options;
};

std::vector<Backend> list_backends() {
    std::vector<Backend> backends;
    for (uint32_t i = 0; i < defcol_backend_count(); ++i) {
        Backend backend{capabilities_of(static_cast<int32_t>(i)), {}};
        for (uint32_t k = 0; k < backend.capabilities.option_count; ++k) {
            auto info = initialized(defcol_option_info_init);
            check(defcol_backend_get_option(static_cast<int32_t>(i), k, &info));
            backend.options.push_back(info);
        }
        backends.push_back(std::move(backend));
    }
    return backends;
}

void write_queries(JsonWriter& json, const char* name, uint32_t queries) {
    json.key(name).begin_array();
    for (const QueryName& entry : query_names()) {
        if ((queries & entry.query) != 0) json.value(entry.name);
    }
    json.end_array();
}

void write_option(JsonWriter& json, const defcol_option_info& info) {
    const bool is_integer = info.type == DEFCOL_OPTION_TYPE_I64;
    json.begin_object();
    json.member("name", info.name).member("meaning", info.meaning);
    json.member("type", is_integer ? "i64" : "f64");
    if (is_integer) {
        json.member("min", info.min_i64).member("max", info.max_i64).member("default", info.default_i64);
    } else {
        json.member("min", info.min_f64).member("max", info.max_f64).member("default", info.default_f64);
    }
    json.end_object();
}

void print_json(const std::vector<Backend>& backends) {
    JsonWriter json;
    json.begin_array();
    for (const Backend& backend : backends) {
        const defcol_backend_capabilities& capabilities = backend.capabilities;
        json.begin_object();
        json.member("name", capabilities.name);
        json.member("available", capabilities.is_available != 0);
        json.member("reason", capabilities.reason);
        json.member("description", capabilities.description);
        write_queries(json, "queries", capabilities.queries);
        write_queries(json, "exact_queries", capabilities.exact_queries);
        json.member("main_query", names_of_queries(capabilities.main_query));
        json.member("limits", capabilities.limits);
        json.key("options").begin_array();
        for (const defcol_option_info& info : backend.options) write_option(json, info);
        json.end_array().end_object();
    }
    json.end_array();
    std::printf("%s\n", json.text().c_str());
}

void print_option(const defcol_option_info& info) {
    if (info.type == DEFCOL_OPTION_TYPE_I64) {
        std::printf("    %s (%lld to %lld, default %lld): %s\n", info.name,
                    static_cast<long long>(info.min_i64), static_cast<long long>(info.max_i64),
                    static_cast<long long>(info.default_i64), info.meaning);
    } else {
        std::printf("    %s (%g to %g, default %g): %s\n", info.name, info.min_f64, info.max_f64,
                    info.default_f64, info.meaning);
    }
}

void print_text(const std::vector<Backend>& backends) {
    std::printf("libdefcol %s\n", defcol_version_string());
    for (const Backend& backend : backends) {
        const defcol_backend_capabilities& capabilities = backend.capabilities;
        std::printf("\n%s: %s\n", capabilities.name,
                    capabilities.is_available != 0 ? capabilities.description : "not available");
        if (capabilities.is_available == 0) std::printf("  reason: %s\n", capabilities.reason);
        if (capabilities.queries == 0) continue;
        std::printf("  queries:");
        for (const QueryName& entry : query_names()) {
            if ((capabilities.queries & entry.query) == 0) continue;
            std::printf(" %s%s%s", entry.name,
                        (capabilities.exact_queries & entry.query) != 0 ? "" : " (approximate)",
                        capabilities.main_query == entry.query ? " (main)" : "");
        }
        std::printf("\n");
        if (*capabilities.limits != '\0') std::printf("  limits: %s\n", capabilities.limits);
        if (!backend.options.empty()) std::printf("  options:\n");
        for (const defcol_option_info& info : backend.options) print_option(info);
    }
}

int run(const Arguments& arguments) {
    const std::vector<Backend> backends = list_backends();
    arguments.has("--json") ? print_json(backends) : print_text(backends);
    return done;
}

}  // namespace

const Command backends_command = {&spec, run};

}  // namespace cli
