# What deploy/install and deploy/update share. Sourced by them, never run.
# shellcheck shell=bash disable=SC2034

# The end of a pipe runs in this shell: what put_text notes there has to stay.
shopt -s lastpipe

# Python takes modules neither from the folder that root stands in nor from a home.
export PYTHONSAFEPATH=1 PYTHONNOUSERSITE=1

readonly user=klaxon
readonly units=(klaxon.service klaxon-trial.service klaxon-poweroff.path klaxon-poweroff.service)
prefix=${KLAXON_PREFIX:-/opt/klaxon}
state=${KLAXON_STATE:-/var/lib/klaxon}
unit_folder=${KLAXON_UNITS:-/etc/systemd/system}
dry=''
changed=''

say() { printf '%s: %s\n' "${0##*/}" "$*"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }
misused() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 2; }

# Runs a command, or says in a dry run what would be run.
run() {
    if [ -n "$dry" ]; then
        say "would run: $*"
    else
        "$@"
    fi
}

# Tells whether a file is there, the same as another and of a mode: same_file OTHER FILE MODE
same_file() { cmp -s "$1" "$2" && [ "$(stat -c %a "$2")" = "${3#0}" ]; }

# Writes standard input to a file unless that is what it holds: put_text DESTINATION MODE
put_text() {
    local text
    text=$(cat; printf .)  # the dot keeps the newlines at the end
    text=${text%.}
    if [ -f "$1" ] && printf '%s' "$text" | same_file - "$1" "$2"; then
        return
    fi
    changed=yes
    if [ -n "$dry" ]; then
        say "would write $1"
        return
    fi
    say "writing $1"
    mkdir -p "$(dirname "$1")"
    # Closed from its first byte on, also where an earlier run was cut off: it may be a passphrase.
    rm -f "$1.klaxon-new"
    (umask 077 && printf '%s' "$text" >"$1.klaxon-new")
    chmod "$2" "$1.klaxon-new"
    sync "$1.klaxon-new"  # a power cut leaves the old file or the new, never an empty one
    mv -f "$1.klaxon-new" "$1"
}

# Copies a file unless it is there already: put_file SOURCE DESTINATION MODE
put_file() { same_file "$1" "$2" "$3" || put_text "$2" "$3" <"$1"; }

take_away() {
    local path
    for path in "$@"; do
        if [ -e "$path" ] || [ -L "$path" ]; then
            [ -n "$dry" ] || say "removing $path"
            run rm -rf "$path"
        fi
    done
}

systemd_runs() { [ -d /run/systemd/system ]; }

# The slot that runs, '' where none does; and the one that does not.
this_slot() { if [ -L "$prefix/current" ]; then readlink "$prefix/current"; fi; }
other_slot() { if [ "$(this_slot)" = a ]; then echo b; else echo a; fi; }

# Builds a release into a slot, from its wheels alone; a slot without VERSION is not whole: make_slot SLOT RELEASE
make_slot() {
    local slot="$prefix/$1" release=$2
    say "building release $(cat "$release/VERSION") in $slot"
    if [ -n "$dry" ]; then
        say "would make $slot/venv of $release/wheels"
        return
    fi
    rm -f "$slot/VERSION"
    rm -rf "$slot"
    mkdir -p "$slot"
    local python=${PYTHON:-python3} wheel tools='' sum
    # Debian's own pip, unpacked for this once: a slot needs none, and to install it there takes longer than all the rest.
    wheel=$(compgen -G '/usr/share/python-wheels/pip-*.whl' | tail -n 1) || true
    # The system's packages too: from Python 3.13 on lgpio comes from there.
    "$python" -m venv --system-site-packages ${wheel:+--without-pip} "$slot/venv"
    if [ -n "$wheel" ]; then
        tools=$slot/pip
        "$python" -m zipfile --extract "$wheel" "$tools"
    fi
    sum=$(sed -n 's/ .*klaxon_console-.*//p' "$release/SHA256SUMS")
    {
        cat "$release/requirements.lock"
        printf '%s --hash=sha256:%s\n' "$(echo "$release"/wheels/klaxon_console-*.whl)" "$sum"
    } >"$slot/requirements"
    PYTHONPATH=$tools "$slot/venv/bin/python" -m pip --disable-pip-version-check --quiet install --no-index --no-deps \
        --no-compile --find-links "$release/wheels" --require-hashes -r "$slot/requirements"
    # On all cores. Nothing is compiled later: the daemon may not write here.
    "$slot/venv/bin/python" -m compileall -q -j 0 "$slot/venv/lib" >/dev/null || say "some modules could not be compiled"
    rm -rf "$slot/pip" "$slot/requirements"
    cp -r "$release"/{SHA256SUMS,DATE,LICENSES.txt,sbom.cdx.json,deploy,systemd,overlays} "$slot/"
    "$slot/venv/bin/klaxon" --help >/dev/null || die "the release in $slot does not start: nothing was switched"
    cp "$release/VERSION" "$slot/"
}

# Lets a link in the folder of the program be to a slot, in one step, and on the disk when this returns: link_to NAME SLOT
link_to() {
    [ -n "$dry" ] && return
    ln -sfn "$2" "$prefix/$1.new"
    mv -T "$prefix/$1.new" "$prefix/$1"
    sync -f "$prefix"
}

switch_to() {
    say "switching to slot $1"
    link_to current "$1"
}

# The mark of a release on trial: a link to the slot that ran before it, by whose scripts it is judged.
on_trial() { [ -L "$prefix/trial" ]; }
