#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# python_example_test.sh PYTHON SOURCE LIBRARY. Exit 77: skipped.
set -euo pipefail
"$1" -c 'import numpy' 2>/dev/null || { echo "skipped: no NumPy (Debian package python3-numpy)" && exit 77; }
"$1" "$2/capi/examples/frame.py" "$3"
