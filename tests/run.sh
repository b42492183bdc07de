#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and tests everything: all tests under ASan+UBSan, the Qt-free ones under TSan, clang-tidy on changed files,
# the fuzzers on their corpus. Installs what is missing (root or sudo).
#   tests/run.sh [--full] [--no-install] [--require-data]
#   --full          also: release build and its tests, 200 kills, all of clang-tidy, a minute of each fuzzer, benchmarks
#   --no-install    refuse instead of installing packages
#   --require-data  fail when RUNLENS_DATA (the folder of sample files) is not set
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. resources/scripts.sh

full=no install=yes require_data=no
for argument in "$@"; do
    case $argument in
        --full) full=yes ;;
        --no-install) install=no ;;
        --require-data) require_data=yes ;;
        --help|-h) sed -n '3,9p' "${BASH_SOURCE[0]}" | cut -c3-; exit 0 ;;
        *) die "unknown option $argument (see --help)" ;;
    esac
done
if [ -n "${RUNLENS_DATA:-}" ]; then
    [ -d "$RUNLENS_DATA" ] || die "RUNLENS_DATA names no folder: $RUNLENS_DATA"
    RUNLENS_DATA=$(cd "$RUNLENS_DATA" && pwd); export RUNLENS_DATA
elif [ $require_data = yes ]; then
    die "--require-data: RUNLENS_DATA is not set"
fi

install_missing $install build show test
export QT_QPA_PLATFORM=offscreen
export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=0
# Tests that give up root must still be able to read the suppressions, wherever this folder lies.
suppressions=$(mktemp -d)
trap 'rm -rf "$suppressions"' EXIT
chmod 755 "$suppressions"
install -m 644 tests/support/lsan.supp tests/support/tsan.supp "$suppressions"
export LSAN_OPTIONS=suppressions=$suppressions/lsan.supp:print_suppressions=0
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=suppressions=$suppressions/tsan.supp:halt_on_error=1
[ -n "${XDG_RUNTIME_DIR:-}" ] || { XDG_RUNTIME_DIR=$(mktemp -d); export XDG_RUNTIME_DIR; }
started=$SECONDS
jobs=$(nproc)
failed=()

# stage NAME COMMAND...: runs one stage, goes on after a failure so that one run tells everything
stage() {
    local name=$1 begin=$SECONDS
    shift
    say "$name"
    if "$@"; then say "$name: ok ($((SECONDS - begin)) s)"; else say "$name: FAILED"; failed+=("$name"); fi
}
build() { cmake --preset "$1" >/dev/null && cmake --build --preset "$1" -j "$jobs" | { grep -vE '^\[[0-9]+/[0-9]+\]|^ninja: no work' || true; }; }
test_preset() { build "$1" && ctest --test-dir "build/$1" -j "$jobs" --output-on-failure; }

changed_files() {
    { git diff --name-only HEAD; git diff --name-only "$(git merge-base HEAD origin/main 2>/dev/null || git rev-parse HEAD)" HEAD
      git diff --name-only HEAD~1 HEAD 2>/dev/null || true; } | sort -u | grep -E '\.cpp$' | { while read -r f; do [ -e "$f" ] && echo "$f"; done; } || true
}
is_ours() { { grep -E '^(app|collector|profiler|runtime|summary_format|viewers)/' || true; }; }
run_tidy() { # run_tidy BUILD ARGUMENT...: over the files on standard input
    local folder=$1
    shift
    xargs -r -n 1 -P "$jobs" clang-tidy-14 --quiet -p "$folder" "$@" 2> >(grep -vE 'warnings generated|Suppressed|Use -header-filter' >&2 || true)
}
configure_tidy() { cmake --preset asan -B build/tidy -DCMAKE_UNITY_BUILD=OFF >/dev/null; }
tidy() { # tidy FILE...: only files that the asan build compiles; each by itself, not joined as there
    [ $# -gt 0 ] || { echo "nothing to check"; return 0; }
    configure_tidy && printf '%s\n' "$@" | is_ours | run_tidy build/tidy
}
tidy_all() { # what only looks at the code goes through the joined sources, most of whose time is in shared headers; the analyzer follows the paths of each source
    local result=0
    find build/asan -path '*/Unity/unity_*.cxx' -not -path 'build/asan/tests/*' | sort \
        | run_tidy build/asan --checks='-clang-analyzer-*,-bugprone-suspicious-include,-clang-diagnostic-shadow' || result=1
    configure_tidy && git ls-files '*.cpp' | is_ours \
        | run_tidy build/tidy --checks='-*,clang-analyzer-*,-clang-analyzer-cplusplus.NewDeleteLeaks' || result=1
    return $result
}
formatted() {
    git ls-files '*.cpp' '*.h' | xargs clang-format-14 --dry-run --Werror
}
fuzz() { # fuzz SECONDS: 0 runs each fuzzer over its corpus only
    build fuzz || return 1
    local fuzzer name corpus scratch
    for fuzzer in build/fuzz/bin/fuzz_*; do
        [ -x "$fuzzer" ] || continue
        name=$(basename "$fuzzer") corpus=tests/fuzz/corpus/$name scratch=$(mktemp -d)
        [ -d "$corpus" ] || corpus=
        if [ "$1" = 0 ]; then "$fuzzer" -runs=500 "$scratch" $corpus >"$scratch.log" 2>&1 || { tail -40 "$scratch.log"; return 1; }
        else "$fuzzer" -max_total_time="$1" -rss_limit_mb=4096 "$scratch" $corpus >"$scratch.log" 2>&1 || { tail -40 "$scratch.log"; return 1; }; fi
        echo "$name: $(grep -E '^Done|DONE' "$scratch.log" | tail -1)"
        rm -rf "$scratch" "$scratch.log"
    done
}
benchmarks() {
    local benchmark
    for benchmark in build/release/bin/runlens*_benchmark build/release/bin/runlens_benchmarks; do "$benchmark" || return 1; done
}

stage "format" formatted
stage "all tests, ASan+UBSan" test_preset asan
stage "Qt-free tests, TSan" test_preset tsan
# shellcheck disable=SC2046
stage "clang-tidy, changed files" tidy $(changed_files)
stage "fuzzers on their corpus" fuzz 0
if [ $full = yes ]; then
    export RUNLENS_KILLS=200
    stage "all tests, release" test_preset release
    stage "clang-tidy, everything" tidy_all
    stage "fuzzers, a minute each" fuzz 60
    stage "benchmarks" benchmarks
fi

say "$(( (SECONDS - started) / 60 )) min $(( (SECONDS - started) % 60 )) s; sample files: ${RUNLENS_DATA:-not set, their tests are not registered}"
if [ ${#failed[@]} -gt 0 ]; then
    die "failed: ${failed[*]}"
fi
say "everything passed"
