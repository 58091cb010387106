"""Where the mover can draw a tile from, and which of these a person means."""

from __future__ import annotations

from tilerummy.cli.play.draft.piles import DraftError
from tilerummy.cli.play.turn.synonyms import TAKES, source_of
from tilerummy.rules import Ruleset
from tilerummy.rules.choices import TakeDiscard
from tilerummy.state import Phase, State


def sources(rules: Ruleset) -> tuple[str, ...]:
    """Return the words for where tiles are drawn from in this game."""
    if not rules.draws_and_discards:
        return ("pool",)
    discard = () if rules.take_discard is TakeDiscard.NEVER else ("discard",)
    return ("pool", *discard, *(("trump",) if rules.deal.trump else ()))


def read_source(rules: Ruleset, rest: str) -> str:
    """Return the source that is drawn from by ``draw`` with *rest* behind it; raises DraftError."""
    source = source_of(rest, sources(rules), count=rules.draw)
    if source is None:
        ways = " or ".join(["draw", *(f"draw {s}" for s in sources(rules)[1:])])
        raise DraftError(f"What is {rest!r}? Write {ways}.")
    return source


def taken_from(rules: Ruleset, state: State, rest: str) -> str | None:
    """Return the source that is drawn from by ``take`` with *rest* behind it, None for a meld."""
    if any(word.isdecimal() for word in rest.split()):
        return None
    source = source_of(rest, sources(rules))
    if source is None and source_of(rest, ("discard", "trump")):
        raise DraftError("Nothing is discarded in this game: draw draws from the pool.")
    if source == "":
        draws = state.phase is Phase.DRAW or rest
        return (sources(rules)[1:] or ("pool",))[0] if draws else None
    last = state.seats[state.to_move - 1].discards[-1:]
    if TAKES.fullmatch(rest.lower()) and rest.lower() in map(str, last):
        return "discard"
    return source
