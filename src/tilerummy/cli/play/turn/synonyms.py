"""Everyday words: what people say at a table, and what is typed for it in each game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilerummy.rules import Ruleset

_FILLERS = frozenset(
    [
        "a",
        "an",
        "the",
        "one",
        "it",
        "up",
        "from",
        "off",
        "out",
        "of",
        "my",
        "tile",
        "tiles",
        "card",
        "cards",
        "last",
        "top",
        "previous",
    ]
)
"""Words that say nothing about where a tile is drawn from."""

_SOURCES = {
    **dict.fromkeys(("stock", "deck", "bag", "bucket", "boneyard", "bone", "heap"), "pool"),
    **dict.fromkeys(("discarded", "discards", "thrown"), "discard"),
}

TAKES = re.compile(r"[krbogypw]\d{1,2}|\*")
"""One tile, in notation."""


def source_of(rest: str, sources: Sequence[str], *, count: int = 1) -> str | None:
    """Return which of the *sources* people mean who draw from *rest*; None if it is none.

    "" is for who does not say; the number of tiles drawn at once may be said.
    """
    words = [word for word in rest.lower().split() if word not in (*_FILLERS, str(count))]
    if not words:
        return ""
    meant = {_SOURCES.get(word, word) for word in words}
    found = [s for s in sources if all(s.startswith(word) for word in meant)]
    return found[0] if len(found) == 1 else None


def _play_or_draw(word: str, rules: Ruleset) -> str | None:
    match word:
        case "discard" | "throw" | "drop" | "toss":
            return "nothing is discarded: done ends your turn, or draw instead of laying"
        case "declare" | "hands" | "go" | "out" | "goout" | "knock":
            return "lay all your tiles and type done: the round is over then"
        case "trump":
            return "draw draws from the pool"
        case "free" if not rules.deal.free:
            return "to free a joker write replace b7 for * in 2"
        case _:
            return None


def _draw_and_discard(word: str, rules: Ruleset) -> str | None:
    match word:
        case "pass" | "skip":
            return "discard and a tile ends your turn"
        case "split" | "divide" | "cut" | "join" | "rearrange" | "move":
            return "melds on the table are only added to: add r6 > 3"
        case "pick" | "pickup" | "grab":
            return "draw draws from the pool, take draws the last discard"
        case "free":
            return "to free a joker write replace b7 for * in 2"
        case "declare" | "hands" if not rules.closed_hands:
            return "lay your melds and discard the last tile to go out"
        case _:
            return None


def instead(word: str, rules: Ruleset) -> str | None:
    """Return what is done in this game where *word* has no meaning, or None if nobody says so."""
    return (_draw_and_discard if rules.draws_and_discards else _play_or_draw)(word, rules)
