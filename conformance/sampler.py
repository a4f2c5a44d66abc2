"""Generates random strings that match the regular expressions of the metadata.

The patterns have only literals, classes, repeats, groups and branches, so a
walk over Python's parse tree is enough. A pattern is compiled once to nested
closures, which is fast enough for millions of numbers.
"""

import random
import re._constants as op
import re._parser as parser
from collections.abc import Callable
from functools import cache

Draw = Callable[[random.Random], str]

DIGITS = "0123456789"
UNBOUNDED_EXTRA = 3


@cache
def sampler(pattern: str) -> Draw:
    """A function that generates a string matching `pattern`."""
    return _sequence(parser.parse(pattern))


def _sequence(nodes) -> Draw:
    parts = [_node(kind, value) for kind, value in nodes]
    if len(parts) == 1:
        return parts[0]
    return lambda rng: "".join([part(rng) for part in parts])


def _node(kind, value) -> Draw:
    if kind is op.LITERAL:
        text = chr(value)
        return lambda _rng: text
    if kind is op.IN:
        choices = _class(value)
        return lambda rng: choices[int(rng.random() * len(choices))]
    if kind is op.BRANCH:
        branches = [_sequence(branch) for branch in value[1]]
        return lambda rng: branches[int(rng.random() * len(branches))](rng)
    if kind is op.SUBPATTERN:
        return _sequence(value[3])
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT):
        low, high, body = value
        if high is op.MAXREPEAT:
            high = low + UNBOUNDED_EXTRA
        draw = _sequence(body)
        if low == high:
            return lambda rng: "".join([draw(rng) for _ in range(low)])
        return lambda rng: "".join([draw(rng) for _ in range(rng.randint(low, high))])
    if kind in (op.AT, op.ASSERT, op.ASSERT_NOT):
        return lambda _rng: ""
    raise ValueError(f"the metadata uses a construct the sampler does not know: {kind}")


def _class(items) -> str:
    chars = set()
    for kind, value in items:
        if kind is op.LITERAL:
            chars.add(chr(value))
        elif kind is op.RANGE:
            chars.update(chr(c) for c in range(value[0], value[1] + 1))
        elif kind is op.CATEGORY and value is op.CATEGORY_DIGIT:
            chars.update(DIGITS)
        else:
            raise ValueError(f"the metadata uses a class the sampler does not know: {kind}")
    return "".join(sorted(chars))
