#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# rust_test.sh SOURCE LIBRARY-FOLDER: builds the crates without a network and runs their tests. Exit 77: skipped.
set -euo pipefail
# Debian's first: it is the oldest that must do.
PATH=/usr/bin:$PATH
command -v cargo >/dev/null && command -v rustc >/dev/null || { echo "skipped: no cargo (Debian package cargo)" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$1/capi/bindings/rust" "$work/rust"
cd "$work/rust"
cargo --version
export DEFCOL_LIB_DIR=$2 LD_LIBRARY_PATH=$2 CARGO_HOME=$work/home RUSTFLAGS='-D warnings'
cargo test --offline --quiet
