#!/usr/bin/env bash
# Screens a list with the calls that the console's pages make: log in, upload, read, price, start, wait,
# and download the numbers with one answer as a CSV file. Needs curl and python3.
#
#   NUMSIFT_USER=customer NUMSIFT_PASSWORD=numsift-demo docs/examples/screen.sh numbers.txt active.csv
#
# NUMSIFT_URL       where the server is         [http://127.0.0.1:8080]
# NUMSIFT_PROJECT   what is checked             [whatsapp]
# NUMSIFT_STATUS    which answer is wanted      [active]
# NUMSIFT_COUNTRY   where numbers without + are [none: they are refused]
# NUMSIFT_PURPOSE   why this list may be checked; it is noted with the task
set -euo pipefail

list=${1:?which list?}
out=${2:?where shall the result go?}
url=${NUMSIFT_URL:-http://127.0.0.1:8080}
project=${NUMSIFT_PROJECT:-whatsapp}
status=${NUMSIFT_STATUS:-active}
country=${NUMSIFT_COUNTRY:-}
purpose=${NUMSIFT_PURPOSE:-our own customers, who agreed to be contacted}
user=${NUMSIFT_USER:?who?}
: "${NUMSIFT_PASSWORD:?the password?}"
sid=

# pick EXPRESSION: evaluates Python on the JSON that comes in (as `d`) and prints what comes out.
pick() {
    python3 -c '
import json, sys
text = sys.stdin.read()
if not text:
    sys.exit(1)  # What went wrong has been told already.
d = json.loads(text)
value = eval(sys.argv[1])
print(value if isinstance(value, str) else json.dumps(value))
' "$1"
}

# data: the data of an answer; a refusal is told and ends the script.
data() {
    python3 -c '
import json, sys
text = sys.stdin.read()
try:
    answer = json.loads(text)
except ValueError:
    sys.exit("this is no answer of Numsift: " + text[:200] if text else "the server does not answer")
if answer["code"] != 0:
    sys.exit("refused (%s): %s %s" % (answer["code"], answer["msg"], json.dumps(answer.get("data"))))
print(json.dumps(answer["data"]))
'
}

# body NAME VALUE...: a JSON object; values are JSON already.
body() {
    python3 -c '
import json, sys
words = sys.argv[1:]
print(json.dumps({name: json.loads(value) for name, value in zip(words[::2], words[1::2])}))
' "$@"
}

text() { # text WORDS: as a JSON string
    python3 -c 'import json, sys; print(json.dumps(sys.argv[1]))' "$1"
}

# call PATH: one call; its body comes in, so that no password is seen in the list of processes.
call() {
    curl --silent --show-error --max-time 60 --header "sid: $sid" --header 'content-type: application/json' \
        --header 'accept-language: en' --data-binary @- "$url/api/$1" | data
}

# Log in. The password comes from the environment and goes no further than the request.
sid=$(NUMSIFT_USER=$user python3 -c '
import json, os
print(json.dumps({"username": os.environ["NUMSIFT_USER"], "password": os.environ["NUMSIFT_PASSWORD"]}))
' | call user/login | pick 'd["sid"]')

# Upload. The answer says how the file would be read; here the guess is taken as it is.
uploaded=$(curl --silent --show-error --header "sid: $sid" --header 'accept-language: en' --form "file=@$list" "$url/api/task/upload" | data)
id=$(pick 'd["id"]' <<< "$uploaded")
mapping=$(COUNTRY=$country python3 -c '
import json, os, sys
mapping = json.load(sys.stdin)["preview"]["mapping"]
if os.environ["COUNTRY"]:
    mapping["default_country"] = os.environ["COUNTRY"]
print(json.dumps(mapping))
' <<< "$uploaded")

# Read it, and wait until that is done.
body id "$id" mapping "$mapping" | call list/analyse > /dev/null
while true; do
    read_list=$(body id "$id" | call list/get)
    case $(pick 'd["state"]' <<< "$read_list") in
        ready) break ;;
        failed) echo "the list cannot be read: $(pick 'd["error_text"]' <<< "$read_list")" >&2; exit 1 ;;
    esac
    sleep 1
done
echo "numbers to check: $(pick 'd["numbers"]' <<< "$read_list")"

# Price. Amounts are ten-thousandths of a point.
checks="[{\"project\": $(text "$project")}]"
quote=$(body list "$id" mode '"single"' checks "$checks" | call task/quote)
echo "costs at most $(pick '"%.4f" % (d["price"] / 10000)' <<< "$quote") points"
if [ "$(pick 'd["missing"] > 0' <<< "$quote")" = true ]; then
    echo "there are $(pick '"%.4f" % (d["missing"] / 10000)' <<< "$quote") points too few" >&2
    exit 1
fi

# Start, and wait for the end.
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

# Have the wanted rows written, wait for the file, and follow its link. A link works once.
filter="{\"statuses\": [[$(text "$status")]]}"
export_id=$(body id "$task" format '"csv"' filter "$filter" | call task/export | pick 'd["id"]')
while true; do
    file=$(body id "$task" | call task/exports | pick "next(e for e in d if e['id'] == $export_id)")
    case $(pick 'd["state"]' <<< "$file") in
        done) break ;;
        failed | cancelled) echo "the file could not be written: $(pick 'd["error"]' <<< "$file")" >&2; exit 1 ;;
    esac
    sleep 1
done
link=$(body export "$export_id" | call task/download | pick 'd["url"]')
curl --silent --show-error --fail --output "$out" "$url$link"
echo "$status: $(pick 'd["rows"]' <<< "$file") rows in $out"
