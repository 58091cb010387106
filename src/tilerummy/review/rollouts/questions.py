"""What is asked about a decision: its options, and what the seat knew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tilerummy.players.evaluation.opponents import ANYBODY, Opponent
from tilerummy.rules import Ruleset
from tilerummy.state import Action, Event, State
from tilerummy.tiles import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is compared: the *options* of the seat to move in *view*, after that *history*.

    ``field`` are the kinds of opponents there may be. ``drawn`` are the tiles that it drew after
    what it chose, if their luck is asked.
    """

    rules: Ruleset
    view: State
    history: Sequence[Event]
    options: Sequence[tuple[Action, ...]]
    field: Sequence[Opponent] = field(default=ANYBODY)
    drawn: tuple[Tile, ...] = ()
