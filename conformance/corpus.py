"""The seeded corpus: lines of text, each with a default region.

Every number comes from the metadata (a pattern of a region and type, the
leading digits of a formatting rule, a carrier or area prefix) or is random.
It is written in a common notation, and then sometimes damaged.
The same seed and chunk number always give the same lines.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import phonenumbers
from phonenumbers import PhoneMetadata
from phonenumbers.carrierdata import CARRIER_DATA
from phonenumbers.geodata import GEOCODE_DATA
from phonenumbers.tzdata import TIMEZONE_DATA

from sampler import DIGITS, sampler

TYPES = (
    "fixed_line",
    "mobile",
    "toll_free",
    "premium_rate",
    "shared_cost",
    "personal_number",
    "voip",
    "pager",
    "uan",
    "voicemail",
    "no_international_dialling",
    "general_desc",
)

# Zeros of scripts that are common in real lists, then of rare ones.
ZEROS = ("\uff10", "\u0660", "\u06f0", "\u0966", "\u09e6", "\u0e50", "\u1040", "\u07c0", "\U0001d7ce")

SEPARATORS = (" ", "-", ".", "/", "  ", " - ", "\u00a0", "\u2010", "\u2013", "\u2014", "\u3000", "\u200b", "\u2060", "\u30fc", "\uff0d", "~", "\u2053", "\u223c", "\uff5e", "*", "_", ",", "\t", "\u00ad")
PLUSES = ("+", "+", "+", "+", "+", "\uff0b", "++", "+ ", "(+", "\u207a")
EXTENSIONS = (
    ";ext={}", " ext. {}", " ext {}", "ext{}", " x{}", "x{}", " X {}", "#{}", " # {}", " extn {}", " extension {}",
    " Extension: {}", " \u0434\u043e\u0431. {}", " \u0434\u043e\u0431 {}", " \uff45\uff58\uff54 {}", " int {}", " anexo {}", "~{}", ",{}", ",,{}#",
    ";{}", ", {}", " {}#", "-{}#", " e.xt {}", "xtn{}", " \uff58{}", " \uff03{}", " extensi\u00f3n {}", " exte\u0301n {}", " \uff49\uff4e\uff54 {}", " EXT.{}", ",;{}", ";;{}",
)
QUOTES = ('"{}"', "'{}'", "\ufeff{}", " {} ", "{},", "<{}>", "[{}]", "({})", "{};", "\u201c{}\u201d", "={}", "\ufeff\"{}\"", "`{}`", "{}.", "{}\u200f", "\u202a{}\u202c", "Tel: {}", "tel:{}", "TEL:{}", "Phone {} (home)", "call {} now", "a{}b", "{} / {}", "{}/x12", "{}\\", "{}\\x", "{} x 5 y 6", "{}\r", "{}\n", "{}\n{}", "\u0000{}", "{}\u0000")
CONTEXTS = (
    ";phone-context=+{cc}", ";phone-context=+{cc};isub=12", ";isub=12;phone-context=+{cc}", ";phone-context=+{cc};ext=45", ";phone-context=example.com", ";phone-context=", ";phone-context=+", ";phone-context={cc}", ";phone-context=+abc", ";phone-context=+{cc}-", ";phone-context=a.b.c;ext=7", ";phone-context=-bad-.com", ";phone-context=1.2.3", ";phone-context=+(", ";PHONE-CONTEXT=+{cc}", ";phone-context=+{cc};phone-context=+1", ";phone-context=+9999", ";phone-context=ex\u00e4mple.com",
)
KEYPAD = {"2": "ABCabc", "3": "DEFdef", "4": "GHIghi", "5": "JKLjkl", "6": "MNOmno", "7": "PQRSpqrs", "8": "TUVtuv", "9": "WXYZwxyz"}
CHANCE_ALPHABET = DIGITS * 4 + "+-() .xX#;=,/*~aZ\u00e9\u4e2d\uff11\u0661\ufeff\"'"


@dataclass(frozen=True)
class Region:
    """A region or a non-geographic calling code."""

    id: str
    code: int
    patterns: tuple[str, ...]
    starts: tuple[str, ...]
    leading: str | None
    lengths: tuple[int, ...]
    prefix: str | None
    prefix_rule: str | None
    idd: str | None


def _regions() -> list[Region]:
    found = []
    for code in sorted(phonenumbers.COUNTRY_CODE_TO_REGION_CODE):
        for region in phonenumbers.COUNTRY_CODE_TO_REGION_CODE[code]:
            if region == "001":
                meta = PhoneMetadata.metadata_for_nongeo_region(code)
            else:
                meta = PhoneMetadata.metadata_for_region(region)
            found.append(_region(region, code, meta))
    return found


def _region(region: str, code: int, meta: PhoneMetadata) -> Region:
    patterns, lengths = [], set()
    for kind in TYPES:
        desc = getattr(meta, kind)
        if desc is not None and desc.national_number_pattern:
            patterns.append(desc.national_number_pattern)
            lengths.update(desc.possible_length)
    starts = [meta.leading_digits] if meta.leading_digits else []
    for rule in list(meta.number_format) + list(meta.intl_number_format):
        starts.extend(rule.leading_digits_pattern[-1:])
    return Region(
        region,
        code,
        tuple(patterns),
        tuple(starts),
        meta.leading_digits,
        tuple(sorted(n for n in lengths if n > 0)),
        meta.national_prefix,
        meta.national_prefix_for_parsing,
        meta.international_prefix,
    )


class Corpus:
    """All lines of a seed, in chunks."""

    def __init__(self, seed: int):
        self.seed = seed
        self.regions = _regions()
        self.sources = [(region, pattern) for region in self.regions for pattern in region.patterns]
        self.ids = [region.id for region in self.regions if region.id != "001"]
        self.by_code = {}
        for region in self.regions:
            self.by_code.setdefault(region.code, region)
        self.prefixes = [sorted(CARRIER_DATA), sorted(GEOCODE_DATA), sorted(TIMEZONE_DATA)]

    def chunk(self, number: int, lines: int) -> Iterator[tuple[str | None, str]]:
        """The lines of a chunk as (default region, text)."""
        rng = random.Random(f"{self.seed}/{number}")
        at = number * lines
        for index in range(at, at + lines):
            yield self._line(rng, index)

    def _line(self, rng: random.Random, index: int) -> tuple[str | None, str]:
        pick = rng.random()
        if pick < 0.04:
            return self._default(rng, rng.choice(self.regions)), _chance(rng)
        region, national = self._number(rng, index, pick)
        if rng.random() < 0.18:
            national = _damage(rng, national, DIGITS)
        default, text = self._dress(rng, region, national)
        if rng.random() < 0.12:
            text = _extend(rng, text)
        if rng.random() < 0.08:
            text = _other_digits(rng, text)
        if rng.random() < 0.08:
            text = rng.choice(QUOTES).replace("{}", text)
        if rng.random() < 0.07:
            text = _damage(rng, text, CHANCE_ALPHABET)
        return default, text

    def _number(self, rng: random.Random, index: int, pick: float) -> tuple[Region, str]:
        """A region and a national number, valid there or not."""
        if pick < 0.60:  # every pattern of every region in turn
            region, pattern = self.sources[index % len(self.sources)]
            national = sampler(pattern)(rng)
            if region.leading and rng.random() < 0.5:  # otherwise the main region matches nearly all of them
                start = sampler(region.leading)(rng)
                national = start + national[len(start):]
            return region, national
        if pick < 0.70:  # leading digits of a formatting rule or of the region
            region = rng.choice(self.regions)
            start = sampler(rng.choice(region.starts))(rng) if region.starts else ""
            return region, _fill(rng, start, region)
        if pick < 0.88:  # prefixes of carriers, areas and time zones
            prefix = rng.choice(rng.choice(self.prefixes))
            region = next((self.by_code[int(prefix[:n])] for n in (1, 2, 3) if prefix[:n].isdigit() and int(prefix[:n]) in self.by_code), None)
            if region is None:
                region = rng.choice(self.regions)
            return region, _fill(rng, prefix[len(str(region.code)):], region)
        region = rng.choice(self.regions)
        if pick < 0.94:  # any digits of a possible length
            return region, _fill(rng, "", region)
        return region, _digits(rng, rng.randint(0, 20))

    def _default(self, rng: random.Random, region: Region) -> str | None:
        pick = rng.random()
        if pick < 0.55 and region.id != "001":
            return region.id
        if pick < 0.80:
            return None
        if pick < 0.97:
            return rng.choice(self.ids)
        return rng.choice(("ZZ", "001", "XX", ""))

    def _dress(self, rng: random.Random, region: Region, national: str) -> tuple[str | None, str]:
        default = self._default(rng, region)
        code = str(region.code)
        style = rng.random()
        if style < 0.34:
            return default, "+" + code + national
        if style < 0.44:
            return default, rng.choice(PLUSES) + _spread(rng, code + national)
        if style < 0.50:
            return default, code + national
        if style < 0.56:
            return default, _idd(rng, self._caller(region, default)) + _spread(rng, code + national)
        if style < 0.74:
            home = region.id if region.id != "001" else default
            return home, _trunk(rng, region) + _spread(rng, national)
        if style < 0.79:
            return default, "+" + code + rng.choice((" (0)", "(0)", "0", " " + _trunk(rng, region))) + _spread(rng, national)
        if style < 0.86:
            return default, _written(rng, region, national)
        if style < 0.91:
            local = rng.choice(("", "+" + code, _trunk(rng, region))) + _spread(rng, national)
            head = rng.choice(("tel:", "", "tel:", "x:tel:"))
            return default, head + local + rng.choice(CONTEXTS).format(cc=code)
        if style < 0.95:
            return default, _vanity(rng, rng.choice(("+" + code, "", "1-800-")) + national)
        if style < 0.97:
            return default, national + rng.choice(("", rng.choice(DIGITS)))
        return default, "+" + rng.choice(("", "00", "011", "0", "+")) + code + national

    def _caller(self, region: Region, default: str | None) -> Region:
        return next((r for r in self.regions if r.id == default), region)


def _fill(rng: random.Random, start: str, region: Region) -> str:
    length = rng.choice(region.lengths) if region.lengths else 8
    return start + _digits(rng, length - len(start))


def _digits(rng: random.Random, count: int) -> str:
    return "".join([DIGITS[int(rng.random() * 10)] for _ in range(count)])


def _idd(rng: random.Random, region: Region) -> str:
    if region.idd and rng.random() < 0.9:
        return sampler(region.idd)(rng) + rng.choice(("", "", " ", "-"))
    return rng.choice(("00", "011", "0011", "810", "00 "))


def _trunk(rng: random.Random, region: Region) -> str:
    if region.prefix_rule and rng.random() < 0.5:
        return sampler(region.prefix_rule)(rng)
    if rng.random() < 0.25:
        return ""
    return region.prefix or rng.choice(("0", "", "1"))


def _spread(rng: random.Random, digits: str) -> str:
    """The digits in groups."""
    if rng.random() < 0.4:
        return digits
    separator = rng.choice(SEPARATORS) if rng.random() < 0.35 else rng.choice((" ", "-", "."))
    groups, at = [], 0
    while at < len(digits):
        size = rng.randint(1, 4)
        groups.append(digits[at:at + size])
        at += size
    if len(groups) > 1 and rng.random() < 0.2:
        groups[0] = "(" + groups[0] + ")"
    return separator.join(groups)


def _written(rng: random.Random, region: Region, national: str) -> str:
    """The number as formatted by the reference."""
    if not national or len(national) > 17:
        return national
    zeros = len(national) - len(national.lstrip("0"))
    number = phonenumbers.PhoneNumber(
        country_code=region.code,
        national_number=int(national),
        italian_leading_zero=True if zeros else None,
        number_of_leading_zeros=zeros if zeros > 1 else None,
        extension=_digits(rng, rng.randint(1, 7)) if rng.random() < 0.2 else None,
    )
    return phonenumbers.format_number(number, rng.randint(0, 3))


def _vanity(rng: random.Random, text: str) -> str:
    first = rng.randint(0, len(text)) if rng.random() < 0.7 else 0
    letters = [rng.choice(KEYPAD[c]) if c in KEYPAD else c for c in text[first:]]
    return text[:first] + rng.choice(("", "-", " ")) + "".join(letters)


def _extend(rng: random.Random, text: str) -> str:
    length = rng.randint(1, 6) if rng.random() < 0.6 else rng.randint(1, 24)
    return text + rng.choice(EXTENSIONS).format(_digits(rng, length))


def _other_digits(rng: random.Random, text: str) -> str:
    zero = ord(rng.choice(ZEROS))
    share = rng.choice((1.0, 1.0, 0.5))
    return "".join(chr(zero + int(c)) if c in DIGITS and rng.random() < share else c for c in text)


def _damage(rng: random.Random, text: str, alphabet: str) -> str:
    """One or two small errors: a missing, added, changed or swapped character."""
    chars = list(text)
    for _ in range(1 if rng.random() < 0.7 else 2):
        at = rng.randint(0, max(len(chars) - 1, 0))
        action = rng.random()
        if action < 0.3:
            chars.insert(at, rng.choice(alphabet))
        elif not chars:
            break
        elif action < 0.6:
            del chars[at]
        elif action < 0.8:
            chars[at] = rng.choice(alphabet)
        elif at + 1 < len(chars):
            chars[at], chars[at + 1] = chars[at + 1], chars[at]
    return "".join(chars)


def _chance(rng: random.Random) -> str:
    pick = rng.random()
    if pick < 0.05:
        return rng.choice(("", " ", "+", "++", "0", "00", "+0", "n/a", "NULL", "-", "tel:", "\ufeff", '""', "#N/A", "1.38E+10", "+86", "x", ";ext=1", "tel:;phone-context=+1"))
    if pick < 0.45:
        return rng.choice(("", "+", "00", "+1", "0")) + _digits(rng, rng.randint(0, 24))
    if pick < 0.50:
        return rng.choice(("", "+", "+49")) + _digits(rng, rng.randint(20, 300))
    return "".join(rng.choice(CHANCE_ALPHABET) for _ in range(rng.randint(1, 30)))
