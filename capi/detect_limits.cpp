// SPDX-License-Identifier: MIT
#include "detect_limits.hpp"

#include <limits>

#include "base/error.hpp"
#include "base/status.hpp"
#include "mesh/mesh_source.hpp"
#include "struct_io.hpp"

namespace defcol {

defcol_detect_options detect_options_defaults() {
    defcol_detect_options options{};
    options.struct_size = sizeof options;
    options.max_contacts = UINT64_MAX;
    options.time_budget_seconds = std::numeric_limits<double>::infinity();
    options.test_budget = UINT64_MAX;
    return options;
}

SearchLimits read_limits(const defcol_detect_options* pointer) {
    if (pointer == nullptr) return {};
    const defcol_detect_options options = read_struct(pointer, detect_options_defaults());
    if (options.flags != 0) {
        throw Error(status::invalid_argument, "flags 0x%x has bits that mean nothing here", options.flags);
    }
    if (!(options.time_budget_seconds >= 0)) {
        throw Error(status::invalid_argument, "time_budget_seconds is %g: 0 or more is needed, or infinity",
                    options.time_budget_seconds);
    }
    check_pointer(options.cancel, 0, alignof(int32_t), "cancel");
    SearchLimits limits;
    limits.max_contacts = options.max_contacts;
    limits.test_budget = options.test_budget;
    limits.deadline = Deadline::after(options.time_budget_seconds);
    limits.cancel = options.cancel;
    return limits;
}

}  // namespace defcol
