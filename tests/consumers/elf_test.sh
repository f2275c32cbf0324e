#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# elf_test.sh LIBRARY: the dynamic section as promised: SONAME, few libraries needed, no search path.
set -euo pipefail
dynamic=$(readelf -d --wide "$1")
grep -q 'SONAME.*\[libdefcol\.so\.0\]' <<<"$dynamic" || { echo "another SONAME" && exit 1; }
! grep -qE 'RPATH|RUNPATH' <<<"$dynamic" || { echo "a search path" && exit 1; }
! grep -q TEXTREL <<<"$dynamic" || { echo "text relocations" && exit 1; }
allowed='^(libhwy\.so\.1|libstdc\+\+\.so\.6|libm\.so\.6|libgcc_s\.so\.1|libc\.so\.6|ld-linux-x86-64\.so\.2)$'
for library in $(sed -nE 's/.*NEEDED.*\[(.*)\]/\1/p' <<<"$dynamic"); do
    [[ $library =~ $allowed ]] || { echo "needs $library" && exit 1; }
done
readelf -V --wide "$1" | grep -q 'DEFCOL_0' || { echo "no version node DEFCOL_0" && exit 1; }
