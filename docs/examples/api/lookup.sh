#!/usr/bin/env bash
# Looks up a number and prints the result as JSON. Needs curl.
#
#   NUMSIFT_API_KEY=ns_… ./lookup.sh +12015550100             validity, type, location: free of charge
#   NUMSIFT_API_KEY=ns_… ./lookup.sh +12015550100 whatsapp    with a check: charged if the answer is definite
set -euo pipefail

url=${NUMSIFT_URL:-http://127.0.0.1:8080}
: "${NUMSIFT_API_KEY:?set it to an API key; create one in the console under API info}"
number=${1:?usage: lookup.sh NUMBER [PROJECT]}
project=${2:-}

body="{\"number\": \"$number\"${project:+, \"checks\": [\"$project\"]}}"

# The key is passed through a file descriptor, so that it does not show up in the process list.
curl --silent --show-error --fail-with-body \
    --header @<(printf 'Authorization: Bearer %s\n' "$NUMSIFT_API_KEY") \
    --header 'Content-Type: application/json' \
    --data "$body" \
    "$url/v1/lookup"
echo
