#!/usr/bin/env bash
# Installs what this machine lacks: `install.sh run` for running, `install.sh test` for testing too.
set -euo pipefail
cd "$(dirname "$0")/.."
purpose=${1:?run or test}

missing_tool() {
    echo "numsift needs $1 to build: $2" >&2
    exit 1
}
command -v cargo > /dev/null || missing_tool Rust "install a toolchain of 1.94 or newer with rustup"
command -v node > /dev/null || missing_tool Node.js "install version 20 or newer"
command -v npm > /dev/null || missing_tool npm "it comes with Node.js"

if [ "$purpose" = test ]; then
    command -v clippy-driver > /dev/null || missing_tool clippy "rustup component add clippy"
fi

# Debian packages, installed only when something is missing.
packages=()
need() { # need PACKAGE TEST...: installs the package if the test fails
    local package=$1
    shift
    "$@" > /dev/null 2>&1 || packages+=("$package")
}
need gcc command -v cc
need make command -v make
if [ "$purpose" = test ]; then
    need g++ command -v c++
    need postgresql sh -c 'ls /usr/lib/postgresql/*/bin/initdb || command -v initdb'
    # The headless shell is faster, but an installed Chromium will do.
    need chromium-headless-shell sh -c 'command -v "${CHROMIUM_PATH:-chromium-headless-shell}" || command -v chromium'
    need fonts-noto-cjk sh -c 'dpkg -s fonts-noto-cjk | grep "^Status: install ok"'
    need python3 command -v python3
    need python3-venv python3 -c 'import ensurepip'
    need python3-yaml python3 -c 'import yaml'
    need curl command -v curl
    # Runs the cookbook's receiver in Go, and renders the Helm chart where helm is missing.
    need golang-go command -v go
fi
if [ ${#packages[@]} -gt 0 ]; then
    if ! command -v apt-get > /dev/null; then
        echo "please install: ${packages[*]} (apt-get was not found)" >&2
        exit 1
    fi
    echo "installing ${packages[*]}"
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    # Older Debian releases only have the full browser.
    if ! apt-cache show chromium-headless-shell > /dev/null 2>&1; then
        packages=("${packages[@]/#chromium-headless-shell/chromium}")
    fi
    # Keep Debian's PostgreSQL from starting a server; the scripts start their own.
    "${as_root[@]}" mkdir -p /etc/postgresql-common
    [ -e /etc/postgresql-common/createcluster.conf ] ||
        echo "create_main_cluster = false" | "${as_root[@]}" tee /etc/postgresql-common/createcluster.conf > /dev/null
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${packages[@]}" > /dev/null
fi

# Checks metrics and alert rules. Only this file of Debian's package: the rest is a server that would be started.
if [ "$purpose" = test ] && ! command -v promtool > /dev/null; then
    command -v apt-get > /dev/null || { echo "please install: promtool, a part of Prometheus" >&2; exit 1; }
    echo "installing promtool"
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    [ ${#packages[@]} -gt 0 ] || "${as_root[@]}" apt-get update -qq
    download=$(mktemp -d)
    (cd "$download" && apt-get download -qq prometheus 2> /dev/null)
    dpkg-deb --fsys-tarfile "$download"/prometheus_*.deb | tar --extract --directory "$download" ./usr/bin/promtool
    "${as_root[@]}" install -m 755 "$download/usr/bin/promtool" /usr/local/bin/promtool
    rm -rf "$download"
fi

# npm packages, if the lock file is newer than the installed ones.
for folder in web web/tools/openapi sdk/check; do
    [ "$folder" != sdk/check ] || [ "$purpose" = test ] || continue
    [ -f "$folder/package-lock.json" ] || continue
    stamp="$folder/node_modules/.installed"
    if [ ! -e "$stamp" ] || [ "$folder/package-lock.json" -nt "$stamp" ]; then
        echo "installing the npm packages of $folder"
        (cd "$folder" && npm install --no-audit --no-fund --loglevel=error)
        touch "$stamp"
    fi
done

# Python packages that read our files and use the API.
[ "$purpose" != test ] || scripts/lib/api-tools.sh > /dev/null

# Interface descriptions of providers, which presets are checked against.
[ "$purpose" != test ] || scripts/lib/published-documents.sh > /dev/null ||
    echo "the published interface descriptions are missing: the tests of presets that need them will fail" >&2
