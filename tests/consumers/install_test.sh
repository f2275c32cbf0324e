#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# install_test.sh SOURCE BUILD: installs, moves the prefix, and builds hosts against what is there.
set -euo pipefail
source_directory=$1 build_directory=$2
here=$source_directory/tests/consumers
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build_directory" --prefix "$work/first" >/dev/null
mkdir "$work/second folder"
mv "$work/first" "$work/second folder/moved"
prefix="$work/second folder/moved"
libdir=$(dirname "$(find "$prefix" -name 'libdefcol.so.0')")

for file in include/defcol/defcol.h include/defcol/defcol.hpp share/man/man3/defcol.3 \
    share/doc/defcol/copyright bin/defcol; do
    [[ -f $prefix/$file ]] || { echo "$file was not installed" && exit 1; }
done
! grep -rIl -e "$work/first" -e "$build_directory" "$prefix" || { echo "these files name the old place" && exit 1; }
[[ $(readelf -d "$libdir/libdefcol.so" | grep -c 'SONAME.*\[libdefcol\.so\.0\]') == 1 ]]

echo "-- a host through pkg-config"
export PKG_CONFIG_PATH="$libdir/pkgconfig"
[[ $(pkg-config --modversion defcol) == "$("$prefix/bin/defcol" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)" ]]
eval "flags=($(pkg-config --cflags --libs defcol))"
cc -std=c99 -Wall -Werror "$here/consumer.c" -o "$work/by_pkg_config" "${flags[@]}"
LD_LIBRARY_PATH=$libdir "$work/by_pkg_config"

echo "-- a host in C through find_package"
cmake -S "$here/find_package" -B "$work/found" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$work/found" >/dev/null
"$work/found/consumer"

echo "-- a static host"
cc -std=c99 -DDEFCOL_STATIC -I"$prefix/include" "$here/consumer.c" -o "$work/static" "$libdir/libdefcol.a" \
    $(pkg-config --static --libs-only-l defcol | sed 's/-ldefcol//')
"$work/static"
! readelf -d "$work/static" | grep -q libdefcol

echo "-- the command"
"$prefix/bin/defcol" backends >/dev/null

echo "-- embedding by add_subdirectory"
cmake -S "$here/embedded" -B "$work/embedded" -DDEFCOL_SOURCE="$source_directory" >/dev/null

if command -v man >/dev/null; then
    echo "-- the manual page"
    LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=100 man --warnings -l "$prefix/share/man/man3/defcol.3" 2>"$work/warnings" |
        grep -q 'collision detection'
    [[ ! -s $work/warnings ]] || { cat "$work/warnings" && exit 1; }
fi
