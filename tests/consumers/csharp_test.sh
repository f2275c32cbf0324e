#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# csharp_test.sh SOURCE LIBRARY: compiles the assembly with mono, laid out as a NuGet package would be, and runs a frame
# on each backend with triangle pairs. Exit 77: skipped.
set -euo pipefail
command -v mcs >/dev/null && command -v mono >/dev/null ||
    { echo "skipped: no mono (Debian packages mono-mcs and mono-runtime)" && exit 77; }
bindings=$1/capi/bindings/csharp
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lib/netstandard2.0" "$work/runtimes/linux-x64/native"
cp "$2" "$work/runtimes/linux-x64/native/libdefcol.so"
mcs -langversion:7.2 -unsafe -warnaserror -nowarn:169,649 -target:library -out:"$work/lib/netstandard2.0/Defcol.dll" \
    "$bindings"/src/*.cs
mcs -langversion:7.2 -warnaserror -r:"$work/lib/netstandard2.0/Defcol.dll" -out:"$work/lib/netstandard2.0/FrameTest.exe" \
    "$bindings"/tests/*.cs
LD_LIBRARY_PATH=$work/runtimes/linux-x64/native mono "$work/lib/netstandard2.0/FrameTest.exe"
