// SPDX-License-Identifier: MIT
#pragma once

#include "defcol/defcol.h"
#include "narrowphase/search_control.hpp"

namespace defcol {

defcol_detect_options detect_options_defaults();

// What a host allows for a search; null: no limit. The clock starts here. Throws Error.
SearchLimits read_limits(const defcol_detect_options* pointer);

}  // namespace defcol
