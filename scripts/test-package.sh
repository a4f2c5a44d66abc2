#!/usr/bin/env bash
# test-package.sh BINARY: packages a binary, and installs, starts, upgrades, removes and purges it in a throw-away root.
#
# The root is an overlay over the file system of this machine, in a mount namespace of its own: nothing of it remains.
# Needs root. There is no systemd in it: the binary is started with the command line, the environment and the user of
# the unit.
set -euo pipefail
binary=$(realpath "${1:?usage: test-package.sh BINARY}")
cd "$(dirname "$0")/.."

if [ "${NUMSIFT_IN_NAMESPACE:-}" != yes ]; then
    [ "$(id -u)" = 0 ] || { echo "test-package.sh needs root" >&2; exit 1; }
    NUMSIFT_IN_NAMESPACE=yes exec unshare --mount --pid --fork --mount-proc "$0" "$binary"
fi

work=$(mktemp -d)
mount -t tmpfs tmpfs "$work"
mkdir "$work/upper" "$work/temporary" "$work/root" "$work/one" "$work/two" "$work/again"

echo "packaging"
export NUMSIFT_PACKAGE_FAST=1
NUMSIFT_PACKAGE_VERSION=1.0.0 scripts/package.sh "$binary" "$work/one" > /dev/null
NUMSIFT_PACKAGE_VERSION=1.0.1 scripts/package.sh "$binary" "$work/two" > /dev/null
NUMSIFT_PACKAGE_VERSION=1.0.0 scripts/package.sh "$binary" "$work/again" > /dev/null
architecture=$(dpkg --print-architecture)
for file in "numsift_1.0.0_$architecture.deb" "numsift-1.0.0-linux-$architecture.tar.gz"; do
    cmp "$work/one/$file" "$work/again/$file" || { echo "$file is not reproducible" >&2; exit 1; }
done

