# SPDX-License-Identifier: Apache-2.0
# Shared by app/demo.sh and tests/run.sh: source it from the top folder.
export LANG=C.UTF-8 LC_ALL=C.UTF-8

say() { printf '\033[1m== %s\033[0m\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# packages_of GROUP...: the packages of these groups of resources/debian-packages.txt
packages_of() {
    awk -v wanted=" $* " '/^\[/{group=substr($0,2,length($0)-2);next} /^#|^ *$/{next} index(wanted," " group " "){print $1}' \
        resources/debian-packages.txt
}

# install_missing yes|no GROUP...: installs what is missing, saying so; with "no" refuses instead
install_missing() {
    local allowed=$1 missing=() package
    shift
    command -v dpkg-query >/dev/null || die "this needs Debian 12 (no dpkg here); install by hand what resources/debian-packages.txt names"
    for package in $(packages_of "$@"); do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    [ "$allowed" = yes ] || die "these packages are missing: ${missing[*]}
Install them (apt-get install ${missing[*]}) or run without --no-install"
    say "installing: ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "installing needs root or sudo"
        as_root=(sudo)
    fi
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}
