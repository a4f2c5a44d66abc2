"""Prints corpus lines with the answers of PyPI `phonenumbers`, the reference.

One tab-separated line per input:

    default region, input, outcome, calling code, national number, extension,
    valid, possible, type, region, E.164, national, international, RFC 3966,
    carrier en, carrier zh, safe carrier en, geography en, zh, es, ja, time zones

`outcome` is `ok` or the parse error, after which the line ends.
Backslash, tab, line feed and carriage return in a field are written as
`\\\\`, `\\t`, `\\n` and `\\r`; an unknown answer is an empty field.
"""

import argparse
import re
import sys
import unicodedata

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat, PhoneNumberType, ValidationResult
from phonenumbers import carrier, geocoder, timezone

from corpus import Corpus

ERRORS = {
    NumberParseException.INVALID_COUNTRY_CODE: "invalid_country_code",
    NumberParseException.NOT_A_NUMBER: "not_a_number",
    NumberParseException.TOO_SHORT_AFTER_IDD: "too_short_after_idd",
    NumberParseException.TOO_SHORT_NSN: "too_short_nsn",
    NumberParseException.TOO_LONG: "too_long",
}
POSSIBLE = {
    ValidationResult.IS_POSSIBLE: "is_possible",
    ValidationResult.IS_POSSIBLE_LOCAL_ONLY: "is_possible_local_only",
    ValidationResult.INVALID_COUNTRY_CODE: "invalid_country_code",
    ValidationResult.TOO_SHORT: "too_short",
    ValidationResult.INVALID_LENGTH: "invalid_length",
    ValidationResult.TOO_LONG: "too_long",
}
TYPES = {value: PhoneNumberType.to_string(value).lower() for value in PhoneNumberType.values()}
ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
LANGUAGES = ("en", "zh", "es", "ja")
CHUNK = 10_000

# The metadata has more patterns than Python caches by default, and
# recompiling them would take most of the time.
re._MAXCACHE = 1 << 16  # noqa: SLF001


def once(function):
    """Caches the last result of a function of a number."""
    last, known = None, None

    def ask(number):
        nonlocal last, known
        if number is not last:
            last, known = number, function(number)
        return known

    return ask


# Carrier, place and time zone all ask for the type.
number_type = once(phonenumbers.number_type)
for module in (carrier, geocoder, timezone):
    module.number_type = number_type


def ascii_digits(text: str) -> str:
    """The digits of any script as ASCII: intended difference 1 of the README."""
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)


def answer(default: str | None, text: str) -> list[str]:
    """The answers of the reference for a line, as the fields after the input."""
    try:
        number = phonenumbers.parse(text, default)
    except NumberParseException as error:
        return [ERRORS[error.error_type]]
    if number.extension:
        number.extension = ascii_digits(number.extension)
    zones = timezone.time_zones_for_number(number)
    return [
        "ok",
        str(number.country_code),
        phonenumbers.national_significant_number(number),
        number.extension or "",
        "1" if phonenumbers.is_valid_number(number) else "0",
        POSSIBLE[phonenumbers.is_possible_number_with_reason(number)],
        TYPES[number_type(number)],
        phonenumbers.region_code_for_number(number) or "",
        phonenumbers.format_number(number, PhoneNumberFormat.E164),
        phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL),
        phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL),
        phonenumbers.format_number(number, PhoneNumberFormat.RFC3966),
        carrier.name_for_number(number, "en"),
        carrier.name_for_number(number, "zh"),
        carrier.safe_display_name(number, "en"),
        *(geocoder.description_for_number(number, language) for language in LANGUAGES),
        ",".join(zone for zone in zones if zone != timezone.UNKNOWN_TIMEZONE),
    ]


def record(default: str | None, text: str) -> str:
    """A line of output, escaped."""
    fields = [default or "", text, *answer(default, text)]
    return "\t".join(field.translate(ESCAPES) for field in fields) + "\n"


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--lines", type=int, default=CHUNK, help="lines over all shards")
    args.add_argument("--shard", default="0/1", help="this process's part: index/count")
    args.add_argument("--version", action="store_true", help="print the reference's version")
    options = args.parse_args()
    if options.version:
        print(phonenumbers.__version__)
        return
    shard, shards = map(int, options.shard.split("/"))
    corpus = Corpus(options.seed)
    out = open(sys.stdout.fileno(), "w", encoding="utf-8", newline="", closefd=False)
    size = min(CHUNK, options.lines)
    for chunk in range(shard, -(-options.lines // size), shards):
        out.writelines(record(default, text) for default, text in corpus.chunk(chunk, size))
    out.flush()


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(1)
