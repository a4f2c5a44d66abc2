#!/usr/bin/env python3
"""Writes the prefix data of PyPI `phonenumbers` as plain tab-separated text.

    metadata  version
    carrier   language  prefix  name
    geo       language  prefix  name
    zone      prefix  zone,zone,…
    codezone  calling code  zone,zone,…    (of non-geographic numbers)
    country   region  portable(0|1)  name in en, zh, es, ja

Prefixes are the leading digits of the number in E.164, without the plus sign.
"""
import sys

import phonenumbers
from phonenumbers.carrierdata import CARRIER_DATA
from phonenumbers.geodata import GEOCODE_DATA
from phonenumbers.geodata.locale import LOCALE_DATA
from phonenumbers.tzdata import TIMEZONE_DATA

LANGUAGES = ("en", "zh", "es", "ja")


def country_name(region, language):
    """The region's name; `*xx` in the data means "the same as in language xx"."""
    names = LOCALE_DATA.get(region, {})
    name = names.get(language, "")
    return names.get(name[1:], "") if name.startswith("*") else name


def write(out):
    def record(*fields):
        if any("\t" in field or "\n" in field for field in fields):
            raise ValueError("a field may not hold a tab or a line break: %r" % (fields,))
        out.write("\t".join(fields) + "\n")

    record("metadata", phonenumbers.__version__)
    for table, data in (("carrier", CARRIER_DATA), ("geo", GEOCODE_DATA)):
        for prefix in sorted(data):
            for language in LANGUAGES:
                if language in data[prefix]:
                    record(table, language, prefix, data[prefix][language])
    for prefix in sorted(TIMEZONE_DATA):
        record("zone", prefix, ",".join(TIMEZONE_DATA[prefix]))
    for code in sorted(phonenumbers.COUNTRY_CODE_TO_REGION_CODE):
        if str(code) in TIMEZONE_DATA:
            record("codezone", str(code), ",".join(TIMEZONE_DATA[str(code)]))
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        portable = phonenumbers.is_mobile_number_portable_region(region)
        record("country", region, "1" if portable else "0", *(country_name(region, each) for each in LANGUAGES))


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8", newline="\n") as target:
        write(target)
