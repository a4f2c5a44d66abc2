#!/usr/bin/env bash
# Screens a list: creates a task from a file, waits until it is done, saves the results as CSV. Needs curl.
#
#   NUMSIFT_API_KEY=ns_… ./screen.sh numbers.txt results.csv whatsapp
set -euo pipefail

url=${NUMSIFT_URL:-http://127.0.0.1:8080}
: "${NUMSIFT_API_KEY:?the key? The console makes one under API info}"
list=${1:?which list?}
out=${2:?where shall the results go?}
project=${3:-whatsapp}

# api PATH OPTION...: one call with the key, which nobody sees in the list of processes. A refusal is told and ends
# the script. Trying again after 429 or 503 is safe, also when creating: the Idempotency-Key stays the same.
api() {
    curl --silent --show-error --fail-with-body --retry 3 \
        --header @<(printf 'Authorization: Bearer %s\n' "$NUMSIFT_API_KEY") "${@:2}" "$url/v1/$1"
}

# field NAME: the value of a field of the JSON that comes in.
field() { sed -n "s/.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p"; }

task=$(api tasks \
    --header "Idempotency-Key: $(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" \
    --form "task={\"checks\": [{\"project\": \"$project\"}]};type=application/json" \
    --form "file=@$list")
id=$(field id <<< "$task")
echo "task $id"

while true; do
    task=$(api "tasks/$id")
    case $(field state <<< "$task") in
        done) break ;;
        cancelled | failed) echo "it ended early: $task" >&2; exit 1 ;;
    esac
    sleep 2
done

api "tasks/$id/results" --header 'Accept: text/csv' --output "$out"
echo "$(($(wc -l < "$out") - 1)) rows in $out"
