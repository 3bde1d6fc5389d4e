# Sourced: Debian's packages for the Pi (arm64), fetched beside this machine's own. Needs no root.
# shellcheck shell=bash

say() { printf 'raspi: %s\n' "$*" >&2; }
lacking() { say "$*"; exit 3; }

# Reads the lists of a suite into a folder, once; arm64 DIR SUITE
begin_arm64() {
    local mirror
    apt=$1
    for need in apt-get apt-cache dpkg-deb; do
        command -v "$need" >/dev/null || lacking "no $need here: Debian's packages for the Pi are fetched with it"
    done
    # shellcheck disable=SC2016  # apt fills these in
    mirror=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' | awk '$1 == "Debian" { print $2; exit }')
    [ -n "$mirror" ] || lacking "apt knows no mirror of Debian here"
    mkdir -p "$apt"/{state/lists/partial,cache/archives/partial}
    printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' "$mirror" "$2" >"$apt/sources"
    options=(-q -o Dir::State="$apt/state" -o Dir::Cache="$apt/cache" -o Dir::State::status=/dev/null
        -o Dir::Etc::sourcelist="$apt/sources" -o Dir::Etc::sourceparts=/dev/null
        -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User= -o Acquire::Languages=none)
    if ! apt-get "${options[@]}" update >"$apt/words" 2>&1 || grep -q '^[EW]:' "$apt/words"; then
        lacking "Debian's lists of $2 cannot be fetched: $(tail -n 1 "$apt/words")"
    fi
}

# Prints the first package that one depends on by a pattern; depends_on PACKAGE PATTERN
depends_on() { apt-cache "${options[@]}" depends "$1" 2>/dev/null | sed -n "s/^ *Depends: \($2\)\$/\1/p" | head -n 1; }

# Fetches packages into the folder where one is; fetch_arm64 PACKAGE...
fetch_arm64() {
    apt-get "${options[@]}" download "$@" >"$apt/words" 2>&1 || lacking "$* cannot be fetched: $(tail -n 1 "$apt/words")"
}
