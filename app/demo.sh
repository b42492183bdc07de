#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Trains LeNet-5 on Fashion-MNIST and shows it: with a display the window follows the run while it trains; without one
# every view is rendered to PNG afterwards. Installs what is missing (root or sudo), builds, runs.
#   app/demo.sh [--no-install] [--no-window] [--logdir DIR] [--] [options of runlens_train_lenet]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. resources/scripts.sh

install=yes window=auto logdir=build/demo
while [ $# -gt 0 ]; do
    case $1 in
        --no-install) install=no ;;
        --no-window) window=no ;;
        --logdir) logdir=${2:?--logdir needs a folder}; shift ;;
        --help|-h) sed -n '3,6p' "${BASH_SOURCE[0]}" | cut -c3-; exit 0 ;;
        --) shift; break ;;
        *) break ;;
    esac
    shift
done
if [ $window = auto ]; then # a window that nobody sees would never be closed
    case ${QT_QPA_PLATFORM:-} in offscreen*|minimal*) window=no ;; esac
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || window=no
fi

install_missing $install build show
say "building"
mkdir -p build
cmake --preset release -DRUNLENS_TESTS=OFF -DRUNLENS_BENCHMARKS=OFF >build/demo-build.log 2>&1 || { cat build/demo-build.log; exit 1; }
cmake --build --preset release --target runlens runlens_train_lenet >>build/demo-build.log 2>&1 || { tail -50 build/demo-build.log; exit 1; }
rm -f build/demo-build.log
bin=build/release/bin
mkdir -p "$logdir"

if [ "$window" != no ]; then
    say "the window follows $logdir"
    "$bin/runlens" "$logdir" &
    viewer=$!
    code=0
    "$bin/runlens_train_lenet" --logdir "$logdir" "$@" || code=$?
    [ $code -eq 0 ] || say "the training failed (exit code $code): the window stays until it is closed"
    wait $viewer || true
    exit $code
else
    output=$(mktemp); trap 'rm -f "$output"' EXIT
    say "training (no display: the views are rendered afterwards)"
    "$bin/runlens_train_lenet" --logdir "$logdir" "$@" | tee "$output" | { grep -vE '^(test accuracy|run): ' || true; }
    run=$(sed -n 's/^run: //p' "$output" | tail -1)
    [ -d "$run" ] || die "training did not finish"
    "$bin/runlens" render "$run" --view all --size 1440x900 -o "$run-pictures"
    say "pictures of every view: $run-pictures"
    tail -2 "$output"
fi
