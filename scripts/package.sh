#!/usr/bin/env bash
# package.sh BINARY [FOLDER]: makes a Debian package and a tarball of a binary, in FOLDER (dist).
#
#   dist/numsift_0.2.0_amd64.deb
#   dist/numsift-0.2.0-linux-amd64.tar.gz
#
# NUMSIFT_PACKAGE_VERSION replaces the version of the binary. The same binary gives the same bytes: times are those of
# the commit, or SOURCE_DATE_EPOCH.
set -euo pipefail
binary=$(realpath "${1:?usage: package.sh BINARY [FOLDER]}")
out=$(realpath -m "${2:-dist}")
cd "$(dirname "$0")/.."

version=${NUMSIFT_PACKAGE_VERSION:-$("$binary" --version | cut -d ' ' -f 2)}
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || date +%s)}
export SOURCE_DATE_EPOCH
compression=(-Zxz)
[ -z "${NUMSIFT_PACKAGE_FAST:-}" ] || compression=(-Zgzip -z1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
mkdir -p "$out"

strip --strip-unneeded -o "$work/numsift" "$binary"
mkdir "$work/man"
"$binary" man "$work/man"
gzip --best --no-name "$work"/man/*
for shell in bash zsh fish; do "$binary" completions $shell > "$work/$shell"; done

# Everything but the maintainer scripts, below a prefix. $1 is the root, $2 the prefix.
lay_out() {
    local share=$1$2/share doc=$1$2/share/doc/numsift
    install -D -m 0755 "$work/numsift" "$1$2/bin/numsift"
    mkdir -p "$share/man/man1" "$doc/examples"
    install -m 0644 "$work"/man/* "$share/man/man1"
    install -D -m 0644 "$work/bash" "$share/bash-completion/completions/numsift"
    install -D -m 0644 "$work/zsh" "$share/zsh/vendor-completions/_numsift"
    install -D -m 0644 "$work/fish" "$share/fish/vendor_completions.d/numsift.fish"
    install -m 0644 README.md SECURITY.md docs/*.md "$doc"
    install -m 0644 CHANGELOG.md "$doc"
    gzip --best --no-name "$doc/CHANGELOG.md"
    install -m 0644 deploy/numsift.env.example deploy/proxy/* deploy/prometheus/alerts.yml "$doc/examples"
    install -D -m 0644 --target-directory "$doc/examples/grafana" deploy/grafana/*
}

units() { # units FOLDER PREFIX: the systemd units for a binary in PREFIX/bin
    local unit
    mkdir -p "$1"
    for unit in deploy/systemd/*.service deploy/systemd/*.timer; do
        sed "s|/usr/local/bin/|$2/bin/|" "$unit" > "$1/$(basename "$unit")"
    done
}

touch_all() { find "$1" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +; }

# The Debian package.
root=$work/deb
lay_out "$root" /usr
units "$root/usr/lib/systemd/system" /usr
install -D -m 0644 deploy/numsift.toml "$root/etc/numsift/numsift.toml"
install -m 0644 deploy/debian/copyright "$root/usr/share/doc/numsift/copyright"
sed -e "s|@VERSION@|$version|" -e "s|@DATE@|$(date --utc --rfc-email --date "@$SOURCE_DATE_EPOCH")|" deploy/debian/changelog |
    gzip --best --no-name > "$root/usr/share/doc/numsift/changelog.gz"
mkdir -p "$root/DEBIAN" "$work/shlibs/debian"
install -m 0755 deploy/debian/postinst deploy/debian/prerm deploy/debian/postrm "$root/DEBIAN"
echo /etc/numsift/numsift.toml > "$root/DEBIAN/conffiles"
libraries=$(
    cd "$work/shlibs"
    printf 'Source: numsift\n\nPackage: numsift\nArchitecture: any\n' > debian/control
    dpkg-shlibdeps -O -e"$root/usr/bin/numsift" 2> /dev/null | sed -n 's/^shlibs:Depends=//p'
)
[ -n "$libraries" ] || { echo "dpkg-shlibdeps found no libraries; install dpkg-dev" >&2; exit 1; }
sed -e "s|@VERSION@|$version|" -e "s|@ARCHITECTURE@|$architecture|" -e "s|@LIBRARIES@|$libraries|" \
    -e "s|@SIZE@|$(du -sk --apparent-size "$root/usr" "$root/etc" | awk '{ sum += $1 } END { print sum }')|" \
    deploy/debian/control > "$root/DEBIAN/control"
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum > DEBIAN/md5sums)
touch_all "$root"
dpkg-deb "${compression[@]}" --root-owner-group --build "$root" "$out/numsift_${version}_$architecture.deb" > /dev/null

# The tarball, for /usr/local on any Linux.
name=numsift-$version-linux-$architecture
lay_out "$work/tar/$name" ""
units "$work/tar/$name/lib/systemd/system" /usr/local
install -D -m 0644 deploy/systemd/numsift.sysusers "$work/tar/$name/lib/sysusers.d/numsift.conf"
install -D -m 0644 deploy/numsift.toml "$work/tar/$name/etc/numsift/numsift.toml"
install -m 0644 LICENSE "$work/tar/$name"
touch_all "$work/tar"
tar --create --sort name --owner 0 --group 0 --numeric-owner --directory "$work/tar" "$name" |
    gzip --no-name ${NUMSIFT_PACKAGE_FAST:+-1} > "$out/$name.tar.gz"

echo "$out/numsift_${version}_$architecture.deb"
echo "$out/$name.tar.gz"
