// SPDX-License-Identifier: MIT
#include "base/entry.hpp"
#include "base/status.hpp"
#include "defcol/defcol.h"

static_assert(DEFCOL_VERSION_NUMBER ==
              DEFCOL_VERSION_MAJOR * 1000000 + DEFCOL_VERSION_MINOR * 1000 + DEFCOL_VERSION_PATCH);

// The library speaks its own names of the header's numbers.
static_assert(DEFCOL_OK == defcol::status::ok);
static_assert(DEFCOL_TRUNCATED == defcol::status::truncated);
static_assert(DEFCOL_INCOMPLETE == defcol::status::incomplete);
static_assert(DEFCOL_ERROR_INVALID_ARGUMENT == defcol::status::invalid_argument);
static_assert(DEFCOL_ERROR_BAD_HANDLE == defcol::status::bad_handle);
static_assert(DEFCOL_ERROR_OUT_OF_MEMORY == defcol::status::out_of_memory);
static_assert(DEFCOL_ERROR_UNSUPPORTED == defcol::status::unsupported);
static_assert(DEFCOL_ERROR_BUSY == defcol::status::busy);
static_assert(DEFCOL_ERROR_NON_FINITE == defcol::status::non_finite);
static_assert(DEFCOL_ERROR_OUT_OF_RANGE == defcol::status::out_of_range);
static_assert(DEFCOL_ERROR_INDEX_RANGE == defcol::status::index_range);
static_assert(DEFCOL_ERROR_SIZE_OVERFLOW == defcol::status::size_overflow);
static_assert(DEFCOL_ERROR_NOT_CLOSED == defcol::status::not_closed);
static_assert(DEFCOL_ERROR_BACKEND_UNAVAILABLE == defcol::status::backend_unavailable);
static_assert(DEFCOL_ERROR_DEVICE_LOST == defcol::status::device_lost);
static_assert(DEFCOL_ERROR_FORKED == defcol::status::forked);
static_assert(DEFCOL_ERROR_BAD_STRUCT_SIZE == defcol::status::bad_struct_size);
static_assert(DEFCOL_ERROR_NULL_POINTER == defcol::status::null_pointer);
static_assert(DEFCOL_ERROR_BAD_DATA == defcol::status::bad_data);
static_assert(DEFCOL_ERROR_INTERNAL == defcol::status::internal);
static_assert(DEFCOL_ERROR_FILE == defcol::status::file);

uint32_t defcol_version_number(void) {
    return DEFCOL_VERSION_NUMBER;
}

const char* defcol_version_string(void) {
    return DEFCOL_VERSION_STRING;
}

const char* defcol_status_name(defcol_status status) {
    switch (status) {
        case DEFCOL_OK:
            return "DEFCOL_OK";
        case DEFCOL_TRUNCATED:
            return "DEFCOL_TRUNCATED";
        case DEFCOL_INCOMPLETE:
            return "DEFCOL_INCOMPLETE";
        case DEFCOL_ERROR_INVALID_ARGUMENT:
            return "DEFCOL_ERROR_INVALID_ARGUMENT";
        case DEFCOL_ERROR_BAD_HANDLE:
            return "DEFCOL_ERROR_BAD_HANDLE";
        case DEFCOL_ERROR_OUT_OF_MEMORY:
            return "DEFCOL_ERROR_OUT_OF_MEMORY";
        case DEFCOL_ERROR_UNSUPPORTED:
            return "DEFCOL_ERROR_UNSUPPORTED";
        case DEFCOL_ERROR_BUSY:
            return "DEFCOL_ERROR_BUSY";
        case DEFCOL_ERROR_NON_FINITE:
            return "DEFCOL_ERROR_NON_FINITE";
        case DEFCOL_ERROR_OUT_OF_RANGE:
            return "DEFCOL_ERROR_OUT_OF_RANGE";
        case DEFCOL_ERROR_INDEX_RANGE:
            return "DEFCOL_ERROR_INDEX_RANGE";
        case DEFCOL_ERROR_SIZE_OVERFLOW:
            return "DEFCOL_ERROR_SIZE_OVERFLOW";
        case DEFCOL_ERROR_NOT_CLOSED:
            return "DEFCOL_ERROR_NOT_CLOSED";
        case DEFCOL_ERROR_BACKEND_UNAVAILABLE:
            return "DEFCOL_ERROR_BACKEND_UNAVAILABLE";
        case DEFCOL_ERROR_DEVICE_LOST:
            return "DEFCOL_ERROR_DEVICE_LOST";
        case DEFCOL_ERROR_FORKED:
            return "DEFCOL_ERROR_FORKED";
        case DEFCOL_ERROR_BAD_STRUCT_SIZE:
            return "DEFCOL_ERROR_BAD_STRUCT_SIZE";
        case DEFCOL_ERROR_NULL_POINTER:
            return "DEFCOL_ERROR_NULL_POINTER";
        case DEFCOL_ERROR_BAD_DATA:
            return "DEFCOL_ERROR_BAD_DATA";
        case DEFCOL_ERROR_INTERNAL:
            return "DEFCOL_ERROR_INTERNAL";
        case DEFCOL_ERROR_FILE:
            return "DEFCOL_ERROR_FILE";
        default:
            return "DEFCOL_UNKNOWN_STATUS";
    }
}

const char* defcol_last_error_message(void) {
    return defcol::last_error();
}
