#!/bin/sh
# Proves that the single file needs nothing: runs it in a minimal Debian without Python, browser or network.
# Usage, as root, with debootstrap installed: tests/packaging/bare_machine.sh [EXECUTABLE [MINIMAL_ROOT]]
set -eu

if [ "${INSIDE:-}" != yes ]; then
    file=$(realpath "${1:-dist/qa-appliance}")
    base=$(mktemp -d /var/tmp/qa-appliance-bare-XXXXXX)
    trap 'rm -rf "$base"' EXIT
    if [ -n "${2:-}" ]; then cp -a "$2" "$base/root"; else debootstrap --variant=minbase stable "$base/root" >&2; fi
    cp "$file" "$base/root/usr/local/bin/qa-appliance"
    # namespaces of its own: no network but loopback, and what is mounted or started inside ends with it
    INSIDE=yes unshare --mount --net --pid --fork --kill-child "$0" "$base/root"
    exit
fi

root=$1
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
mkdir "$root/dev/shm"
for device in null zero full random urandom; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
ip link set lo up

say() { echo "== $*"; }
bare() { chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin "$@"; }
refused() { # a sentence, and the command that has to fail with it
    wanted=$1
    shift
    if said=$("$@" 2>&1); then echo "not refused: $*" >&2; exit 1; fi
    case $said in
    *"$wanted"*) echo "refused: $said" ;;
    *) echo "refused with other words: $said" >&2; exit 1 ;;
    esac
}

say "nothing is there to help"
for program in python3 node chromium google-chrome gcc curl; do
    if bare sh -c "command -v $program"; then echo "$program is there" >&2; exit 1; fi
done

say "a cache on a file system mounted noexec, and one without space"
mkdir "$root/noexec" "$root/tiny"
mount -t tmpfs -o noexec tmpfs "$root/noexec"
mount -t tmpfs -o size=60m tmpfs "$root/tiny"
refused "noexec" bare env XDG_CACHE_HOME=/noexec qa-appliance version
refused "not enough space" bare env XDG_CACHE_HOME=/tiny qa-appliance version
umount "$root/tiny"

say "a temporary folder that is read-only and noexec disturbs no start"
mount -t tmpfs -o ro,noexec tmpfs "$root/tmp"
bare qa-appliance version
umount "$root/tmp"

say "twenty starts at once on an empty cache"
rm -rf "$root/root/.cache"
for number in $(seq 20); do bare qa-appliance version >"$root/version-$number" & done
wait
[ "$(cat "$root"/version-* | sort -u | wc -l)" -eq 1 ]
[ "$(cat "$root"/version-* | wc -l)" -eq 20 ]
[ "$(ls "$root/root/.cache/qa-appliance/program" | wc -l)" -eq 1 ]

say "serve"
bare qa-appliance serve --data-dir /data &
server=$!
tries=0
until bare qa-appliance healthcheck --data-dir /data 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || { echo "the server does not answer" >&2; exit 1; }
    sleep 0.5
done
bare qa-appliance backup /backup.tar --data-dir /data
kill "$server"
wait "$server" || true
bare qa-appliance restore /backup.tar --data-dir /restored

say "the demo"
bare qa-appliance demo --exit
for kind in '*.webm' '*.zip' '*.jpg'; do
    [ -n "$(find "$root/tmp" -name "$kind" -size +1k | head -1)" ] || { echo "no $kind was recorded" >&2; exit 1; }
done
say "all as it should be"
