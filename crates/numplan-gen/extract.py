#!/usr/bin/env python3
"""Writes libphonenumber's metadata, as carried by PyPI `phonenumbers`, as plain
tab-separated text: one record per line, the first field names the record.

    metadata  version
    code      calling-code  regions, main region first (001: non-geographic)
    region    id  calling-code  idd  trunk-prefix  prefix-for-parsing  transform
              leading-digits  same-mobile-and-fixed(0|1)  extension-label
    desc      kind  pattern  lengths  local-lengths  example     (of the region above)
    format    national|intl  pattern  template  leading-digits  prefix-rule
    chars     property  ranges of code points, in hexadecimal

An empty field means "absent". The `chars` records hold the Unicode properties that
the parsing rules use, so that the same Unicode version applies everywhere.
"""
import re
import sys
import unicodedata

import phonenumbers
from phonenumbers.phonemetadata import PhoneMetadata

KINDS = {
    "general": "general_desc",
    "premium_rate": "premium_rate",
    "toll_free": "toll_free",
    "shared_cost": "shared_cost",
    "voip": "voip",
    "personal_number": "personal_number",
    "pager": "pager",
    "uan": "uan",
    "voicemail": "voicemail",
    "fixed_line": "fixed_line",
    "mobile": "mobile",
}


def field(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, (list, tuple)):
        return ",".join(str(item) for item in value)
    text = str(value)
    if "\t" in text or "\n" in text:
        raise ValueError("a field may not hold a tab or a line break: %r" % text)
    return text


def ranges(holds):
    """The code points for which `holds` is true, as `a-b` ranges in hexadecimal."""
    found, start = [], None
    for point in range(sys.maxunicode + 2):
        inside = point <= sys.maxunicode and holds(chr(point))
        if inside and start is None:
            start = point
        elif not inside and start is not None:
            found.append("%x-%x" % (start, point - 1))
            start = None
    return ",".join(found)


def write(out):
    def record(*fields):
        out.write("\t".join(field(each) for each in fields) + "\n")

    record("metadata", phonenumbers.__version__)
    codes = phonenumbers.COUNTRY_CODE_TO_REGION_CODE
    for code in sorted(codes):
        record("code", code, codes[code])
    places = [(name, PhoneMetadata.metadata_for_region(name, None)) for name in sorted(phonenumbers.SUPPORTED_REGIONS)]
    places += [
        ("001", PhoneMetadata.metadata_for_nongeo_region(code, None))
        for code in sorted(phonenumbers.COUNTRY_CODES_FOR_NON_GEO_REGIONS)
    ]
    for name, data in places:
        record(
            "region", name, data.country_code, data.international_prefix, data.national_prefix,
            data.national_prefix_for_parsing, data.national_prefix_transform_rule, data.leading_digits,
            bool(data.same_mobile_and_fixed_line_pattern), data.preferred_extn_prefix,
        )
        for kind, attribute in KINDS.items():
            desc = getattr(data, attribute)
            if desc is not None and desc.national_number_pattern:
                record("desc", kind, desc.national_number_pattern, desc.possible_length,
                       desc.possible_length_local_only, desc.example_number)
        for kind, formats in (("national", data.number_format), ("intl", data.intl_number_format)):
            for each in formats:
                leading = each.leading_digits_pattern
                record("format", kind, each.pattern, each.format, leading[-1] if leading else None,
                       each.national_prefix_formatting_rule)
    record("chars", "word", ranges(lambda c: re.match(r"[^\W_]", c) is not None))
    for digit in range(10):
        record("chars", "digit%d" % digit, ranges(lambda c: c.isdecimal() and unicodedata.decimal(c) == digit))


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8", newline="\n") as target:
        write(target)
