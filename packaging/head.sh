#!/bin/sh
# QA Appliance @VERSION@. This file is the whole program; behind these lines it is binary.
# The first start unpacks it into a versioned folder of the cache, every start runs it from there.
# Needs a Linux on x86-64 with glibc @GLIBC@ or newer and the core utilities; nothing else.

fail() {
    echo "Error: $1" >&2
    exit 3
}

if [ -n "${XDG_CACHE_HOME:-}" ]; then
    cache=$XDG_CACHE_HOME/qa-appliance
elif [ -n "${HOME:-}" ]; then
    cache=$HOME/.cache/qa-appliance
else
    fail "There is no place for a cache. Set HOME, or XDG_CACHE_HOME to a folder."
fi
case $cache in /*) ;; *) cache=$PWD/$cache ;; esac
program=$cache/program/@NAME@

# whether files and folders are this user's or root's, and nobody else may write there
are_private() {
    me=$(id -u) && hands=$(stat -L -c '%u %a' "$@" 2>/dev/null) && echo "$hands" | sort -u |
        while IFS=' ' read -r owner mode; do
            case $owner in 0 | "$me") ;; *) exit 1 ;; esac
            case $mode in *[2367]? | *[2367]) exit 1 ;; esac
        done
}

# whether every file is there in its recorded size: a power cut or a cleaner of caches may have been at it
is_whole() {
    are_private "$cache/program" "$program" || return 1
    recorded=$(cat "$program/.unpacked" 2>/dev/null) && [ -n "$recorded" ] && found=$(
        cd "$program" && set -f && IFS='
' && stat -c '%s %n' $(cut -d ' ' -f 2- .unpacked) 2>/dev/null && are_private $(cut -d ' ' -f 2- .unpacked)
    ) && [ "$found" = "$recorded" ]
}

slice() { # from byte, how many
    tail -c +$(($1 + 1)) "$self" 2>/dev/null | head -c "$2" # where SIGPIPE is ignored, tail complains
}

free_megabytes() { # of the file system a folder is on
    set -- $(stat -f -c '%a %S' "$1")
    echo $(($1 * $2 / 1000000))
}

close_to_others() {
    [ ! -O "$1" ] || chmod go-w "$1" 2>/dev/null
    are_private "$1" || fail "The program is not started from $1: the folder belongs to another user, or others may write there. Set XDG_CACHE_HOME to a folder of your own."
}

unpack() {
    [ "$(uname -sm)" = "Linux x86_64" ] || fail "This program runs on Linux on x86-64; this is $(uname -sm)."
    [ -r "$self" ] || fail "$self cannot be read. Make it readable: chmod +r $self"
    [ "$(wc -c <"$self")" -eq @FILE_SIZE@ ] ||
        fail "$self is damaged. Copy it again and compare its SHA-256 sum with the one beside the original."
    (umask 077 && mkdir -p "$cache/program") 2>/dev/null && close_to_others "$cache/program" && work=$(mktemp -d "$cache/program/.starting-XXXXXX" 2>/dev/null) ||
        fail "Nothing can be written to $cache/program. Free some space, make the folder writable, or set XDG_CACHE_HOME to another one."
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    [ "$(free_megabytes "$work")" -ge @NEEDED_MB@ ] && slice @LIBZ_AT@ @LIBZ_SIZE@ >"$work/libz.so.1" &&
        slice @UNPACKER_AT@ @UNPACKER_SIZE@ >"$work/unpacker" && echo '#!/bin/sh' >"$work/try" ||
        fail "There is not enough space to unpack the program into $cache/program: it needs @NEEDED_MB@ MB. Free some space, or set XDG_CACHE_HOME to another folder."
    chmod 700 "$work/try" "$work/unpacker"
    "$work/try" 2>/dev/null ||
        fail "The program cannot be started from $cache/program: that file system is mounted noexec. Set XDG_CACHE_HOME to a folder on another file system."
    # the unpacker keeps its own files beside itself: the temporary folder of the machine may be read-only or noexec
    TMPDIR=$work LD_LIBRARY_PATH=$work "$work/unpacker" "$self" "$cache/program" @INDEX_AT@ @INDEX_SIZE@
    status=$?
    [ $status -eq 0 ] || exit $([ $status -eq 1 ] && echo 3 || echo $status)
    rm -rf "$work"
    trap - EXIT INT TERM HUP
}

self=$0
is_whole || unpack
# libz lies beside the program's other libraries; the program takes this setting back for what it starts itself
LD_LIBRARY_PATH=$program/_internal${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} exec "$program/qa-appliance" "$@"
exit 3
