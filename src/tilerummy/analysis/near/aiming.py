"""Advises a player who aims for a closed hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tilerummy.analysis.hints.discards import ranked_discards
from tilerummy.analysis.near.nearest import NearHand, nearest_hands
from tilerummy.deadline import NEVER, Deadline
from tilerummy.rules import Ruleset
from tilerummy.rules.arguments import check_arguments
from tilerummy.state import Phase, State
from tilerummy.tiles import JOKER, Tile, tile

_NEAREST = 0.6
"""The share of the time for finding the hand. The remaining time is for choosing a discard."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A closed hand that the mover aims for, and the tile to discard or, before a draw, None."""

    near: NearHand
    discard: Tile | None = None


def aim_for(
    rules: Ruleset | str, view: State, number: int, *, deadline: Deadline = NEVER
) -> Aim | None:
    """Return the advice to a mover who aims for the closed hand with this *number*.

    The result is None if the hand is out of reach, or if only tiles that it needs can be discarded.

    >>> from tilerummy import read_state
    >>> rack = "k1 k1 r2 r2 b3 b3 o4 o4 k5 k5 r6 r6 r8 o9 o10"
    >>> view = read_state(f"players 2 | opened no | turn 9 | phase meld | rack {rack}")
    >>> aim = aim_for("international", view, 35)
    >>> aim.near.hand.name, len(aim.near.missing), aim.discard in view.mover.rack
    ('Seven pairs', 1, True)
    """
    rules = check_arguments(rules, view)
    if view.phase not in (Phase.DRAW, Phase.MELD):
        return None
    found = nearest_hands(rules, view, count=None, deadline=deadline.share(_NEAREST))
    near = next((each for each in found.hands if each.hand.number == number), None)
    if near is None:
        return None
    if view.phase is Phase.DRAW:
        return Aim(near)
    spare = Counter(view.mover.rack) - (_tiles(near.shown) - Counter(near.missing))
    choices = ranked_discards(rules, view, deadline=deadline)
    return next((Aim(near, each) for each in choices if spare[each]), None)


def _tiles(shown: str) -> Counter[Tile]:
    words = shown.replace("/", " ").split()
    return Counter(JOKER if word.startswith("*") else tile(word) for word in words)
