"""Writes the lines of the benchmark: corpus.py LINES FILE.

Of every hundred lines, 85 are numbers drawn from the patterns of 70 regions,
in E.164; 10 are the same with an error in the digits; 5 are dirty: written
with separators, prefixes, extensions, other digits, quotes or letters, or no
number at all.  Seeded, so that every peer and every run sees the same file.
"""

import random
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "conformance"))

import phonenumbers  # noqa: E402
from phonenumbers import PhoneMetadata  # noqa: E402
from sampler import DIGITS, sampler  # noqa: E402

REGIONS = (
    "CN IN US ID PK NG BR BD RU MX JP ET PH EG VN CD TR IR DE TH GB FR IT TZ ZA MM KE KR CO ES UG AR DZ SD UA IQ "
    "AF PL CA MA SA UZ PE MY AO MZ GH YE NP VE MG AU KP CM CI LK NL BE SE CH AT HK SG IL AE CL PT GR CZ RO HU"
).split()
KINDS = (("mobile", 70), ("fixed_line", 24), ("toll_free", 2), ("premium_rate", 1), ("voip", 2), ("uan", 1))
SEED = 20_240_601
re._MAXCACHE = 1 << 16  # keep all patterns compiled


def numbers(rng):
    """An endless stream of (calling code, national number)."""
    pools = []
    for region in REGIONS:
        meta = PhoneMetadata.metadata_for_region(region)
        descs = [(getattr(meta, kind), weight) for kind, weight in KINDS]
        descs = [(desc.national_number_pattern, weight) for desc, weight in descs if desc and desc.national_number_pattern]
        pools.append((str(meta.country_code), [sampler(pattern) for pattern, _ in descs], [weight for _, weight in descs]))
    while True:
        code, draws, weights = rng.choice(pools)
        yield code, rng.choices(draws, weights)[0](rng)


def wrong(rng, code, national):
    """The number with an error in its digits that makes it invalid."""
    while True:
        line = damaged(rng, code, national)
        try:
            if not phonenumbers.is_valid_number(phonenumbers.parse(line)):
                return line
        except phonenumbers.NumberParseException:
            pass


def damaged(rng, code, national):
    """The number with a digit missing, added or changed, or with a random start."""
    at = rng.randrange(len(national))
    choice = rng.randrange(4)
    if choice == 0:
        national = national[:at] + national[at + 1:]
    elif choice == 1:
        national = national[:at] + rng.choice(DIGITS) + national[at:]
    elif choice == 2:
        national = "".join(rng.choice(DIGITS) for _ in national)
    else:
        national = rng.choice("0123") + national[1:]
    return "+" + code + national


def dirty(rng, code, national):
    """The number in a common notation."""
    groups = [national[at:at + 3] for at in range(0, len(national), 3)]
    forms = (
        "+" + code + " " + " ".join(groups),
        "+" + code + "-" + "-".join(groups),
        "+" + code + " (" + groups[0] + ") " + ".".join(groups[1:]),
        " +" + code + national + " ",
        '"+' + code + national + '"',
        "\ufeff+" + code + national,
        "00" + code + national,
        "tel:+" + code + "-" + "-".join(groups),
        "+" + code + national + " ext. " + str(rng.randrange(1, 9999)),
        "+" + code + " " + "".join(chr(0xFF10 + int(c)) for c in national),
        "+" + code + " " + "".join(chr(0x660 + int(c)) for c in national),
        national,
        "call +" + code + national,
        rng.choice(("", "n/a", "-", "unknown", "NULL")),
    )
    return rng.choice(forms)


def main():
    count, path = int(sys.argv[1]), sys.argv[2]
    rng = random.Random(SEED)
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        for _, (code, national) in zip(range(count), numbers(rng)):
            pick = rng.random()
            if pick < 0.85:
                line = "+" + code + national
            elif pick < 0.95:
                line = wrong(rng, code, national)
            else:
                line = dirty(rng, code, national)
            out.write(line + "\n")


if __name__ == "__main__":
    main()
