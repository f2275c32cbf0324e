// SPDX-License-Identifier: MIT
#include "capture/capture_writer.hpp"
#include "defcol/defcol.h"
#include "detector/context.hpp"
#include "guard.hpp"
#include "pins.hpp"

using namespace defcol;  // NOLINT(google-build-using-namespace): the whole file translates into it

defcol_status defcol_context_capture_start(defcol_context context, const char* path) {
    return guarded(__func__, [&] {
        const HandlePin pin = pin_context(context);
        if (path == nullptr) throw Error(status::null_pointer, "path is NULL");
        pin.as<Context>().capture().start(path);
    });
}

defcol_status defcol_context_capture_stop(defcol_context context) {
    return guarded(__func__, [&] {
        const HandlePin pin = pin_context(context);
        if (!pin.as<Context>().capture().stop()) {
            throw Error(status::file, "the capture ended early: something could not be written");
        }
    });
}
