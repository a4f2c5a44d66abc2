#!/usr/bin/env bash
# Screens a list with the calls of the console: sign in, upload, read, quote, start, wait, and download the numbers with
# a given status as CSV. Needs curl and python3.
#
#   NUMSIFT_USER=customer NUMSIFT_PASSWORD=numsift-demo docs/examples/screen.sh numbers.txt active.csv
#
# NUMSIFT_URL       address of the server                  [http://127.0.0.1:8080]
# NUMSIFT_PROJECT   project to check                       [whatsapp]
# NUMSIFT_STATUS    status of the numbers to download      [active]
# NUMSIFT_COUNTRY   country of numbers without a + prefix  [none: these numbers are rejected]
# NUMSIFT_PURPOSE   why this list may be checked; recorded with the task
set -euo pipefail

list=${1:?usage: screen.sh LIST OUTPUT}
out=${2:?usage: screen.sh LIST OUTPUT}
url=${NUMSIFT_URL:-http://127.0.0.1:8080}
project=${NUMSIFT_PROJECT:-whatsapp}
status=${NUMSIFT_STATUS:-active}
country=${NUMSIFT_COUNTRY:-}
purpose=${NUMSIFT_PURPOSE:-our own customers, who agreed to be contacted}
user=${NUMSIFT_USER:?set it to the name of your account}
: "${NUMSIFT_PASSWORD:?set it to your password}"
sid=

# pick EXPRESSION: evaluates a Python expression on the JSON on standard input (`d`) and prints the value.
pick() {
    python3 -c '
import json, sys
text = sys.stdin.read()
if not text:
    sys.exit(1)  # The error was printed before.
d = json.loads(text)
value = eval(sys.argv[1])
print(value if isinstance(value, str) else json.dumps(value))
' "$1"
}

# data: prints the data of a response. An error is printed and ends the script.
data() {
    python3 -c '
import json, sys
text = sys.stdin.read()
try:
    response = json.loads(text)
except ValueError:
    sys.exit("unexpected response: " + text[:200] if text else "the server does not respond")
if response["code"] != 0:
    sys.exit("error (%s): %s %s" % (response["code"], response["msg"], json.dumps(response.get("data"))))
print(json.dumps(response["data"]))
'
}

# body NAME VALUE...: prints a JSON object; the values are JSON.
body() {
    python3 -c '
import json, sys
args = sys.argv[1:]
print(json.dumps({name: json.loads(value) for name, value in zip(args[::2], args[1::2])}))
' "$@"
}

text() { # text TEXT: prints a JSON string
    python3 -c 'import json, sys; print(json.dumps(sys.argv[1]))' "$1"
}

# call PATH: makes a call with the body on standard input, so that no password shows up in the process list.
call() {
    curl --silent --show-error --max-time 60 --header "sid: $sid" --header 'content-type: application/json' \
        --header 'accept-language: en' --data-binary @- "$url/api/$1" | data
}

# Sign in. The password is read from the environment and only sent in the request.
sid=$(NUMSIFT_USER=$user python3 -c '
import json, os
print(json.dumps({"username": os.environ["NUMSIFT_USER"], "password": os.environ["NUMSIFT_PASSWORD"]}))
' | call user/login | pick 'd["sid"]')

# Upload. The response suggests a mapping, which is used as it is.
uploaded=$(curl --silent --show-error --header "sid: $sid" --header 'accept-language: en' --form "file=@$list" "$url/api/task/upload" | data)
id=$(pick 'd["id"]' <<< "$uploaded")
mapping=$(COUNTRY=$country python3 -c '
import json, os, sys
mapping = json.load(sys.stdin)["preview"]["mapping"]
if os.environ["COUNTRY"]:
    mapping["default_country"] = os.environ["COUNTRY"]
print(json.dumps(mapping))
' <<< "$uploaded")

# Read the list.
body id "$id" mapping "$mapping" | call list/analyse > /dev/null
while true; do
    read_list=$(body id "$id" | call list/get)
    case $(pick 'd["state"]' <<< "$read_list") in
        ready) break ;;
        failed) echo "cannot read the list: $(pick 'd["error_text"]' <<< "$read_list")" >&2; exit 1 ;;
    esac
    sleep 1
done
echo "numbers: $(pick 'd["numbers"]' <<< "$read_list")"

# Quote. Amounts are in 1/10,000 point.
checks="[{\"project\": $(text "$project")}]"
quote=$(body list "$id" mode '"single"' checks "$checks" | call task/quote)
echo "price: at most $(pick '"%.4f" % (d["price"] / 10000)' <<< "$quote") points"
if [ "$(pick 'd["missing"] > 0' <<< "$quote")" = true ]; then
    echo "the balance is $(pick '"%.4f" % (d["missing"] / 10000)' <<< "$quote") points too low" >&2
    exit 1
fi

# Start the task and wait until it is completed.
task=$(body list "$id" name "$(text "$(basename "$list")")" mode '"single"' checks "$checks" \
    purpose "$(text "$purpose")" confirmed true | call task/start | pick 'd["id"]')
while true; do
    now=$(body id "$task" | call task/get)
    case $(pick 'd["state"]' <<< "$now") in
        completed) break ;;
        running | paused) sleep 1 ;;
        *) echo "the task ended early: $(pick 'd["state"]' <<< "$now")" >&2; exit 1 ;;
    esac
done
echo "task $task is done and cost $(pick '"%.4f" % (d["charged"] / 10000)' <<< "$now") points"

# Export the rows with the status and download the file. A link works once.
filter="{\"statuses\": [[$(text "$status")]]}"
export_id=$(body id "$task" format '"csv"' filter "$filter" | call task/export | pick 'd["id"]')
while true; do
    file=$(body id "$task" | call task/exports | pick "next(e for e in d if e['id'] == $export_id)")
    case $(pick 'd["state"]' <<< "$file") in
        done) break ;;
        failed | cancelled) echo "the export failed: $(pick 'd["error"]' <<< "$file")" >&2; exit 1 ;;
    esac
    sleep 1
done
link=$(body export "$export_id" | call task/download | pick 'd["url"]')
curl --silent --show-error --fail --output "$out" "$url$link"
echo "$status: $(pick 'd["rows"]' <<< "$file") rows in $out"
