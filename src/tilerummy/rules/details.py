"""Differences between rulesets that no option covers, and the complete list of differences.

House rules change only options. A ruleset created by a program may have a different turn table,
scoring or deal. Records store these details in the same way as options. Details are identified by
field names, which appear in records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from tilerummy.fast_replace import replacer
from tilerummy.jokers.extend import Extend
from tilerummy.message_text import quoted
from tilerummy.rules.choices import EmptyPool, Penalties, TakeDiscard
from tilerummy.rules.option_table import Option, OptionError, Value, changed, options_in
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.rules.rounds.scoring import ByKindOfWin, CountAgainst, WinnerTakesAll
from tilerummy.rules.turns import DRAW_MELD_DISCARD, PLAY_OR_DRAW

Rules = TypeVar("Rules")


@dataclass(frozen=True, slots=True)
class Detail:
    """A ruleset field that contains one of a few possible parts, which are written as words.

    ``word`` returns the word for the part that a ruleset uses, or "" if the part is unknown.
    ``part`` returns the new part for a word, given the current part.
    """

    field: str
    words: tuple[str, ...]
    word: Callable[[object], str]
    part: Callable[[str, object], object]


def _values(field: str, parts: Mapping[str, object]) -> Detail:
    """Return the detail for a field whose value is one of these *parts*."""
    return Detail(
        field,
        tuple(parts),
        lambda part: next((word for word, one in parts.items() if one == part), ""),
        lambda word, _: parts[word],
    )


def _kinds(field: str, kinds: Mapping[str, Callable[..., object]], kept: str) -> Detail:
    """Return the detail for a field whose value has one of these types.

    If the type changes, the value's attribute *kept* is preserved.
    """
    return Detail(
        field,
        tuple(kinds),
        lambda part: next((word for word, kind in kinds.items() if type(part) is kind), ""),
        lambda word, part: kinds[word](**{kept: getattr(part, kept)}),
    )


def _presence(field: str, absent: str, present: str, part: object) -> Detail:
    """Return the detail for a field that is either None (word *absent*) or set (word *present*)."""
    return Detail(
        field,
        (absent, present),
        lambda old: absent if old is None else present,
        lambda word, _: None if word == absent else part,
    )


_PARTS: dict[str, Detail] = {
    "turn": _values("turn", {"play_or_draw": PLAY_OR_DRAW, "draw_meld_discard": DRAW_MELD_DISCARD}),
    "table": _kinds("table", {"rearrange": Rearrange, "extend": Extend}, "jokers"),
    "scoring": _kinds(
        "scoring",
        {
            "winner_takes_all": WinnerTakesAll,
            "count_against": CountAgainst,
            "by_kind_of_win": ByKindOfWin,
        },
        "joker",
    ),
    "penalties": _presence("penalties", "none", "some", Penalties()),
    "pool_end": _presence("empty_pool", "at_once", "by_pass", EmptyPool.FIRST_PASS),
}
"""The details that determine which options a ruleset has, by name."""

_FIELDS: dict[str, Option] = {
    ".".join(path): Option(".".join(path), path, values)
    for path, values in (
        (("take_discard",), TakeDiscard),
        (("jokers_due",), bool),
        (("closed_hands",), bool),
        (("loser_starts",), bool),
        (("deal", "trump"), bool),
        (("deal", "starter_extra"), bool),
        (("deal", "handfuls"), bool),
        (("deal", "free"), (0, 14)),
        (("scoring", "low_wins"), bool),
    )
}
"""Details that are single fields, which are read and written like options."""

DETAILS = (*_PARTS, *_FIELDS)
"""The names of all details."""


def differences(rules: object, base: object) -> dict[str, Value]:
    """Return, by name, the details and options that differ between *rules* and *base*."""
    found: dict[str, Value] = {}
    for name, detail in _PARTS.items():
        word = detail.word(getattr(rules, detail.field))
        if word and word != detail.word(getattr(base, detail.field)):
            found[name] = word
    start = _with_parts(base, found)
    for name, field in _FIELDS.items():
        if (value := field.get(rules)) != field.get(start):
            found[name] = value
    usual = options_in(start)
    found |= {n: v for n, v in options_in(rules).items() if n not in usual or v != usual[n]}
    return found


def with_details(rules: Rules, values: Mapping[str, object]) -> Rules:
    """Return *rules* with the details in *values* set, without checking that they are compatible.

    Raises OptionError for an invalid value.
    """
    rules = _with_parts(rules, {name: value for name, value in values.items() if name in _PARTS})
    for name, field in _FIELDS.items():
        if name in values:
            rules = _with_field(rules, field.path, field.read(values[name]))
    return rules


def _with_parts(rules: Rules, values: Mapping[str, object]) -> Rules:
    for name, word in values.items():
        detail = _PARTS[name]
        if not isinstance(word, str) or word not in detail.words:
            known = " or ".join(detail.words)
            raise OptionError(f"{name} cannot be {quoted(word)}; it is {known}")
        part = detail.part(word, getattr(rules, detail.field))
        rules = replacer(type(rules))(rules, **{detail.field: part})
    return rules


def _with_field(rules: Rules, path: tuple[str, ...], value: Value) -> Rules:
    first, *rest = path
    if rest:
        part = changed(getattr(rules, first), {rest[0]: value})
        return replacer(type(rules))(rules, **{first: part})
    return replacer(type(rules))(rules, **{first: value})
