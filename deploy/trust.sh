# What root believes: who made a release, and that it holds what was released and nothing else. Sourced, never run.
# shellcheck shell=bash disable=SC2154  # deploy/lib.sh, which is sourced before, knows where the program is

# Releases are signed by SSH keys (ssh-keygen -Y): every Raspberry Pi OS has the tool. The namespace keeps a signature that
# somebody gave for anything else, a commit or a letter, from being one of a release.
readonly namespace=klaxon-release
signers=${KLAXON_SIGNERS:-/etc/klaxon/allowed_signers}
# What whoever calls wants all the same, and the folder of root's in which a release is looked at.
sum='' unsigned='' older='' work=''
readonly file_name='[A-Za-z0-9_][A-Za-z0-9._+-]*'
readonly release_name='[A-Za-z0-9][A-Za-z0-9.+-]{0,63}'

# Prints the lines of a file of signers that name a key: keys_in FILE
keys_in() { grep -E '^[^#[:space:]]+ +([^#]* )?(sk-)?(ssh|ecdsa)-[a-z0-9@.-]+ AAAA[A-Za-z0-9+/=]+' "$1" 2>/dev/null; }

# Dies unless a file bears the signature of somebody whom this console trusts: check_signature FILE SIGNATURE NAME
check_signature() {
    local who words
    command -v ssh-keygen >/dev/null || die "needs ssh-keygen: install the Debian package openssh-client, then run this again"
    keys_in "$signers" >/dev/null ||
        die "$signers names no key, so nobody can tell who made $3: nothing was changed. deploy/README.md says how to sign"
    who=$(ssh-keygen -Y find-principals -s "$2" -f "$signers" 2>/dev/null | head -n 1 | cut -d, -f1) || true
    [ -n "$who" ] || die "$3 is signed by nobody whom $signers names: nothing was changed"
    words=$(ssh-keygen -Y verify -f "$signers" -I "$who" -n "$namespace" -s "$2" <"$1" 2>&1) ||
        die "the signature of $3 is not of this file ($words): nothing was changed"
    say "$words"
}

# Dies where something else than plain files and folders lies in a folder, or a name that could be taken for anything else: a
# link leads elsewhere, a pipe or device hangs whoever reads it, a file with two names is another one too: check_plain DIR [NAME]
check_plain() {
    local odd
    # Printed behind a dot: a name may begin with the end of a line.
    odd=$(cd "$1" && LC_ALL=C find . -mindepth 1 -regextype posix-extended \( ! -type d ! -type f -o -type f -perm /7000 \
        -o -type f -links +1 -o ! -regex "\./($file_name/)*$file_name" \) -printf './%P\n' | head -n 1)
    [ -z "$odd" ] || die "${2:-$1} holds something that is no plain file ($(printf %q "$odd")): nothing was changed"
}

# Unpacks a tar into a folder, once it is known that it holds plain files and folders of one release: unpack TAR DIR
unpack() {
    local odd
    odd=$(LC_ALL=C tar --list --verbose --numeric-owner --quoting-style=escape -f "$1" |
        LC_ALL=C grep -avE "^(-rw-r--r--|-rwxr-xr-x|drwxr-xr-x) 0/0 +[0-9]+ [0-9-]+ [0-9:]+ klaxon-$release_name(/$file_name)*/?$" |
        head -n 1) || true
    [ -z "$odd" ] || die "this is no tar of deploy/bundle (${odd:0:100}): nothing was changed"
    tar -C "$2" --no-same-owner -xf "$1" || die "this tar is damaged: nothing was changed"
}

# Dies unless every file of an unpacked release is there, is what was released, and no other is there; people know it by
# another name where it is a copy: check_release DIR [NAME]
check_release() {
    local listed found name=${2:-$1}
    if [ ! -f "$1/SHA256SUMS" ] || [ ! -f "$1/VERSION" ]; then
        die "$name is no release of Klaxon: it has no SHA256SUMS and VERSION"
    fi
    check_plain "$1" "$name"
    (cd "$1" && sha256sum --check --strict --quiet SHA256SUMS) || die "$name is damaged: nothing was changed"
    listed=$(cut -c 67- "$1/SHA256SUMS" | sort)
    found=$(cd "$1" && find . -type f ! -path ./SHA256SUMS -printf '%P\n' | sort)
    [ "$listed" = "$found" ] || die "$name holds files that were not released: nothing was changed"
    [[ "$(cat "$1/VERSION")" =~ ^$release_name$ ]] || die "$name does not say which release it is: nothing was changed"
    [[ "$(cat "$1/DATE" 2>/dev/null)" =~ ^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z$ ]] ||
        die "$name does not say when it was made: nothing was changed"
}

# Dies where a release is not the one that its file is named after: check_name DIR FILE
check_name() {
    local version
    version=$(cat "$1/VERSION")
    if [ "${1##*/}" != "klaxon-$version" ] || [ "${2##*/}" != "klaxon-$version.tar" ]; then
        die "$2 holds release $version, and somebody gave it another name: nothing was changed"
    fi
}

# Makes a copy of a release that nobody else can write, looks at that, and unpacks it in $work; sets `release`: take_in TAR
take_in() {
    local own=$work/tar name=${1##*/}
    cp "$1" "$own"
    [ -n "$sum" ] || [ ! -f "$1.sha256" ] || sum=$(cut -d' ' -f1 "$1.sha256")
    [[ "$sum" =~ ^(|[0-9a-f]{64})$ ]] || die "a checksum has 64 digits of 0-9 and a-f"
    [ -z "$sum" ] || [ "$(sha256sum <"$own" | cut -d' ' -f1)" = "$sum" ] ||
        die "$name is not what was released (its SHA-256 differs): nothing was changed"
    if [ -n "$unsigned" ]; then
        [ -n "$sum" ] || die "--unsigned needs a checksum: there is no $1.sha256, and none was given"
        say "nobody has signed $name: the checksum says that it is whole, and nothing about who made it"
    else
        [ -f "$1.sig" ] || die "$name is not signed (there is no $name.sig): nothing was changed. --help says what --unsigned means"
        cp "$1.sig" "$work/sig"
        check_signature "$own" "$work/sig" "$name"
    fi
    unpack "$own" "$work"
    rm -f "$own"
    release=$(echo "$work"/klaxon-*)
    check_release "$release" "$name"
    check_name "$release" "$1"
    check_date "$release"
}

# Dies where a release was made before the one that runs, unless that is wanted: an old one has old faults: check_date DIR
check_date() {
    local new now
    new=$(cat "$1/DATE")
    now=$(cat "$prefix/current/DATE" 2>/dev/null) || return 0
    [[ "$new" < "$now" ]] || return 0
    [ -n "$older" ] || die "release $(cat "$1/VERSION") was made on $new, before the one that runs ($now): nothing was changed. \
--older takes it all the same"
    say "going back from a release of $now to one of $new"
}
