"""Parses the source to draw from, which may be given in everyday words."""

from __future__ import annotations

import re

from tilerummy.cli.play.draft import DraftError
from tilerummy.rules import Ruleset
from tilerummy.rules.choices import TakeDiscard
from tilerummy.state import Phase, State

_FILLERS = "a an the one it up from off out of my tile tiles card cards last top previous"
"""Words to ignore when reading a source."""

_SOURCES = {
    **dict.fromkeys(("stock", "deck", "bag", "bucket", "boneyard", "bone", "heap"), "pool"),
    **dict.fromkeys(("discarded", "discards", "thrown"), "discard"),
}
_ONE_TILE = re.compile(r"[krbogypw]\d{1,2}|\*")


def sources(rules: Ruleset) -> tuple[str, ...]:
    """Return the names of the sources in this game."""
    if not rules.draws_and_discards:
        return ("pool",)
    discard = () if rules.take_discard is TakeDiscard.NEVER else ("discard",)
    return ("pool", *discard, *(("trump",) if rules.deal.trump else ()))


def _source_of(
    rest: str, sources: tuple[str, ...], *, counts: tuple[int, ...] = (1,)
) -> str | None:
    """Return the source that *rest* names, "" if it names none, or None if the name is unknown.

    *rest* may also contain one of *counts*, the numbers of tiles per draw.
    """
    fillers = (*_FILLERS.split(), *map(str, counts))
    words = [word for word in rest.lower().split() if word not in fillers]
    if not words:
        return ""
    meant = {_SOURCES.get(word, word) for word in words}
    found = [s for s in sources if all(s.startswith(word) for word in meant)]
    return found[0] if len(found) == 1 else None


def _counts(rules: Ruleset) -> tuple[int, ...]:
    return tuple(rules.tiles_drawn(opened=opened) for opened in (False, True))


def read_source(rules: Ruleset, rest: str) -> str:
    """Return the source for a line that starts with ``draw``, or raise DraftError."""
    source = _source_of(rest, sources(rules), counts=_counts(rules))
    if source is None:
        ways = " or ".join(["draw", *(f"draw {s}" for s in sources(rules)[1:])])
        raise DraftError(f"What is {rest!r}? Write {ways}.")
    return source


def taken_from(rules: Ruleset, state: State, rest: str) -> str | None:
    """Return the source for a line that starts with ``take``, or None if it means a meld."""
    if any(word.isdecimal() for word in rest.split()):
        return None
    source = _source_of(rest, sources(rules))
    if source is None and _source_of(rest, ("discard", "trump")):
        raise DraftError("There are no discards in this game: draw takes a tile from the pool.")
    if source == "":
        draws = state.phase is Phase.DRAW or rest
        return (sources(rules)[1:] or ("pool",))[0] if draws else None
    last = state.seats[state.to_move - 1].discards[-1:]
    if _ONE_TILE.fullmatch(rest.lower()) and rest.lower() in map(str, last):
        return "discard"
    return source
