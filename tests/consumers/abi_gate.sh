#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# abi_gate.sh compare BASELINE LIBRARY HEADERS SUPPRESSIONS: fails if a program compiled against the baseline could
# notice the library: a function that is gone or has other types, a struct that changed other than at its end.
# abi_gate.sh baseline LIBRARY HEADERS OUTPUT: writes a new baseline. Exit 77: skipped.
set -euo pipefail
command -v abidiff >/dev/null || { echo "skipped: no abidiff (Debian package abigail-tools)" && exit 77; }

# Without types abidiff would compare names only, and call everything compatible.
require_debug_information() {
    readelf -S --wide "$1" | grep -q '\.debug_info' || { echo "$1 has no debug information" && exit 1; }
}

case $1 in
compare)
    require_debug_information "$3"
    # New functions are allowed within a SONAME; the list of exported symbols says which there are.
    abidiff --headers-dir2 "$4" --suppressions "$5" --no-added-syms "$2" "$3"
    # abidiff 2.2 is silent on too much with these two options: told the headers it takes double and float for private
    # types, and the suppression also hides members whose type changed. So the plain report is read as well.
    report=$(abidiff --no-added-syms "$2" "$3") || true
    ! grep -E 'data member changes?:|data member deletions?:|offset changed|type name changed|SONAME changed' \
        <<<"$report" || { echo "$report" && exit 1; }
    ;;
baseline)
    require_debug_information "$2"
    # Locations must stay: by them abidiff tells public types from private ones. Where the sources lay does not matter.
    abidw --headers-dir "$3" --drop-private-types --exported-interfaces-only --no-corpus-path --no-comp-dir-path \
        --type-id-style hash "$2" |
        sed -E "s#filepath='[^']*/(include/)?defcol/#filepath='include/defcol/#; s#filepath='/[^']*/#filepath='#" |
        grep -vE '^ *(<elf-needed>|<dependency |</elf-needed>)' >"$4"
    ;;
esac