mount -t overlay overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/temporary" "$work/root"
root=$work/root
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
cp "$work"/one/*.deb "$work"/two/*.deb "$root/tmp"
in_root() { chroot "$root" "$@"; }
fail() { echo "failed: $*" >&2; exit 1; }
# The index of all manual pages of the machine takes a minute.
rm -f "$root/var/lib/man-db/auto-update"
# Another package of this name must not be installed on the machine.
! in_root dpkg -s numsift > /dev/null 2>&1 || fail "numsift is installed on this machine"

installs() { in_root env DEBIAN_FRONTEND=noninteractive dpkg --install "/tmp/numsift_$1_$architecture.deb" > "$work/dpkg.log" 2>&1 || { cat "$work/dpkg.log"; fail "dpkg --install"; }; }

unit=$root/usr/lib/systemd/system/numsift.service
of_unit() { sed -n "s/^$1=//p" "$unit" | head -n 1; }
# Runs a command as the user of the server.
as_numsift() { chroot --userspec=numsift:numsift "$root" env -i PATH=/usr/bin:/bin "$@"; }

server=
starts() { # starts the server as the unit does
    : > "$work/server.log"
    # shellcheck disable=SC2046 # The words of the command line.
    chroot --userspec="$(of_unit User):$(of_unit Group)" "$root" env -i "$(of_unit Environment)" NUMSIFT_PORT=0 \
        sh -c 'cd "$0" && exec "$@"' "$(of_unit WorkingDirectory)" $(of_unit ExecStart) > "$work/server.log" 2>&1 &
    server=$!
    for _ in $(seq 300); do
        address=$(sed -n 's|.*Numsift is running on \(http://[^ ]*\).*|\1|p' "$work/server.log")
        [ -z "$address" ] || break
        kill -0 "$server" 2> /dev/null || { cat "$work/server.log"; fail "the server ended"; }
        sleep 0.1
    done
    [ "$(curl --silent --output /dev/null --write-out '%{http_code}' "$address/readyz")" = 200 ] || fail "not ready"
}
stops() {
    kill -TERM "$server"
    wait "$server" || fail "the server did not stop cleanly"
}

echo "installing"
installs 1.0.0
in_root id numsift > /dev/null || fail "no user"
[ "$(in_root stat --format '%a %U:%G' /var/lib/numsift)" = "700 numsift:numsift" ] || fail "owner of the data folder"
in_root systemd-analyze verify /usr/lib/systemd/system/numsift.service /usr/lib/systemd/system/numsift-serve.service \
    /usr/lib/systemd/system/numsift-worker@.service /usr/lib/systemd/system/numsift-backup.timer > "$work/verify.log" 2>&1 || { cat "$work/verify.log"; fail "systemd-analyze verify"; }
if [ -x "$root/usr/bin/man" ]; then
    in_root man --local-file /usr/share/man/man1/numsift-admin-move.1.gz < /dev/null 2> /dev/null | grep -q retire-source || fail "man page"
fi
in_root bash -n /usr/share/bash-completion/completions/numsift || fail "bash completions"
in_root numsift --version > /dev/null
for sample in nginx.conf Caddyfile numsift.env.example alerts.yml grafana/overview.json; do
    in_root test -s "/usr/share/doc/numsift/examples/$sample" || fail "no sample $sample"
done
in_root dpkg --verify numsift || fail "dpkg --verify"

echo "starting"
starts
grep -q 'password ' "$work/server.log" || fail "no password of the administrator"
stops
in_root test -s /var/lib/numsift/secret.key || fail "no key"
key=$(in_root sha256sum /var/lib/numsift/secret.key)
echo 'log = "warn"' >> "$root/etc/numsift/numsift.toml"

echo "backing up"
backup=$(sed -n 's/^ExecStart=//p' "$root/usr/lib/systemd/system/numsift-backup.service" | head -n 1)
backup=${backup//'${BACKUP_TARGET}'//var/backups/numsift}
# shellcheck disable=SC2086 # The words of the command line.
as_numsift NUMSIFT_DATA=/var/lib/numsift ${backup//'${BACKUP_KEEP}'/14} > "$work/backup.log" 2>&1 || { cat "$work/backup.log"; fail "backup"; }
[ -n "$(ls "$root/var/backups/numsift/snapshots")" ] || fail "no snapshot"

echo "upgrading"
installs 1.0.1
in_root dpkg-query --show --showformat '${Version}' numsift | grep -qx 1.0.1 || fail "version after the upgrade"
grep -qx 'log = "warn"' "$root/etc/numsift/numsift.toml" || fail "the upgrade replaced the settings"
starts
! grep -q 'password ' "$work/server.log" || fail "a second administrator"
stops
[ "$(in_root sha256sum /var/lib/numsift/secret.key)" = "$key" ] || fail "another key after the upgrade"

echo "going back"
mv "$root/var/lib/numsift" "$root/var/lib/failed"
installs 1.0.0
as_numsift numsift admin restore /var/backups/numsift --data /var/lib/numsift > /dev/null || fail "restore"
starts
! grep -q 'password ' "$work/server.log" || fail "a new installation instead of the restored one"
stops
rm -r "$root/var/lib/failed"

echo "removing"
in_root dpkg --remove numsift > /dev/null 2>&1
[ ! -e "$root/usr/bin/numsift" ] || fail "the binary is still there"
in_root test -s /var/lib/numsift/numsift.db || fail "removing deleted data"
[ -e "$root/etc/numsift/numsift.toml" ] || fail "removing deleted settings"
in_root dpkg --purge numsift > /dev/null 2>&1
left=$(find "$root/var/lib" "$root/etc" "$root/usr" -xdev -path '*numsift*' ! -path "*/dpkg/*" 2> /dev/null || true)
[ -z "$left" ] || fail "purging leaves $left"
in_root id numsift > /dev/null || fail "purging deleted the user"

echo "tarball"
tar --extract --gzip --file "$work/one/numsift-1.0.0-linux-$architecture.tar.gz" --directory "$root/tmp"
in_root "/tmp/numsift-1.0.0-linux-$architecture/bin/numsift" --version > /dev/null
echo "the package installs, starts, upgrades, and is removed"
