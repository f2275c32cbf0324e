// SPDX-License-Identifier: MIT
#include "defcol/defcol.h"
#include "detector/context.hpp"
#include "guard.hpp"
#include "pins.hpp"
#include "struct_io.hpp"

using namespace defcol;  // NOLINT(google-build-using-namespace): the whole file translates into it

namespace {

constexpr defcol_context_desc desc_defaults() {
    defcol_context_desc desc{};
    desc.struct_size = sizeof desc;
    desc.worker_count = 1;
    desc.log_level = DEFCOL_LOG_INFO;
    return desc;
}

ContextConfig read_config(const defcol_context_desc* pointer) {
    const defcol_context_desc desc =
        pointer != nullptr ? read_struct(pointer, desc_defaults()) : desc_defaults();
    if ((desc.allocate == nullptr) != (desc.release == nullptr)) {
        throw Error(status::invalid_argument, "give both allocator hooks or none: %s is NULL",
                    desc.allocate == nullptr ? "allocate" : "release");
    }
    if (desc.worker_count > Workers::max_worker_count) {
        throw Error(status::invalid_argument, "worker_count %u is more than %u", desc.worker_count,
                    Workers::max_worker_count);
    }
    if (desc.log_level < 0 || desc.log_level > DEFCOL_LOG_DEBUG) {
        throw Error(status::invalid_argument, "log_level %d is none of 0 to %d", desc.log_level,
                    DEFCOL_LOG_DEBUG);
    }
    if (desc.reserved != 0) throw Error(status::invalid_argument, "reserved is %u, not 0", desc.reserved);
    ContextConfig config;
    config.allocator = {desc.allocate, desc.release, desc.user};
    config.memory_cap = desc.memory_cap;
    config.worker_count = desc.worker_count;
    config.tasks = {desc.run_tasks, desc.user};
    config.log = Log(desc.log, desc.user, desc.log_level);
    return config;
}

}  // namespace

defcol_status defcol_context_desc_init(defcol_context_desc* desc, size_t size) {
    return caught(__func__, [&] { init_struct(desc, size, desc_defaults()); });
}

defcol_status defcol_context_create(const defcol_context_desc* desc, defcol_context* out_context) {
    return guarded(__func__, out_context, [&] { out_context->value = Context::create(read_config(desc)); });
}

defcol_status defcol_context_destroy(defcol_context context) {
    return guarded(__func__, [&] {
        if (context.value != 0) Context::destroy(context.value);
    });
}

defcol_status defcol_context_statistics_init(defcol_context_statistics* statistics, size_t size) {
    return caught(__func__, [&] { init_struct(statistics, size, {}); });
}

defcol_status defcol_context_get_statistics(defcol_context context, defcol_context_statistics* statistics) {
    return guarded(__func__, statistics, [&] {
        const HandlePin pin = pin_context(context);
        auto& pinned = pin.as<Context>();
        defcol_context_statistics value{};
        value.worker_count = pinned.workers().worker_count();
        value.bytes = pinned.memory().current_bytes();
        value.peak_bytes = pinned.memory().peak_bytes();
        value.allocation_count = pinned.memory().allocation_count();
        value.mesh_count = pinned.mesh_count();
        value.detector_count = pinned.detector_count();
        write_struct(statistics, value);
    });
}
