// SPDX-License-Identifier: MIT
#include "backends/backend.hpp"

#include <cstring>

#include "backend_names.hpp"
#include "defcol/defcol.h"
#include "detector/backend_choice.hpp"
#include "guard.hpp"
#include "struct_io.hpp"

using namespace defcol;  // NOLINT(google-build-using-namespace): the whole file translates into it

namespace {

void check_backend(int32_t backend) {
    if (!backend_is_known(backend)) {
        throw Error(status::unsupported, "there is no backend %d: ids are 0 to %u", backend,
                    backend_id_count() - 1);
    }
}

void describe_auto(defcol_backend_capabilities& capabilities) {
    capabilities.is_available = 1;
    capabilities.main_query = find_automatic_choice(0).queries;
    for (uint32_t query = 1; query <= DEFCOL_QUERY_SPHERE_PAIRS; query *= 2) {
        // The choice itself is asked, so that what is said here is what a detector will do.
        const BackendInfo* info = find_automatic_choice(query).info;
        if (info == nullptr) continue;
        capabilities.queries |= query;
        capabilities.exact_queries |= info->exact_queries & query;
    }
    capabilities.option_count = static_cast<uint32_t>(common_options().size());
    capabilities.description = "chooses the backend by the queries asked for";
    capabilities.limits = "those of the backend it chooses: defcol_statistics names it";
    capabilities.reason = "";
}

void describe_missing(defcol_backend_capabilities& capabilities) {
    capabilities.description = "";
    capabilities.limits = "";
    capabilities.reason = "not built into this library";
}

void describe(const BackendInfo& info, defcol_backend_capabilities& capabilities) {
    capabilities.reason = reason_unavailable(info);
    capabilities.is_available = *capabilities.reason == '\0' ? 1 : 0;
    capabilities.queries = info.queries;
    capabilities.main_query = info.main_query;
    capabilities.exact_queries = info.exact_queries;
    capabilities.option_count = static_cast<uint32_t>(common_options().size() + info.options.size());
    capabilities.description = info.description;
    capabilities.limits = info.limits;
    if (info.device != nullptr) capabilities.device = info.device();
    if (info.device_reason != nullptr) capabilities.device_reason = info.device_reason();
}

defcol_backend_capabilities capabilities_of(int32_t backend) {
    defcol_backend_capabilities capabilities{};
    capabilities.backend = backend;
    capabilities.name = backend_name(backend);
    capabilities.device = "";
    capabilities.device_reason = "";
    if (backend == DEFCOL_BACKEND_AUTO) {
        describe_auto(capabilities);
    } else if (const BackendInfo* info = find_backend(backend); info != nullptr) {
        describe(*info, capabilities);
    } else {
        describe_missing(capabilities);
    }
    return capabilities;
}

// Options every backend has come first. The caller has checked the index.
const OptionInfo& option_at(int32_t backend, uint32_t index) {
    const std::span<const OptionInfo> common = common_options();
    return index < common.size() ? common[index] : find_backend(backend)->options[index - common.size()];
}

defcol_option_info to_struct(const OptionInfo& option) {
    defcol_option_info info{};
    info.option = option.id;
    info.type = static_cast<int32_t>(option.type);
    info.name = option.name;
    info.meaning = option.meaning;
    info.min_i64 = option.min_i64;
    info.max_i64 = option.max_i64;
    info.default_i64 = option.default_i64;
    info.min_f64 = option.min_f64;
    info.max_f64 = option.max_f64;
    info.default_f64 = option.default_f64;
    return info;
}

}  // namespace

static_assert(DEFCOL_OPTION_TYPE_I64 == static_cast<int32_t>(OptionType::i64));
static_assert(DEFCOL_OPTION_TYPE_F64 == static_cast<int32_t>(OptionType::f64));

defcol_status defcol_backend_capabilities_init(defcol_backend_capabilities* capabilities, size_t size) {
    return caught(__func__, [&] { init_struct(capabilities, size, {}); });
}

uint32_t defcol_backend_count(void) {
    return backend_id_count();
}

defcol_status defcol_backend_get_capabilities(int32_t backend, defcol_backend_capabilities* capabilities) {
    return guarded(__func__, capabilities, [&] {
        check_backend(backend);
        write_struct(capabilities, capabilities_of(backend));
    });
}

defcol_status defcol_backend_from_name(const char* name, int32_t* out_backend) {
    return guarded(__func__, out_backend, [&] {
        if (name == nullptr) throw Error(status::null_pointer, "the name is NULL");
        for (uint32_t i = 0; i < backend_id_count(); ++i) {
            const auto backend = static_cast<int32_t>(i);
            if (std::strcmp(name, backend_name(backend)) == 0) {
                *out_backend = backend;
                return;
            }
        }
        throw Error(status::unsupported, "there is no backend \"%.40s\"", name);
    });
}

defcol_status defcol_option_info_init(defcol_option_info* info, size_t size) {
    return caught(__func__, [&] { init_struct(info, size, {}); });
}

defcol_status defcol_backend_get_option(int32_t backend, uint32_t index, defcol_option_info* info) {
    return guarded(__func__, info, [&] {
        check_backend(backend);
        const uint32_t count = capabilities_of(backend).option_count;
        if (index >= count) {
            throw Error(status::index_range, "option %u: the backend %s has %u", index, backend_name(backend),
                        count);
        }
        write_struct(info, to_struct(option_at(backend, index)));
    });
}
