#!/bin/sh
# Starts the real single file under hard conditions: killed while it unpacks, twenty at once, cut files, no space.
# Usage (as root for the parts with file systems of their own): tests/packaging/hard_starts.sh [EXECUTABLE]
set -eu

if [ "${INSIDE:-}" != yes ]; then
    file=$(realpath "${1:-dist/qa-appliance}")
    work=$(mktemp -d /var/tmp/qa-appliance-hard-XXXXXX)
    trap 'rm -rf "$work"' EXIT
    if [ "$(id -u)" -eq 0 ]; then INSIDE=yes unshare --mount "$0" "$file" "$work"; else INSIDE=yes "$0" "$file" "$work"; fi
    exit
fi

work=$2
cp "$1" "$work/qa-appliance"
file=$work/qa-appliance
export XDG_CACHE_HOME="$work/cache"
program=$XDG_CACHE_HOME/qa-appliance/program

say() { echo "== $*"; }
now() { date +%s.%N; }
took() { awk -v from="$1" -v to="$(now)" 'BEGIN { printf "%.1f s\n", to - from }'; }
only_one() { # nothing half-made beside the program
    [ "$(find "$program" -mindepth 1 -maxdepth 1 -type d | wc -l)" -eq 1 ] || { ls -la "$program" >&2; exit 1; }
}
refused() {
    wanted=$1
    shift
    if said=$("$@" 2>&1); then echo "not refused: $*" >&2; exit 1; fi
    case $said in
    *"$wanted"*) echo "refused: $said" ;;
    *) echo "refused with other words: $said" >&2; exit 1 ;;
    esac
}

from=$(now)
"$file" version >/dev/null
whole=$(awk -v from="$from" -v to="$(now)" 'BEGIN { print to - from }')
say "the first start takes $whole s; killed at six moments of it"
for part in 0.05 0.2 0.4 0.6 0.8 0.95; do
    rm -rf "$program"
    seconds=$(awk -v whole="$whole" -v part="$part" 'BEGIN { print whole * part }')
    timeout -s KILL "$seconds" "$file" version >/dev/null 2>&1 || true  # the head and what it started, as one group
    left=$(ls -A "$program" 2>/dev/null | tr '\n' ' ')
    from=$(now)
    "$file" version >/dev/null
    echo "killed after $seconds s, leaving: ${left:-nothing}; the next start took $(took "$from")"
done
# what a killed head leaves is cleared by a later version when it is ten minutes old; what a killed unpacker leaves, at once
[ "$(find "$program" -maxdepth 1 -name '.unpacking-*' | wc -l)" -eq 0 ]

say "twenty starts at once on an empty cache"
rm -rf "$XDG_CACHE_HOME"
from=$(now)
for number in $(seq 20); do "$file" version >"$work/version-$number" & done
wait
echo "all twenty answered within $(took "$from")"
[ "$(cat "$work"/version-* | sort -u | wc -l)" -eq 1 ]
[ "$(cat "$work"/version-* | wc -l)" -eq 20 ]
only_one

say "two servers at once on an empty cache and one data directory: one serves, the other says why not"
rm -rf "$XDG_CACHE_HOME"
"$file" serve --port 0 --data-dir "$work/data" 2>"$work/first" &
first=$!
"$file" serve --port 0 --data-dir "$work/data" 2>"$work/second" &
second=$!
until cat "$work/first" "$work/second" | grep -q "is at http" && cat "$work/first" "$work/second" | grep -q "^Error"; do sleep 0.2; done
grep -h "^Error" "$work/first" "$work/second"
kill "$first" "$second" 2>/dev/null || true
wait "$first" 2>/dev/null || true
wait "$second" 2>/dev/null || true

say "a file in the cache cut short, as by a power cut"
victim=$(find "$program" -name 'libpython*' -type f | head -1)
truncate -s 1000 "$victim"
"$file" version
[ "$(stat -c %s "$victim")" -gt 1000 ]

say "the file itself cut short, and changed in one byte"
head -c 100000000 "$file" >"$work/cut" && chmod +x "$work/cut"
cp "$file" "$work/changed" && printf 'x' | dd of="$work/changed" bs=1 seek=150000000 conv=notrunc 2>/dev/null
rm -rf "$program"
refused "is damaged" "$work/cut" version
refused "is damaged" "$work/changed" version
rm "$work/cut" "$work/changed"

if [ "$(id -u)" -eq 0 ]; then
    say "a home without space, one mounted noexec, one read-only"
    mkdir "$work/tiny" "$work/noexec" "$work/ro"
    mount -t tmpfs -o size=60m tmpfs "$work/tiny"
    mount -t tmpfs -o noexec tmpfs "$work/noexec"
    mount -t tmpfs -o ro tmpfs "$work/ro"
    refused "not enough space" env XDG_CACHE_HOME="$work/tiny" "$file" version
    refused "noexec" env XDG_CACHE_HOME="$work/noexec" "$file" version
    refused "Nothing can be written" env XDG_CACHE_HOME="$work/ro" "$file" version
    say "a temporary folder that is read-only and noexec disturbs no start and no test"
    mount -t tmpfs -o ro,noexec tmpfs /tmp
    rm -rf "$program"
    "$file" version
    umount /tmp "$work/tiny" "$work/noexec" "$work/ro"
fi
say "all as it should be"
