"""Creates random house rules: any preset, with any of its options set to any value."""

from __future__ import annotations

from enum import StrEnum
from random import Random

from tilerummy.rules import OPTIONS, Option, Ruleset, options_of, with_options


def random_options(base: Ruleset, rng: Random) -> dict[str, int | bool | str]:
    """Return values for some or all options of *base*, often at the ends of their ranges."""
    names = [*options_of(base)]
    picked = rng.sample(names, rng.randint(1, len(names)))
    return {name: _value(OPTIONS[name], rng) for name in picked}


def _value(option: Option, rng: Random) -> int | bool | str:
    if isinstance(option.values, tuple):
        if option.words and rng.random() < 0.3:
            return rng.choice(option.words)
        low, high = option.values
        anything = rng.randint(low, high)
        return rng.choice((low, high, anything, rng.randint(low, min(high, low + 10))))
    if issubclass(option.values, StrEnum):
        return str(rng.choice([*option.values]))
    return rng.random() < 0.5


def random_rules(base: Ruleset, rng: Random) -> Ruleset:
    """Return *base* with random house rules that can be combined."""
    while True:
        try:
            return with_options(base, random_options(base, rng))
        except ValueError:
            continue
