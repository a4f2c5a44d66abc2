"""PyPI `phonenumbers`: the answers of the reference, and its speed.

oracle.py LINES ROUNDS LIMIT ANSWERS, like every peer; the answers are those
that the others are compared with.
"""

import json
import re
import sys
import time

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat, PhoneNumberType

TYPES = {value: PhoneNumberType.to_string(value).lower() for value in PhoneNumberType.values()}


def ask(line):
    try:
        number = phonenumbers.parse(line, None)
    except NumberParseException:
        return (False, "", "", "")
    return (
        phonenumbers.is_valid_number(number),
        TYPES[phonenumbers.number_type(number)],
        phonenumbers.region_code_for_number(number) or "",
        phonenumbers.format_number(number, PhoneNumberFormat.E164),
    )


def main():
    path, rounds, limit, answers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    if "--timed" in sys.argv:
        limit, rounds = min(limit, 20_000), max(rounds, 1)
    else:
        re._MAXCACHE = 1 << 16  # for answers only: cache all patterns
    with open(path, encoding="utf-8", newline="\n") as file:
        lines = [line.rstrip("\n") for _, line in zip(range(limit), file)]
    if "--timed" not in sys.argv:
        with open(answers, "w", encoding="utf-8") as out:
            for line in lines:
                valid, kind, region, e164 = ask(line)
                out.write(f"{int(valid)}\t{kind}\t{region}\t{e164}\n")
        return
    seconds = []
    for _ in range(rounds):
        start = time.process_time()
        for line in lines:
            ask(line)
        seconds.append(time.process_time() - start)
    print(json.dumps({"name": "Python phonenumbers", "version": phonenumbers.__version__, "lines": len(lines), "seconds": seconds}))


if __name__ == "__main__":
    main()
