#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the pictures of this folder again: every view at 1440x900, light and dark, English and Chinese.
#   docs/pictures/make.sh [FOLDER_OF_RUNS]     without one, trains three runs first (one of them diverges)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. resources/scripts.sh

cmake --preset release -DRUNLENS_TESTS=OFF -DRUNLENS_BENCHMARKS=OFF >/dev/null
cmake --build --preset release --target runlens runlens_train_lenet
bin=$PWD/build/release/bin
runs=${1:-}
if [ -z "$runs" ]; then
    runs=$(mktemp -d /tmp/runs-XXXX)/fashion
    mkdir -p "$runs"
    say "training into $runs"
    "$bin/runlens_train_lenet" --logdir "$runs" --run seed1 --seed 1 | tail -2
    "$bin/runlens_train_lenet" --logdir "$runs" --run seed2 --seed 2 | tail -2
    "$bin/runlens_train_lenet" --logdir "$runs" --run seed3_lr_1.0 --seed 3 --learning-rate 1.0 --epochs 1 | tail -2
fi
rm -f docs/pictures/*.png
for theme in light dark; do
    for lang in en zh; do
        pictures=$(mktemp -d)
        "$bin/runlens" render "$runs" --view all --size 1440x900 --theme $theme --lang $lang -o "$pictures"
        for picture in "$pictures"/*.png; do
            mv "$picture" "docs/pictures/$(basename "$picture" .png)-$theme-$lang.png"
        done
        rm -rf "$pictures"
    done
done
ls docs/pictures
