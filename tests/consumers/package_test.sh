#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# package_test.sh SOURCE BUILD: makes the Debian packages, installs them and runs a host. As another user than root, or
# where the packages are installed already, they are unpacked only. Exit 77: skipped.
set -euo pipefail
source_directory=$1 build_directory=$2
command -v dpkg-deb >/dev/null || { echo "skipped: no dpkg-deb" && exit 77; }
command -v dpkg-shlibdeps >/dev/null || { echo "skipped: no dpkg-shlibdeps (Debian package dpkg-dev)" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cpack --config "$build_directory/CPackConfig.cmake" -G DEB -B "$work" >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
for package in libdefcol0 libdefcol-dev; do
    [[ $(echo "$work/$package"_*.deb | wc -w) == 1 ]] || { ls "$work" && exit 1; }
done
dpkg-deb -f "$work"/libdefcol0_*.deb Depends | grep -q libstdc++6
dpkg-deb -f "$work"/libdefcol-dev_*.deb Depends | grep -q libdefcol0

if ((EUID == 0)) && ! dpkg -s libdefcol0 >/dev/null 2>&1; then
    trap 'dpkg -P libdefcol-dev libdefcol0 >/dev/null 2>&1; rm -rf "$work"' EXIT
    dpkg -i "$work"/libdefcol0_*.deb "$work"/libdefcol-dev_*.deb >/dev/null
    cc -std=c99 "$source_directory/tests/consumers/consumer.c" -o "$work/host" -ldefcol
    "$work/host"
    /usr/bin/defcol backends >/dev/null
    echo "installed by dpkg, ran, and is removed again"
else
    for package in "$work"/*.deb; do dpkg-deb -x "$package" "$work/root"; done
    libdir=$(dirname "$(find "$work/root" -name libdefcol.so.0)")
    cc -std=c99 -I"$work/root/usr/include" "$source_directory/tests/consumers/consumer.c" -o "$work/host" \
        -L"$libdir" -ldefcol
    LD_LIBRARY_PATH=$libdir "$work/host"
    echo "unpacked and ran; installing needs root and a system without the packages"
fi
