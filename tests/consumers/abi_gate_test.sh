#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# abi_gate_test.sh SOURCE: shows that the gate catches broken headers and lets additions pass. A stub library is compiled
# from the header and from changed copies of it, and the gate compares them. Exit 77: skipped.
set -euo pipefail
source_directory=$1
command -v abidiff >/dev/null || { echo "skipped: no abidiff (Debian package abigail-tools)" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gate=$source_directory/tests/consumers/abi_gate.sh

cat >"$work/stub.c" <<'END'
#include <defcol/defcol.h>
#include "functions.h"
#define DEFINE(result, name, parameters) result name parameters { return (result)0; }
DEFCOL_EVERY_FUNCTION(DEFINE)
END
# The list of functions alone, without what loads them.
awk '/^#define DEFCOL_EVERY_FUNCTION/ {on = 1} on {print} on && !/\\$/ {exit}' \
    "$source_directory/tests/capi/every_function.h" >"$work/all_functions.h"

# stub NAME [SED-SCRIPT]: the header, changed by the script, as a library.
stub() {
    mkdir -p "$work/$1/defcol"
    sed -E "${2-}" "$source_directory/include/defcol/defcol.h" >"$work/$1/defcol/defcol.h"
    cp "$work/all_functions.h" "$work/$1/functions.h"
    [[ -z ${3-} ]] || sed -i -E "$3" "$work/$1/functions.h"
    cc -g -w -shared -fPIC -I"$work/$1" "$work/stub.c" -o "$work/$1/libdefcol.so"
}
compare() {
    bash "$gate" compare "$work/baseline.abi" "$work/$1/libdefcol.so" "$work/$1" \
        "$source_directory/capi/abi/suppressions.ini" >"$work/output" 2>&1
}
must_pass() { compare "$1" || { echo "refused, but compatible: $1" && cat "$work/output" && exit 1; } && echo "passes: $1"; }
must_fail() {
    ! cmp -s "$work/$1/defcol/defcol.h" "$work/unchanged/defcol/defcol.h" ||
        ! cmp -s "$work/$1/functions.h" "$work/unchanged/functions.h" || { echo "nothing was changed: $1" && exit 1; }
    ! compare "$1" || { echo "not caught: $1" && exit 1; }
    echo "caught: $1"
}

stub unchanged
bash "$gate" baseline "$work/unchanged/libdefcol.so" "$work/unchanged" "$work/baseline.abi"
must_pass unchanged
stub member_inserted_in_the_middle 's/^    const uint32_t\* mesh_a;$/    uint64_t inserted;\n&/'
must_fail member_inserted_in_the_middle
stub member_removed '/^    uint64_t user_data; /d'
must_fail member_removed
stub member_type_changed 's/^    double time_budget_seconds;/    float time_budget_seconds;/'
must_fail member_type_changed
stub parameter_type_changed 's/uint64_t stride, int32_t scalar/uint32_t stride, int32_t scalar/' \
    's/uint64_t stride, int32_t scalar/uint32_t stride, int32_t scalar/'
must_fail parameter_type_changed
stub function_removed '' '/defcol_mesh_set_transform/d'
must_fail function_removed
stub member_appended 's/^\} defcol_detector_desc;$/    uint64_t appended;\n&/'
must_pass member_appended

echo "-- a library without debug information is refused"
strip -o "$work/stripped.so" "$work/unchanged/libdefcol.so"
! bash "$gate" compare "$work/baseline.abi" "$work/stripped.so" "$work/unchanged" \
    "$source_directory/capi/abi/suppressions.ini" >/dev/null
