#!/usr/bin/env bash
# Looks one number up and prints what is known about it, as JSON. Needs curl.
#
#   NUMSIFT_API_KEY=ns_… ./lookup.sh +12015550100             what the number itself tells: free
#   NUMSIFT_API_KEY=ns_… ./lookup.sh +12015550100 whatsapp    with a check: charged for a definite answer
set -euo pipefail

url=${NUMSIFT_URL:-http://127.0.0.1:8080}
: "${NUMSIFT_API_KEY:?the key? The console makes one under API info}"
number=${1:?which number?}
project=${2:-}

body="{\"number\": \"$number\"${project:+, \"projects\": [\"$project\"]}}"

# The key is given through a file descriptor, so that nobody sees it in the list of processes.
curl --silent --show-error --fail-with-body \
    --header @<(printf 'Authorization: Bearer %s\n' "$NUMSIFT_API_KEY") \
    --header 'Content-Type: application/json' \
    --data "$body" \
    "$url/v1/lookup"
echo
